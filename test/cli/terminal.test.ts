import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { RESPONSE_COLUMNS } from '../../src/contract/csv-response.js';
import { finished } from '../support/finished.js';
import { folder, prorata } from './cli-run.js';
import { type FakeService, fakeService } from './fake-service.js';
import { csvFile } from './files.js';

const PROGRAM = resolve(import.meta.dirname, '../../dist/src/cli/prorata.js');
const HEADER = `${RESPONSE_COLUMNS.join(',')}\r\n`;
const GOOD = `1,Fall${','.repeat(RESPONSE_COLUMNS.length - 2)}\r\n`;
const BAD = `2,Fall${','.repeat(RESPONSE_COLUMNS.length - 2)}grade_level: Missing. (row 3)\r\n`;
const CSV = csvFile(
  '1,dependent,first_year,Fall,12',
  '2,dependent,,Fall,12',
  '3,dependent,first_year,Fall,12',
);

/** Answers a part, and the rest after a while. */
function slowService(ms: number): Promise<FakeService> {
  return fakeService(async (res) => {
    res.writeHead(200, { 'Content-Type': 'text/csv' }).write(HEADER + GOOD + BAD);
    await pause(ms);
    res.end(GOOD.replace('1', '3'));
  });
}

const hasScript = spawnSync('script', ['--version']).status === 0;

/** Runs the program on a terminal of its own, and gives what that showed. */
async function onTerminal(
  service: Pick<FakeService, 'env'>,
  env: Readonly<Record<string, string>>,
  csv: string = CSV,
  args = 'bulk in.csv -o out.csv',
): Promise<string> {
  const cwd = await folder();
  await writeFile(join(cwd, 'in.csv'), csv);
  const command = `"${process.execPath}" "${PROGRAM}" ${args}`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], TERM: 'xterm', ...service.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, stdout } = await finished(child);
  expect(code).toBe(1);
  return stdout;
}

describe.skipIf(!hasScript)('on a terminal', () => {
  const LINE = /2 of 3 rows · [\d,]+\/s · \d+ s left · 1 student failed/;
  const YELLOW = '\u001B[33m';
  const CLEAR_LINE = '\r\u001B[K';

  test('one line is drawn anew, and taken away in the end', async () => {
    const shown = await onTerminal(await slowService(1500), {});
    expect(shown.replaceAll(YELLOW, '')).toMatch(LINE);
    expect(shown).toContain(YELLOW);
    expect(shown.split(CLEAR_LINE).at(-1)).toMatch(
      /^3 rows of 3 students in [\d.]+ s, written to out\.csv\.\r\n/,
    );
  });

  test('NO_COLOR is honoured', async () => {
    const shown = await onTerminal(await slowService(1500), { NO_COLOR: '1' });
    expect(shown).toMatch(LINE);
    expect(shown).not.toContain(YELLOW);
  });

  test.each(['bulk in.csv --local', 'check in.csv'])('%s lets nothing of a file steer it', async (args) => {
    const csv =
      'student_id,dependency_status,grade_level,term_label,term_credits_enrolled,term_required,\u001B[7m\n' +
      '4\u001B]0;mine\u0007,dependent,\u009B31m,Fall\u001B[2J,12,true,\n';
    const shown = await onTerminal({ env: {} }, {}, csv, args);
    expect(shown).toMatch(args.startsWith('bulk') ? /4\\u001b\]0;mine\\u0007/ : /Not read: \\u001b\[7m/);
    const plain = [CLEAR_LINE, YELLOW, '\u001B[39m', '\r\n'].reduce(
      (text, own) => text.replaceAll(own, ''),
      shown,
    );
    expect(plain).not.toMatch(/\p{Cc}/u);
  });

  test('one that cannot move back is written to line by line', async () => {
    const shown = await onTerminal(await slowService(0), { TERM: 'dumb' });
    expect(shown).not.toContain('\u001B');
  });
});

test('elsewhere a line is written every ten seconds', async () => {
  const cwd = await folder();
  await writeFile(join(cwd, 'in.csv'), CSV);
  const { stderr } = await prorata(['bulk', 'in.csv', '-o', 'out.csv'], {
    cwd,
    env: (await slowService(11_000)).env,
  });
  expect(stderr).toMatch(/^2 of 3 rows · 0\/s · \d+ s left · 1 student failed\n3 rows of 3 students/);
});
