import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { NO_HINTS } from '../../src/table/find-header.js';
import { readWorkbook } from '../../src/table/workbook.js';
import { madeRow, madeWorkbook } from '../support/made-workbook.js';
import { csvFile } from '../support/requests.js';
import { writtenWorkbook } from '../support/written-workbook.js';
import { folder, IN_2026, namesIn, prorata } from './cli-run.js';

const ROWS = [
  ['student_id', 'dependency_status', 'grade_level', 'term_label', 'term_credits_enrolled'],
  ['0012', 'dependent', 'first_year', 'Fall', 12],
  ['0012', 'dependent', 'first_year', 'Spring', 7.5],
  ['0013', 'dependent', '', 'Fall', 12],
];
const CSV = csvFile(...ROWS.slice(1).map(String));

function place() {
  const cwd = folder({ 'in.xlsx': writtenWorkbook(ROWS), 'in.csv': CSV });
  return { cwd, bulk: (...args: string[]) => prorata(['bulk', ...args], { cwd }) };
}

async function rowsOf(book: Uint8Array, sheet: string) {
  const { csv } = await readWorkbook(book, sheet, NO_HINTS);
  const [header = [], ...rows] = z.array(z.array(z.string())).parse(parse(Buffer.concat(csv)));
  return { header, of: (name: string) => rows.map((row) => row[header.indexOf(name)]) };
}

test('a workbook has the answer of the same students as CSV, ids with their zeros', async () => {
  const { bulk } = place();
  const [fromWorkbook, fromCsv] = [await bulk('in.xlsx', '--quiet'), await bulk('in.csv', '--quiet')];
  expect(fromWorkbook).toEqual(fromCsv);
  expect(fromWorkbook.code).toBe(1);
  expect(fromWorkbook.stdout).toContain('\r\n0012,Spring,');
});

test('a workbook in our names is not calculated while a cell or a row of it leaves something open', async () => {
  const cwd = folder();
  const header = madeRow(1, [...(ROWS[0] ?? []), 'GPA']);
  const unsaved = madeRow(2, ['1', 'dependent', 'first_year', 'Fall', { xml: '><f>6+6</f>' }, '3.5']);
  const hidden = unsaved.replace('<row ', '<row hidden="1" ').replace('<f>6+6</f>', '<v>12</v>');
  const last = madeRow(3, ['2', 'dependent', 'first_year', 'Fall', 12, '4']);
  const bulk = async (first: string) => {
    await writeFile(join(cwd, 'in.xlsx'), madeWorkbook({ sheets: [{ rows: header + first + last }] }));
    return prorata(['bulk', 'in.xlsx', '-o', 'out.csv', '--ignore-columns', 'GPA'], { cwd });
  };
  for (const [first, words] of [
    [unsaved, /fields\.term_credits_enrolled: Row 2 of "term_credits_enrolled" is a formula/],
    [
      hidden,
      /decisions\.hidden_rows: The sheet hides or crosses out all or a part of 1 row, such as row \d+\./,
    ],
  ] as const) {
    expect(await bulk(first)).toMatchObject({ code: 2, stderr: expect.stringMatching(words) });
  }
  expect(await bulk('')).toMatchObject({ code: 0, stderr: expect.stringContaining('Not read: GPA.') });
});

test('a sheet is chosen by its name, and a draft keeps it', async () => {
  const rows = (id: string) =>
    ROWS.map((cells, at) => madeRow(at + 1, at === 0 ? cells : [id, ...cells.slice(1)]));
  const sheets = ['25-26', '26-27'].map((name) => ({ name, rows: rows(name).join('') }));
  const cwd = folder({ 'in.xlsx': madeWorkbook({ sheets }) });
  const args = ['check', 'in.xlsx', '--sheet', '26-27', '--recipe-out', 'draft.json'];
  expect((await prorata(args, { cwd })).stdout).toContain('in.xlsx, sheet "26-27"');
  expect(await readFile(join(cwd, 'draft.json'), 'utf8')).toContain('"sheet": "26-27"');
});

test('an answer can be written as a workbook, whole or not at all', async () => {
  const { cwd, bulk } = place();
  const { stdout } = await bulk('in.csv', '--quiet');
  expect((await bulk('in.csv', '-o', 'out.xlsx')).code).toBe(1);
  const { csv } = await readWorkbook(await readFile(join(cwd, 'out.xlsx')), 'Answer', NO_HINTS);
  const lines = Buffer.concat(csv).toString('utf8').trimEnd().split(/\r?\n/);
  expect(lines.slice(0, 3)).toEqual(stdout.split('\r\n').slice(0, 3));
  expect(lines).toHaveLength(4);
  await writeFile(join(cwd, 'broken.csv'), 'student_id;dependency_status\n1;dependent;2\n');
  expect((await bulk('broken.csv', '-o', 'none.xlsx')).code).toBe(2);
  expect(await namesIn(cwd)).toEqual(['broken.csv', 'in.csv', 'in.xlsx', 'out.xlsx']);
});

describe('the workbook that is taken away', () => {
  /** A Jenzabar export with terms side by side, in which one student has negative credits, and its recipe. */
  const EXPORT = resolve(import.meta.dirname, '../exports/files/jenzabar-bars');
  const OWN = readFileSync(`${EXPORT}.csv`, 'utf8').replace('|7.5', '|-3');

  test('has the own rows with the answer beside them, formats, a filter and a header that stays', async () => {
    const cwd = folder({ 'in.csv': OWN });
    const args = ['bulk', 'in.csv', '--recipe', `${EXPORT}.recipe.json`, '-o', 'out.xlsx', ...IN_2026];
    expect((await prorata(args, { cwd })).code).toBe(1);
    const book = await readFile(join(cwd, 'out.xlsx'));
    const { sheets } = await readWorkbook(book, undefined, NO_HINTS);
    expect(sheets).toEqual(['Students', 'Assumptions', 'Answer']);
    const { header, of } = await rowsOf(book, 'Students');
    const [names = [], ...own] = OWN.trim()
      .split(/\r?\n/)
      .map((line) => line.split('|'));
    expect(header.slice(0, names.length)).toEqual(names);
    for (const [nth, name] of names.entries()) expect(of(name)).toEqual(own.map((cells) => cells[nth]));
    const equal = 'Unsubsidized, in equal installments';
    expect(of(`Fall 2026: ${equal}`)).toEqual(['1540', '', '2419', '4180', '3153', '1260', '1890', '2375']);
    expect(of(`Spring 2027: ${equal}`)).toEqual(['1540', '', '2420', '4180', '3154', '0', '1890', '2375']);
    expect(of('Share of a full-time year')).toEqual(['88', '', '88', '88', '88', '63', '63', '100']);
    const failed = expect.stringMatching(/^SP_2027_HRS_ENROLLED: /);
    expect(of('Why there are no amounts')).toEqual(own.map((_, nth) => (nth === 1 ? failed : '')));
    expect(header).not.toContain('Fall 2026: Grad PLUS, in equal installments');
    expect((await rowsOf(book, 'Assumptions')).header).toEqual(['What was assumed', 'Students']);
    const parts = Object.entries(unzipSync(book)).map(([name, part]) => [name, strFromU8(part)] as const);
    const students = parts.find(([, xml]) => xml.includes('DEP_INDEP'))?.[1] ?? '';
    expect(students).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
    expect(students).toMatch(/<autoFilter ref="A1:[A-Z]+9"/);
    // Ids are stored as text, and dollars are formatted as dollars.
    expect(students).toMatch(/<c [^>]*t="inlineStr"[^>]*><is><t[^>]*>00000011</);
    expect(parts.find(([name]) => name === 'xl/styles.xml')?.[1]).toContain('&quot;$&quot;#,##0');
  });

  test('says of each row without amounts where they are, or that it is left out', async () => {
    const cwd = folder();
    const courses = resolve(import.meta.dirname, '../exports/files/courses-dropped');
    const recipe = JSON.parse(readFileSync(`${courses}.recipe.json`, 'utf8'));
    recipe.status[0].values.DW = 'leave_out';
    await writeFile(join(cwd, 'recipe.json'), JSON.stringify(recipe));
    const args = ['bulk', `${courses}.csv`, '--recipe', 'recipe.json', '-o', 'out.xlsx', ...IN_2026];
    expect((await prorata(args, { cwd })).code).toBe(0);
    const { of } = await rowsOf(await readFile(join(cwd, 'out.xlsx')), 'Students');
    expect(of('Why there are no amounts').slice(0, 3)).toEqual([
      '',
      "Its amounts are beside the first row of the student's term.",
      'Left out: see the sheet Assumptions.',
    ]);
  });

  test('has each row of a table by terms, however far apart they stand, and one that was calculated from standard input', async () => {
    const cwd = folder();
    const input = csvFile(
      '1,dependent,first_year,Fall,9',
      '2,dependent,first_year,Fall,12',
      '1,dependent,first_year,Spring,12',
    );
    await prorata(['bulk', '-', '-o', 'out.xlsx'], { cwd, input });
    const { csv } = await readWorkbook(await readFile(join(cwd, 'out.xlsx')), 'Students', NO_HINTS);
    const lines = Buffer.concat(csv).toString().trimEnd().split(/\r?\n/);
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 7).join(','))).toEqual([
      '1,dependent,first_year,Fall,9,Part-Time,75',
      '2,dependent,first_year,Fall,12,Full-Time,100',
      '1,dependent,first_year,Spring,12,Full-Time,100',
    ]);
  });

  test('has what was already paid apart from what may be paid now', async () => {
    const cwd = folder();
    // The fall keeps the $1,750 and $1,000 paid, of $2,625 and $1,500 (75%); the spring may be paid the rest.
    const input = `student_id,dependency_status,grade_level,subsidized_amount,term_label,term_credits_enrolled,term_ft_credits,term_prior_disbursement_sub,term_prior_disbursement_unsub
1,dependent,first_year,3500,Fall,12,12,"$1,750.00",1000
1,dependent,first_year,3500,Spring,6,12,,
`;
    await prorata(['bulk', '-', '-o', 'out.xlsx', ...IN_2026], { cwd, input });
    const { header, of } = await rowsOf(await readFile(join(cwd, 'out.xlsx')), 'Students');
    expect(of('Subsidized, already paid')).toEqual(['1750', '0']);
    expect(of('Unsubsidized, already paid')).toEqual(['1000', '0']);
    expect(of('Subsidized, may be paid now in equal installments')).toEqual(['0', '875']);
    expect(of('Unsubsidized, may be paid now in equal installments')).toEqual(['0', '500']);
    expect(of('Unsubsidized, may be paid now by credits')).toEqual(['0', '500']);
    expect(header.filter((name) => /, (?:in equal installments|by credits)$/.test(name))).toEqual([]);
  });
});
