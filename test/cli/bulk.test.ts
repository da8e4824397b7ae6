import { readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../support/finished.js';
import { CSV_HEADER, csvFile } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';
import { studentFile } from '../support/student-file.js';
import { folder, namesIn, PROGRAM, prorata } from './cli-run.js';

const { client } = await sharedService();

const GOOD = csvFile('1,dependent,first_year,Fall,12', '1,dependent,first_year,Spring,9');
const MIXED = csvFile(
  '1,dependent,first_year,Fall,12',
  '2,dependent,,Fall,12',
  '3,dependent,first_year,Fall,12',
  '2,dependent,,Spring,12',
  '4,parent,first_year,Fall,12',
);

const byService = async (csv: string): Promise<string> => (await client.bulk(csv)).text;

function place(csv: string) {
  const cwd = folder({ 'in.csv': csv });
  const read = (name: string) => readFile(join(cwd, name), 'utf8');
  const bulk = (...args: string[]) => prorata(['bulk', ...args], { cwd });
  return { cwd, read, bulk };
}

describe('a file in our names', () => {
  test('has the bytes of the service, on standard output and in a file', async () => {
    // Large enough for several chunks.
    const csv = studentFile(9000);
    const expected = await byService(csv);
    const { read, bulk } = place(csv);
    expect((await bulk('in.csv')).stdout === expected).toBe(true);
    const { code, stdout, stderr } = await bulk('in.csv', '-o', 'out.csv');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[\d,]+ rows of [\d,]+ students in [\d.]+ s, written to out\.csv\.$/m);
    expect((await read('out.csv')) === expected).toBe(true);
  });

  test('says who failed and what to do, and ends with 1; failed rows are mended and fed in again', async () => {
    const { cwd, bulk, read } = place(MIXED);
    const { code, stderr } = await bulk('in.csv', '-o', 'out.csv', '--failed', 'failed.csv');
    expect(code).toBe(1);
    const said = stderr.split('\n');
    expect(said.slice(said.indexOf('2 students failed:'))).toEqual([
      '2 students failed:',
      '        1  grade_level: An undergraduate needs first_year, second_year or third_year_and_beyond. Nothing was given.',
      '        1  dependency_status: Expected dependent or independent.',
      'Correct failed.csv and run it again.',
      '',
    ]);
    expect(await read('out.csv')).toBe(await byService(MIXED));
    const failed = (await read('failed.csv')).split('\r\n');
    expect(failed[0]).toBe(`\uFEFF${CSV_HEADER},error`);
    const beginnings = ['2,dependent,,Fall', '2,dependent,,Spring', '4,parent,first_year,Fall', ''];
    expect(failed.slice(1).map((line) => line.split(',', 4).join())).toEqual(beginnings);
    expect(failed[1]).toContain('grade_level: An undergraduate needs');
    const mended = failed
      .join('\r\n')
      .replaceAll('dependent,,', 'dependent,first_year,')
      .replace('parent', 'dependent');
    await writeFile(join(cwd, 'mended.csv'), mended);
    expect((await bulk('mended.csv', '-o', 'out2.csv', '--failed', 'failed.csv')).code).toBe(0);
    expect((await read('failed.csv')).trim().split('\n')).toHaveLength(1);
  });

  test('tells programs in one JSON object what it came to', async () => {
    const { bulk } = place(MIXED);
    const { code, stdout, stderr } = await bulk('in.csv', '-o', 'out.csv', '--json');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const counts = { status: 'done', rows: 5, students: 4, failed_rows: 3, failed_students: 2 };
    expect(JSON.parse(stdout)).toMatchObject(counts);
    const toStdout = await bulk('in.csv', '--json');
    expect(JSON.parse(toStdout.stderr)).toMatchObject(counts);
    expect(toStdout.stdout).toMatch(/^student_id,/);
  });

  test('--quiet says nothing of what went well', async () => {
    const { bulk } = place(GOOD);
    expect(await bulk('in.csv', '-o', 'out.csv', '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('outputs', () => {
  test('keep the permissions of what they replace, and a link stays a link', async () => {
    const { cwd, bulk, read } = place(GOOD);
    await writeFile(join(cwd, 'real.csv'), 'yesterday', { mode: 0o640 });
    await symlink('real.csv', join(cwd, 'out.csv'));
    expect((await bulk('in.csv', '-o', 'out.csv')).code).toBe(0);
    expect((await stat(join(cwd, 'real.csv'))).mode & 0o777).toBe(0o640);
    expect(await read('real.csv')).toBe(await byService(GOOD));
    expect(await namesIn(cwd)).toEqual(['in.csv', 'out.csv', 'real.csv']);
  });

  test.each([
    [['in.csv', '-o', './in.csv'], /in\.csv was named twice\. Name another file/],
    [['in.csv', '-o', 'out.csv', '--failed', 'in.csv'], /in\.csv was named twice/],
    [['in.csv', '-o', 'out.csv', '--failed', './out.csv'], /out\.csv was named twice/],
    [['in.csv', '--failed', '-'], /Standard output was named twice/],
    [['none.csv', '-o', 'out.csv'], /Cannot read none\.csv: there is no such file/],
    [['.', '-o', 'out.csv'], /Cannot read \.: it is a folder/],
    [['in.csv', '-o', '.'], /Cannot write \.: it is a folder/],
    [['in.csv', '-o', 'none/out.csv'], /Cannot write none\/out\.csv: there is no such file or folder/],
    [['in.csv', '-o', 'out.csv', '--recipe', 'none.json'], /Cannot read the recipe none\.json/],
  ])('that cannot be right are refused: %j', async (args, words) => {
    const { cwd, bulk, read } = place(GOOD);
    expect(await bulk(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(words) });
    expect(await read('in.csv')).toBe(GOOD);
    expect(await namesIn(cwd)).toEqual(['in.csv']);
  });

  test('are left as they were by a file that is refused', async () => {
    const { cwd, bulk, read } = place(`${GOOD}2,"dependent\n`);
    await writeFile(join(cwd, 'out.csv'), 'yesterday');
    const args = ['in.csv', '-o', 'out.csv', '--failed', 'failed.csv'];
    expect(await bulk(...args)).toMatchObject({ code: 2, stdout: '' });
    expect(await read('out.csv')).toBe('yesterday');
    expect(await namesIn(cwd)).toEqual(['in.csv', 'out.csv']);
  });
});

test('devices are written as they are, and named pipes are read from standard input alone', async () => {
  const { cwd, bulk } = place(GOOD);
  await run('mkfifo', [join(cwd, 'pipe')]);
  const stderr = 'pipe is a pipe. Give it on standard input: - < pipe\n';
  expect(await bulk('pipe', '-o', 'out.csv')).toMatchObject({ code: 2, stderr });
  const program = `"${process.execPath}" "${PROGRAM}" bulk in.csv -o /dev/stdout`;
  expect((await run('bash', ['-c', `${program} | cat`], { cwd })).stdout).toBe(await byService(GOOD));
});
