import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { finished, followed, run } from '../support/finished.js';
import { csvFile, STUDENT } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';
import { until } from '../support/until.js';
import { folder, namesIn, PROGRAM, prorata, start } from './cli-run.js';

const CSV = csvFile('1,dependent,first_year,Fall,12');
const LATER = csvFile('1,dependent,first_year,Fall,9');

const place = () => folder({ 'in.csv': CSV, 'later.csv': LATER, 's.json': JSON.stringify(STUDENT) });

const PRINTING = ['--help', '--version', 'calculate s.json', 'diff in.csv later.csv', 'bulk in.csv --quiet'];

describe('standard output that cannot be written', () => {
  const inShell = (cwd: string, words: string, to: string) =>
    run('bash', ['-c', `"${process.execPath}" "${PROGRAM}" ${words} ${to}`], { cwd });

  test.each(PRINTING)('because the disk is full is told in a line: %s', async (words) => {
    const { code, stderr } = await inShell(place(), words, '> /dev/full');
    expect(code).toBe(2);
    expect(stderr.split('\n')[0]).toBe(
      'Cannot write to standard output: the disk is full. Make room, and run the command again.',
    );
    expect(stderr).not.toMatch(/bug|\n\s+at /);
  });

  test.each(PRINTING)('because nobody reads the pipe is told in a line: %s', async (words) => {
    // The reader closes the pipe before the program begins.
    const program = `until [ -e closed ]; do :; done; exec "${process.execPath}" "${PROGRAM}" ${words}`;
    const command = `(${program}) > >(exec 0<&-; echo > closed); exit $?`;
    expect(await run('bash', ['-c', command], { cwd: place() })).toMatchObject({
      code: 130,
      stderr: 'The output is incomplete: the program that reads it has closed the pipe.\n',
    });
  });
});

describe('a file that cannot be written', () => {
  test('because the device is full is told', async () => {
    const cwd = place();
    const told = 'Cannot write /dev/full: the disk is full. Make room, and run the command again.';
    const refused = { code: 2, stderr: expect.stringContaining(told) };
    expect(await prorata(['bulk', 'in.csv', '-o', '/dev/full'], { cwd })).toMatchObject(refused);
  });

  test('because the disk fills up in the middle is told, and replaces nothing', async ({ skip }) => {
    const cwd = folder({ 'in.csv': studentFile(20_000) });
    await mkdir(join(cwd, 'disk'));
    if (!mountSmall(join(cwd, 'disk'))) skip('this user may not mount a file system');
    await writeFile(join(cwd, 'disk/out.csv'), 'yesterday');
    const stderr = 'Cannot write disk/out.csv: the disk is full. Make room, and run the command again.\n';
    const args = ['bulk', 'in.csv', '-o', 'disk/out.csv', '--quiet'];
    expect(await prorata(args, { cwd })).toMatchObject({ code: 2, stderr });
    expect(await readFile(join(cwd, 'disk/out.csv'), 'utf8')).toBe('yesterday');
    expect(await namesIn(join(cwd, 'disk'))).toEqual(['out.csv']);
  });
});

/** Mounts a file system of 1 MiB. @returns false if this user may not. */
function mountSmall(path: string): boolean {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path]);
  if (status === 0) onTestFinished(() => void spawnSync('umount', [path]));
  return status === 0;
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a run that %s stops leaves nothing', async (signal) => {
  const cwd = folder({ 'in.csv': studentFile(60_000), 'out.csv': 'yesterday' });
  const child = start(['bulk', 'in.csv', '-o', 'out.csv', '--quiet'], { cwd });
  const end = finished(child);
  await until(async () => (await namesIn(cwd)).length > 2, 'the part is there');
  child.kill(signal);
  expect(await end).toEqual({ code: 130, stdout: '', stderr: 'Interrupted.\n' });
  expect(await readFile(join(cwd, 'out.csv'), 'utf8')).toBe('yesterday');
  expect(await namesIn(cwd)).toEqual(['in.csv', 'out.csv']);
});

test('elsewhere than on a terminal, a line tells every ten seconds how far it is; a run that still reads is stopped, too', async () => {
  const cwd = folder();
  const child = start(['bulk', '-', '-o', 'out.csv'], { cwd });
  const { written, ended } = followed(child);
  await until(() => written.stderr !== '', 'a line is written');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 130, stderr: 'Reading the file\nInterrupted.\n' });
  expect(await namesIn(cwd)).toEqual([]);
});
