import { describe, expect, test } from 'vitest';
import { startApi } from '../support/api.js';
import { createClient, errorOf } from '../support/client.js';
import { rowsOf } from '../support/csv-answer.js';
import { csvFile } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

const { client } = await sharedService();

const HEADER =
  'student_id,dependency_status,grade_level,subsidized_amount,plus_denied,term_label,term_credits_enrolled,term_required,note';
const fileOf = (...lines: readonly string[]) => [HEADER, ...lines, ''].join('\n');
const ask = (file: string, accept = 'text/csv') => client.bulk(file, { accept }, '?ignore_columns=*');
const answerTo = async (file: string) => rowsOf(await ask(file));
const errorsOf = async (file: string) => (await answerTo(file)).map(({ error }) => error);
const warningsOf = async (file: string) => (await answerTo(file)).map(({ warnings }) => warnings);

describe('a row copied twice fails its student, with both row numbers', () => {
  const copied =
    'term_label: Row 3: Says the same as row 2 in every column of the term, so one of the two is a copy. Take it out. (rows 2-3)';
  const row = 'A,dependent,first_year,3500,,Fall,12,,one';

  test.each([
    ['to the byte', row],
    ['with another value in a column of something else', row.replace(',one', ',two')],
    ['with choices and flags in another case', 'A,DEPENDENT,First Year,3500,NO,Fall,12,Yes,'],
    ['with amounts and credits written another way', 'A,dependent,first_year,"$3,500.00",,Fall,12.0,,'],
    ['with defaults written out', 'A,dependent,first_year,3500,false,Fall,12,true,'],
    ['with quotes and blanks around the values', '" A ", dependent ,"first_year",3500,, Fall ,"12",,'],
  ])('%s', async (_, copy) => {
    expect(await errorsOf(fileOf(row, copy))).toEqual([copied, copied]);
  });

  test('wherever the copies stand, and others are calculated', async () => {
    const [first, second, other] = await answerTo(fileOf(row, row.replace('A', 'B'), row));
    expect(first?.['error']).toMatch(/^term_label: Row 4: Says the same as row 2 .*\(rows 2, 4\)$/);
    expect(second?.['error']).toBe(first?.['error']);
    expect(other).toMatchObject({ student_id: 'B', error: '', total_equal_subsidized: '3500' });
  });

  test('not where a known column differs, and then the label that stands twice is pointed out', async () => {
    const [first, second] = await answerTo(fileOf(row, row.replace(',12,', ',6,')));
    expect([first?.['error'], second?.['error']]).toEqual(['', '']);
    expect(first?.['warnings']).toContain('More than one term is called "Fall"');
  });
});

describe('rows without a filled cell', () => {
  const rows = ['A,dependent,first_year,3500,,Fall,12,,', 'A,dependent,first_year,3500,,Spring,9,,'];

  test.each([',,,,,,,,', '', ' , ,,\t,,,,,', '"","",,,,,,,', ',,,', ',,,,,,,,,,,,,,,'])(
    '"%s" are skipped',
    async (blank) => {
      const plain = await ask(fileOf(...rows));
      expect((await ask(fileOf(blank, rows[0] ?? '', blank, blank, rows[1] ?? '', blank))).text).toBe(
        plain.text,
      );
      expect((await ask(`${blank}\n${fileOf(...rows)}`)).text).toBe(plain.text);
    },
  );

  test('one filled cell, also in a column of something else, makes a row', async () => {
    expect(await errorsOf(fileOf(rows[0] ?? '', ',,,,,,,,total'))).toEqual([
      '',
      expect.stringMatching(/^dependency_status: .*\(row 3\)$/),
    ]);
  });
});

describe('row numbers are those that a spreadsheet shows', () => {
  const bad = 'B,neither,first_year,,,Fall,12,,';

  test.each([
    ['below blank rows', fileOf('', ',,,,,,,,', bad), 4],
    ['below blank lines and rows above the header', `\n ,,\r\n\n${fileOf(bad)}`, 5],
    [
      'below cells of several lines',
      fileOf('"A\nA",dependent,first_year,,,"Fall\r\n\n2026",12,,"x\ny"', bad),
      3,
    ],
    ['below names of several lines', fileOf(bad).replace('note', '"note\nand\nmore"'), 2],
    ['with CRLF', fileOf('', bad).replaceAll('\n', '\r\n'), 3],
  ])('%s', async (_, file, row) => {
    expect((await errorsOf(file)).at(-1)).toBe(
      `dependency_status: Expected dependent or independent. Given: "neither". (row ${row})`,
    );
  });

  test('and row:<N> is the place among the rows that say something', async () => {
    const file = fileOf(
      '',
      'A,dependent,first_year,,,Fall,12,,',
      ',,,,,,,,',
      ',dependent,first_year,,,Fall,12,,',
    );
    expect((await answerTo(file)).map(({ student_id }) => student_id)).toEqual(['A', 'row:2']);
  });

  test('a file that is too large to send whole is told to keep the rows of a student in one part', async () => {
    const small = await startApi({ BULK_MAX_BYTES: '1024' });
    try {
      const answer = await (await createClient(small)).bulk(fileOf(bad.padEnd(2048, 'x')));
      expect(answer.status).toBe(413);
      expect(errorOf(answer).message).toContain('all rows of a student in one part');
    } finally {
      await small.stop();
    }
  });
});

describe('labels', () => {
  const labelled = (label: string) => csvFile(`A,dependent,first_year,${label},12`);

  test.each([
    ['200 letters of two bytes', 'é'.repeat(200)],
    ['200 emoji', '😀'.repeat(200)],
    ['padded', '  Otoño  '],
  ])('%s come back as sent, in both formats', async (_, label) => {
    const [row] = await answerTo(labelled(label));
    expect(row).toMatchObject({ term_label: label, error: '' });
    const { text } = await ask(labelled(label), 'application/x-ndjson');
    expect(JSON.parse(text)).toMatchObject({ error: null, result: { terms: [{ label }] } });
  });

  test.each([
    ['201 letters', 'x'.repeat(201), /^term_label: Expected 1 to 200 characters. Given: 201./],
    ['201 emoji', '😀'.repeat(201), /^term_label: Expected 1 to 200 characters. Given: 201./],
    ['blanks', '   ', /^term_label: /],
    ['nothing', '', /^term_label: /],
  ])('of %s are refused', async (_, label, message) => {
    const [row] = await answerTo(labelled(label));
    expect(row).toMatchObject({ term_label: label, error: expect.stringMatching(message) });
  });
});

test.each(['#N/A', '#REF!', '#div/0!', '#NAME?', 'Err:502'])(
  'the error of a formula (%s) as an id or a label fails the student by its name',
  async (name) => {
    const why = `${name} is the error of a formula in a spreadsheet. Correct the formula, or type the value.`;
    const asId = csvFile(
      `${name},dependent,first_year,Fall,12`,
      `" ${name} ",dependent,first_year,Spring,12`,
    );
    const failed = `student_id: ${why} (rows 2-3)`;
    expect(await errorsOf(asId)).toEqual([failed, failed]);
    const asLabel = csvFile(`A,dependent,first_year,${name},12`, 'B,dependent,first_year,Fall,12');
    expect(await errorsOf(asLabel)).toEqual([`term_label: ${why} (row 2)`, '']);
    expect(await errorsOf(csvFile('#12,dependent,first_year,Fall,12'))).toEqual(['']);
  },
);

test('a sum of credits that a double cannot carry goes out as its exact text', async () => {
  const file = `student_id,dependency_status,grade_level,term_label,term_ft_credits,term_credits_enrolled
A,dependent,first_year,Fall,15,15
A,dependent,first_year,Spring,0.000000000000001,0
`;
  const { text } = await ask(file, 'application/x-ndjson');
  expect(text).toContain('"annual_ft_credits":"15.000000000000001",');
  const rows = await answerTo(file);
  expect(rows.map(({ annual_ft_credits }) => annual_ft_credits)).toEqual(Array(2).fill('15.000000000000001'));
});

const SINGLE_TERM =
  'Only one term was given, so it is measured against itself, as the whole academic year. Give academic_year_terms or the other terms to measure it against the year.';

describe('warnings', () => {
  test('say that a row without student_id was taken for a student of its own', async () => {
    const alone = `This row has no student_id, so it was taken for a student of its own.; ${SINGLE_TERM}`;
    const row = 'dependent,first_year,Fall,12';
    expect(await warningsOf(csvFile(`,${row}`, `  ,${row}`, `A,${row}`))).toEqual([
      alone,
      alone,
      SINGLE_TERM,
    ]);
    const noColumn = `dependency_status,grade_level,term_label,term_credits_enrolled\n${row}\n`;
    expect(await warningsOf(noColumn)).toEqual([alone]);
    const wholeYear = `dependency_status,grade_level,term_label,term_credits_enrolled,academic_year_terms\n${row},2\n`;
    expect(await warningsOf(wholeYear)).toEqual(['']);
  });

  test('say that credits are more than twice the full-time credits', async () => {
    const warning = (credits: string) => warningsOf(csvFile(`A,dependent,first_year,Fall,${credits}`));
    expect(await warning('24')).toEqual([SINGLE_TERM]);
    expect(await warning('24.001')).toEqual([
      expect.stringContaining('more than twice the full-time credits of 12'),
    ]);
    expect(await warning('60')).toEqual([expect.stringContaining('Fall: 60 credits')]);
  });

  test.each(['1.23457E+11', '1E+12', 'NULL', 'nan', '-', '0000', 'None'])(
    'say that rows whose student_id is %s may be of several students',
    async (id) => {
      const rows = [`${id},dependent,first_year,Fall,12`, `${id},dependent,first_year,Spring,12`];
      const lost = expect.stringContaining('check that they are one student');
      expect(await warningsOf(csvFile(...rows))).toEqual([lost, lost]);
      expect(await warningsOf(csvFile(...rows.map((row) => row.replace(id, `"${id}"`))))).toEqual([
        lost,
        lost,
      ]);
      expect(await warningsOf(csvFile(rows[0] ?? ''))).toEqual([SINGLE_TERM]);
    },
  );

  test.each(['1E11', '1.5E+1', 'N1', 'none1', '100', '0017', 'NULLE+11', 'E+11'])(
    'are not given for a student_id of %s',
    async (id) => {
      const rows = [`${id},dependent,first_year,Fall,12`, `${id},dependent,first_year,Spring,12`];
      expect(await warningsOf(csvFile(...rows))).toEqual(['', '']);
    },
  );
});
