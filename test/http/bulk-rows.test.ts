import { describe, expect, test } from 'vitest';
import { REQUEST_COLUMNS } from '../../src/contract/field-list.js';
import { RESPONSE_COLUMNS } from '../reference/csv-rows.js';
import { createClient, errorOf } from '../support/client.js';
import { rowsOf, tableOf } from '../support/csv-answer.js';
import { csvFile, STUDENT } from '../support/requests.js';
import { serviceOfTest, sharedService } from '../support/shared-service.js';

/** The rows of an answer, and how rows combine. bulk-reference.test.ts checks the amounts. */

const { client } = await sharedService();

const HEADER =
  'student_id,dependency_status,grade_level,subsidized_amount,plus_denied,term_label,term_credits_enrolled,term_required,note';
const fileOf = (...lines: readonly string[]) => [HEADER, ...lines, ''].join('\n');
const ask = (file: string, accept = 'text/csv') => client.bulk(file, { accept }, '?ignore_columns=*');
const NDJSON = 'application/x-ndjson';
const answerTo = async (file: string) => rowsOf(await ask(file));
const errorsOf = async (file: string) => (await answerTo(file)).map(({ error }) => error);
const SINGLE_TERM =
  'Only one term was given, so it was taken as the whole academic year. If the year has more terms, list them or give their number (academic_year_terms).';

describe('an answer', () => {
  test('says of a student in every format what the student as JSON is told', async () => {
    const file = fileOf('A,dependent,first_year,3500,,Fall,12,,', 'A,dependent,first_year,3500,,Spring,9,,');
    const single = await client.calculate(STUDENT);
    expect((await ask(file, NDJSON)).text).toBe(`{"student_id":"A","result":${single.text},"error":null}\n`);
    const { annual_ft_credits, reduced_annual_pct, show_both_options } = JSON.parse(single.text);
    const told = Object.entries({ annual_ft_credits, reduced_annual_pct, show_both_options });
    expect((await answerTo(file))[0]).toMatchObject(
      Object.fromEntries(told.map(([column, value]) => [column, String(value)])),
    );
  });

  test('has rows without an id as students of their own, named by their data row, and warns of them', async () => {
    const row = 'dependent,first_year,Fall,12';
    const alone = `This row has no student_id, so it was taken for a student of its own.; ${SINGLE_TERM}`;
    const told = async (file: string) =>
      (await answerTo(file)).map(({ student_id, warnings }) => [student_id, warnings]);
    expect(await told(csvFile(`,${row}`, '', `A,${row}`, ',,,,', `  ,${row}`))).toEqual([
      ['row:1', alone],
      ['A', SINGLE_TERM],
      ['row:3', alone],
    ]);
    const columns = 'dependency_status,grade_level,term_label,term_credits_enrolled';
    const both = await told(`${columns}\n${row}\n${row}\n`);
    expect(both).toEqual(['row:1', 'row:2'].map((id) => [id, alone]));
    expect(await told(`${columns},academic_year_terms\n${row},2\n`)).toEqual([['row:1', '']]);
  });
});

/** Cells as people write them. test/contract covers all spellings of amounts. */
describe('cells', () => {
  const COLUMNS =
    'dependency_status,grade_level,term_label,subsidized_amount,plus_denied,term_credits_enrolled';
  const answerTo = async (cells: string) =>
    rowsOf(await client.bulk(`${COLUMNS}\n${cells}\n`, {}, '?award_year=2026-27'))[0];
  const amountCell = (cell: string) => answerTo(`dependent,first_year,Fall,${cell},,12`);
  const gradeCell = (cell: string) => answerTo(`DEPENDENT,${cell},Fall,3500,,12`);
  const creditsCell = (cell: string) => answerTo(`dependent,first_year,Fall,0,,${cell}`);
  const flagCell = (cell: string) => answerTo(`dependent,first_year,Fall,0,${cell},12`);

  test.each([
    ['an amount', amountCell, ' 3500. ', '3500'],
    ['zero dollars', amountCell, '-', '0'],
    ['zero dollars', amountCell, '" $-   "', '0'],
    ['a choice', gradeCell, 'First Year', '3500'],
    ['a choice', gradeCell, ' first\u00a0 year ', '3500'],
  ])('%s may be written $2', async (_, ask, cell, subsidized) => {
    expect(await ask(cell)).toMatchObject({ error: '', annual_basic_eligibility_sub: subsidized });
  });

  test.each([
    ['an amount', amountCell, '3 500', 'subsidized_amount'],
    ['an amount', amountCell, '#REF!', 'subsidized_amount'],
    ['a choice', gradeCell, 'freshman', 'grade_level'],
    ['credits', creditsCell, '"7,5"', 'term_credits_enrolled'],
    ['credits', creditsCell, 'FT', 'term_credits_enrolled'],
    ['credits', creditsCell, '1e1', 'term_credits_enrolled'],
    ['a flag', flagCell, 'maybe', 'plus_denied'],
  ])('%s may not be written $2', async (_, ask, cell, column) => {
    expect((await ask(cell))?.['error']).toMatch(new RegExp(`^${column}: .* \\(row 2\\)$`));
  });

  test('a flag is true, 1, yes or y, or false, 0, no, n or blank, in any case', async () => {
    for (const yes of ['true', 'TRUE', '1', 'Yes', 'y'])
      expect(await flagCell(yes), yes).toMatchObject({ error: '', annual_basic_eligibility_unsub: '9500' });
    for (const no of ['false', '0', 'NO', 'n', ''])
      expect(await flagCell(no), no).toMatchObject({ error: '', annual_basic_eligibility_unsub: '5500' });
  });
});

describe('a student who fails', () => {
  test('fails alone: each of its rows has id, label and error, and nothing else', async () => {
    const failing = ['B,dependent,,Fall,12', 'B,dependent,,Spring,12'];
    const file = csvFile('A,dependent,first_year,Fall,12', ...failing, 'C,dependent,first_year,Fall,12');
    const rows = tableOf(await ask(file)).slice(1);
    const terms = ['A,Fall', 'B,Fall', 'B,Spring', 'C,Fall'];
    expect(rows.map((row) => row.slice(0, 2).join())).toEqual(terms);
    expect(rows.map((row) => row.at(-1) === '')).toEqual([true, false, false, true]);
    expect(rows[1]?.slice(2, -1)).toEqual(RESPONSE_COLUMNS.slice(3).map(() => ''));
    expect(rows[1]?.at(-1)).toMatch(/^grade_level: [^;]+ \(rows 3-4\)$/);
    expect(rows[2]?.at(-1)).toBe(rows[1]?.at(-1));
  });

  test('is told every failing column at once, with the row of a term', async () => {
    const [error] = await errorsOf(csvFile('A,neither,freshman,Fall,-1', 'A,neither,freshman,,twelve'));
    const columns = error
      ?.split('; ')
      .map((part) => /^(\w+): (Row \d)?/.exec(part)?.slice(1).join(' ').trim());
    expect(columns).toEqual([
      'dependency_status',
      'grade_level',
      'term_credits_enrolled Row 2',
      'term_label Row 3',
      'term_credits_enrolled Row 3',
    ]);
    expect(error).toMatch(/ \(rows 2-3\)$/);
  });

  test('whose every cell is wrong is told every column, and shortly', async () => {
    const columns = REQUEST_COLUMNS.filter((column) => column !== 'student_id');
    const row = ['S1', ...columns.map(() => 'x'.repeat(500))].join(',');
    const [error = ''] = await errorsOf(`${['student_id', ...columns].join(',')}\n${`${row}\n`.repeat(4)}`);
    const wrong = columns.filter((column) => column !== 'term_label' && column !== 'program_name');
    for (const column of wrong) expect(error).toContain(`${column}: `);
    expect(error.length).toBeLessThan(2000);
  });

  test('is told which rows disagree, but not where the same value is written in two ways', async () => {
    const file = csvFile(
      'A,dependent,first_year,Fall,12',
      'B,dependent,first_year,Fall,12',
      'A,independent,first_year,Spring,12',
      'B, Dependent ,First Year,Spring,12',
    );
    const [error, ...others] = await errorsOf(file);
    expect(error).toBe(
      'dependency_status: Must be the same on all rows of a student, but row 2 says "dependent" and row 4 says "independent". (rows 2, 4)',
    );
    expect(others).toEqual([error, '', '']);
  });

  test('has too many terms, or a label that is blank or too long', async () => {
    const terms = Array.from({ length: 30 }, (_, index) => `A,dependent,first_year,T${index},12`);
    const errors = await errorsOf(csvFile(...terms));
    expect(errors).toEqual(Array(30).fill(expect.stringMatching(/^terms: .*Given: 30.* \(rows 2-31\)$/)));
    const labelled = (label: string) => errorsOf(csvFile(`A,dependent,first_year,${label},12`));
    expect(await labelled('😀'.repeat(200))).toEqual(['']);
    for (const label of ['😀'.repeat(201), '   '])
      expect(await labelled(label)).toEqual([expect.stringMatching(/^term_label: /)]);
  });

  test('is an error object with rows and columns in NDJSON', async () => {
    const { text } = await ask(csvFile('A,dependent,,Fall,-1'), NDJSON);
    expect(JSON.parse(text)).toEqual({
      student_id: 'A',
      result: null,
      error: {
        code: 'validation_error',
        message: expect.stringMatching(/^term_credits_enrolled: .*; grade_level: .* \(row 2\)$/),
        details: [
          { path: 'term_credits_enrolled', message: expect.any(String), row: 2 },
          { path: 'grade_level', message: expect.any(String) },
        ],
      },
    });
  });

  test.each(['#N/A', '#div/0!', '#NAME?', 'Err:502'])('has the error %s as id or label', async (name) => {
    const why = `${name} is the error of a formula in a spreadsheet. Correct the formula, or type the value.`;
    const row = 'dependent,first_year';
    const asId = csvFile(`${name},${row},Fall,12`, `" ${name} ",${row},Spring,12`);
    expect(await errorsOf(asId)).toEqual(Array(2).fill(`student_id: ${why} (rows 2-3)`));
    const asLabel = csvFile(`A,${row},${name},12`, `#12,${row},Fall,12`);
    expect(await errorsOf(asLabel)).toEqual([`term_label: ${why} (row 2)`, '']);
  });
});

describe('a row copied twice fails its student, with both row numbers', () => {
  const copied =
    'term_label: Row 3: Says the same as row 2 in every column of the term, so one of the two is a copy. Take it out. (rows 2-3)';
  const row = 'A,dependent,first_year,3500,,Fall,12,,one';

  test.each([
    ['to the byte', row],
    ['with another value in a column of something else', row.replace(',one', ',two')],
    ['with amounts and credits written another way', 'A,dependent,first_year,"$3,500.00",,Fall,12.0,,'],
    ['with defaults written out, choices in another case', 'A,DEPENDENT,First Year,3500,NO,Fall,12,True,'],
    ['with quotes and blanks around the values', '" A ", dependent ,"first_year",3500,, Fall ,"12",,'],
  ])('%s', async (_, copy) => {
    expect(await errorsOf(fileOf(row, copy))).toEqual([copied, copied]);
  });

  test('wherever the copies are, and others are calculated', async () => {
    const [first, second, other] = await answerTo(fileOf(row, row.replace('A', 'B'), row));
    expect(first?.['error']).toMatch(/^term_label: Row 4: Says the same as row 2 .*\(rows 2, 4\)$/);
    expect(second?.['error']).toBe(first?.['error']);
    expect(other).toMatchObject({ student_id: 'B', error: '', total_equal_subsidized: '3500' });
  });

  test('not where a known column differs, and then the label that is there twice is pointed out', async () => {
    const [first, second] = await answerTo(fileOf(row, row.replace(',12,', ',6,')));
    expect([first?.['error'], second?.['error']]).toEqual(['', '']);
    expect(first?.['warnings']).toContain('More than one term is called "Fall"');
  });
});

const bad = 'B,neither,first_year,,,Fall,12,,';
const lines = '"A\nA",dependent,first_year,,,"Fall\r\n\n2026",12,,"x\ny"';

test.each([
  ['below blank rows', fileOf('', ',,,,,,,,', bad), 4],
  ['below blank lines and rows above the header', `\n ,,\r\n\n${fileOf(bad)}`, 5],
  ['below cells of several lines', fileOf(lines, bad), 3],
  ['below names of several lines', fileOf(bad).replace('note', '"note\nand\nmore"'), 2],
  ['with CRLF', fileOf('', bad).replaceAll('\n', '\r\n'), 3],
])('row numbers are those that a spreadsheet shows: %s', async (_, file, row) => {
  expect((await errorsOf(file)).at(-1)).toBe(
    `dependency_status: Expected dependent or independent. Given: "neither". (row ${row})`,
  );
});

test('rows whose student_id was lost by a spreadsheet are warned of: they may be of several students', async () => {
  const warningsOf = async (id: string) => {
    const rows = ['Fall', 'Spring'].map((term) => `${id},dependent,first_year,${term},12`);
    return (await answerTo(csvFile(...rows))).map(({ warnings }) => warnings);
  };
  const lost = Array(2).fill(expect.stringContaining('check that they are one student'));
  for (const id of ['1.23457E+11', '1E+12', 'NULL', 'nan', '-', '0000']) {
    expect(await warningsOf(id), id).toEqual(lost);
    expect(await warningsOf(`"${id}"`), id).toEqual(lost);
  }
  for (const id of ['1E11', '1.5E+1', 'N1', '100', '0017', 'NULLE+11'])
    expect(await warningsOf(id), id).toEqual(['', '']);
});

test('formulas are left as sent, and escaped where the operator says so; a file too large says how to part it', async () => {
  const file = csvFile('=1+1,dependent,first_year,@SUM(A1),12');
  expect((await answerTo(file))[0]).toMatchObject({ student_id: '=1+1', term_label: '@SUM(A1)' });
  const careful = await serviceOfTest({ CSV_ESCAPE_FORMULAS: 'true', BULK_MAX_BYTES: '1024' });
  const other = await createClient(careful);
  const [row] = rowsOf(await other.bulk(file));
  expect(row).toMatchObject({ student_id: "'=1+1", term_label: "'@SUM(A1)" });
  const { message } = errorOf(await other.bulk(file.padEnd(2048, 'x')));
  expect(message).toContain('all rows of a student in one part');
});
