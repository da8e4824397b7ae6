import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { finished } from '../support/finished.js';
import { csvFile } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';
import { folder, PROGRAM } from './cli-run.js';

const hasScript = spawnSync('script', ['--version']).status === 0;

async function onTerminal(
  csv: string,
  env: Readonly<Record<string, string>> = {},
  args = 'bulk in.csv -o out.csv',
): Promise<string> {
  const cwd = folder({ 'in.csv': csv });
  const command = `"${process.execPath}" "${PROGRAM}" ${args}`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], TERM: 'xterm', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, stdout } = await finished(child);
  expect(code).toBe(1);
  return stdout;
}

describe.skipIf(!hasScript)('on a terminal', () => {
  const LONG = studentFile(60_000);
  const LINE = /[\d,]+ of 60,000 rows/;
  const CLEAR_LINE = '\r\u001B[K';

  test('one line is drawn anew, and taken away in the end', async () => {
    const shown = await onTerminal(LONG);
    expect(shown).toMatch(LINE);
    expect(shown.split(CLEAR_LINE).at(-1)).toMatch(
      /^60,000 rows of [\d,]+ students in [\d.]+ s, written to out\.csv\.\r$/m,
    );
  });

  test('that cannot move back the program never says to', async () => {
    expect(await onTerminal(LONG, { TERM: 'dumb' })).not.toContain('\u001B');
  });

  test.each(['bulk in.csv', 'check in.csv'])('%s lets nothing of a file steer it', async (args) => {
    const csv = csvFile('4\u001B]0;mine\u0007,dependent,\u009B31m,Fall\u001B[2J,12');
    const shown = await onTerminal(csv, {}, args);
    if (args.startsWith('bulk')) expect(shown).toMatch(/4\\u001b\]0;mine\\u0007/);
    const plain = [CLEAR_LINE, '\r\n'].reduce((text, own) => text.replaceAll(own, ''), shown);
    expect(plain).not.toMatch(/\p{Cc}/u);
  });
});
