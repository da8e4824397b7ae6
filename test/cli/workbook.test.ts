import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readWorkbook } from '../../src/recipe/workbook.js';
import { WorkbookWriter } from '../../src/recipe/workbook-writer.js';
import { csvFile } from '../support/requests.js';
import { folder, namesIn, prorata } from './cli-run.js';

const ROWS = [
  ['student_id', 'dependency_status', 'grade_level', 'term_label', 'term_credits_enrolled'],
  ['0012', 'dependent', 'first_year', 'Fall', 12],
  ['0012', 'dependent', 'first_year', 'Spring', 7.5],
  ['0013', 'dependent', '', 'Fall', 12],
];
const CSV = csvFile(
  '0012,dependent,first_year,Fall,12',
  '0012,dependent,first_year,Spring,7.5',
  '0013,dependent,,Fall,12',
);

function workbook(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  const writer = new WorkbookWriter((piece) => pieces.push(piece));
  for (const row of rows) writer.addRow(row);
  writer.finish();
  return Buffer.concat(pieces);
}

/** A folder with the same students as a workbook and as CSV. */
async function place(rows: typeof ROWS = ROWS) {
  const cwd = await folder();
  await writeFile(join(cwd, 'in.xlsx'), workbook(rows));
  await writeFile(join(cwd, 'in.csv'), CSV);
  return { cwd, bulk: (...args: string[]) => prorata(['bulk', ...args, '--local'], { cwd }) };
}

describe('a workbook', () => {
  test('has the answer of the same students as CSV, ids with their zeros', async () => {
    const { bulk } = await place();
    const [fromWorkbook, fromCsv] = [await bulk('in.xlsx', '--quiet'), await bulk('in.csv', '--quiet')];
    expect(fromWorkbook).toEqual(fromCsv);
    expect(fromWorkbook.code).toBe(1);
    expect(fromWorkbook.stdout).toContain('\r\n0012,Spring,');
  });

  test('gives its failed rows as CSV', async () => {
    const { cwd, bulk } = await place();
    await bulk('in.xlsx', '-o', 'out.csv', '--failed', 'failed.csv');
    expect(await readFile(join(cwd, 'failed.csv'), 'utf8')).toMatch(
      /^\uFEFFstudent_id,.*,error\r\n0013,dependent,,Fall,12,"grade_level: .*\r\n$/,
    );
  });

  test('has students who can be explained as those of a CSV can', async () => {
    const { cwd } = await place();
    const [one, other] = await Promise.all(
      ['in.xlsx', 'in.csv'].map((name) => prorata(['explain', name, '--student', '0012'], { cwd })),
    );
    expect(one?.stdout).toContain('Student 0012 of in.xlsx');
    expect(one?.stdout.split('\n').slice(1)).toEqual(other?.stdout.split('\n').slice(1));
  });

  test('with a column that may be meant for one of ours is refused in the words of the service', async () => {
    const { cwd, bulk } = await place([
      ['student_id', 'dependency_status', 'grade_level', 'term_label', 'credits'],
      ...ROWS.slice(1),
    ]);
    const { code, stderr } = await bulk('in.xlsx', '-o', 'out.csv');
    expect(code).toBe(2);
    expect(stderr).toContain('Column "credits" is not known: did you mean "term_credits_enrolled"');
    expect(await namesIn(cwd)).toEqual(['in.csv', 'in.xlsx']);
  });
});

test('an answer can be written as a workbook, whole or not at all', async () => {
  const { cwd, bulk } = await place();
  const { stdout } = await bulk('in.csv', '--quiet');
  expect((await bulk('in.csv', '-o', 'out.xlsx')).code).toBe(1);
  const { csv } = await readWorkbook(await readFile(join(cwd, 'out.xlsx')));
  const lines = Buffer.from(csv).toString('utf8').trimEnd().split(/\r?\n/);
  expect(lines.slice(0, 3)).toEqual(stdout.split('\r\n').slice(0, 3));
  expect(lines).toHaveLength(4);
  await writeFile(join(cwd, 'broken.csv'), 'student_id;dependency_status\n1;dependent\n');
  expect((await bulk('broken.csv', '-o', 'none.xlsx')).code).toBe(2);
  expect(await namesIn(cwd)).toEqual(['broken.csv', 'in.csv', 'in.xlsx', 'out.xlsx']);
});

test('a workbook whose column of ours is blank beside another that may be meant for it is refused, as its CSV is', async () => {
  const [header = [], ...students] = ROWS;
  const more = [
    [...header, 'term_prior_disbursement_sub', 'Sub Paid'],
    ...students.map((cells) => [...cells, '', 1750]),
  ];
  const { cwd } = await place(more);
  await writeFile(join(cwd, 'in.csv'), more.map((cells) => cells.join(',')).join('\n'));
  for (const name of ['in.xlsx', 'in.csv']) {
    for (const args of [
      ['check', name],
      ['bulk', name, '--local'],
    ]) {
      const { code, stdout, stderr } = await prorata(args, { cwd });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('did you mean "term_prior_disbursement_sub"?');
    }
  }
});
