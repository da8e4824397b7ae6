import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REQUEST_COLUMNS } from '../../src/contract/field-list.js';
import { RESPONSE_COLUMNS } from '../reference/csv-rows.js';
import { type Api, startApi } from '../support/api.js';
import { type Client, createClient, jsonOf } from '../support/client.js';
import { rowsOf, tableOf } from '../support/csv-answer.js';
import { csvFile, STUDENT } from '../support/requests.js';
import { studentFile } from '../support/student-file.js';

let api: Api;
let client: Client;
beforeAll(async () => {
  api = await startApi({ BULK_CHUNK_ROWS: '7' });
  client = await createClient(api);
});
afterAll(() => api.stop());

const errorsOf = async (file: string) => rowsOf(await client.bulk(file)).map(({ error }) => error);

describe('errors', () => {
  test('of a student whose every cell is wrong name every column and stay short', async () => {
    const columns = REQUEST_COLUMNS.filter((column) => column !== 'student_id');
    const row = ['S1', ...columns.map(() => 'x'.repeat(500))].join(',');
    const file = `${['student_id', ...columns].join(',')}\n${`${row}\n`.repeat(4)}`;
    const [error = '', ...others] = await errorsOf(file);
    expect(others).toEqual([error, error, error]);
    const wrong = columns.filter((column) => column !== 'term_label' && column !== 'program_name');
    for (const column of wrong) expect(error).toContain(`${column}: `);
    expect(error).toMatch(/ \(rows 2-5\)$/);
    expect(error.length).toBeLessThan(2000);
  });
});

test('an amount that is a dollar sign and nothing else is shown as it stands', async () => {
  const file =
    'dependency_status,grade_level,term_label,subsidized_amount,term_credits_enrolled\ndependent,first_year,Fall,$,12\n';
  expect(await errorsOf(file)).toEqual([expect.stringContaining('Given: "$".')]);
});

describe('rows', () => {
  test('the header has the documented columns in their order, and every line ends with CRLF', async () => {
    const answer = await client.bulk(studentFile(30));
    expect(tableOf(answer)[0]).toEqual([...RESPONSE_COLUMNS]);
    expect(answer.text.split('\r\n')).toHaveLength(32);
    expect(answer.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  });

  test('contiguous students come back row for row', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `S${index}`);
    const file = csvFile(
      ...ids.flatMap((id) => ['Fall', 'Spring'].map((term) => `${id},dependent,first_year,${term},9`)),
    );
    const rows = rowsOf(await client.bulk(file)).map(({ student_id, term_label }) => [
      student_id,
      term_label,
    ]);
    expect(rows).toEqual(
      ids.flatMap((id) => [
        [id, 'Fall'],
        [id, 'Spring'],
      ]),
    );
  });

  test('scattered students come in the order of their first rows, with the amounts of the contiguous file', async () => {
    const line = (id: string, term: string, credits: number) =>
      `${id},dependent,first_year,${term},${credits}`;
    const scattered = csvFile(
      line('B', 'Fall', 6),
      line('A', 'Fall', 12),
      ...Array.from({ length: 20 }, (_, index) => line(`S${index}`, 'Fall', 12)),
      line('A', 'Spring', 9),
      line('B', 'Spring', 7),
      line(' B ', 'Summer', 12),
    );
    const together = csvFile(
      line('B', 'Fall', 6),
      line('B', 'Spring', 7),
      line(' B ', 'Summer', 12),
      line('A', 'Fall', 12),
      line('A', 'Spring', 9),
      ...Array.from({ length: 20 }, (_, index) => line(`S${index}`, 'Fall', 12)),
    );
    expect((await client.bulk(scattered)).text).toBe((await client.bulk(together)).text);
  });

  test('every cell says what the same student as JSON says', async () => {
    const file = [
      'student_id,dependency_status,grade_level,subsidized_amount,term_label,term_credits_enrolled',
      'A,dependent,first_year,3500,Fall,12',
      'A,dependent,first_year,3500,Spring,9',
    ].join('\n');
    const [csv] = rowsOf(await client.bulk(file));
    const single = await client.calculate(STUDENT);
    const result = jsonOf(single);
    expect(csv).toMatchObject({
      annual_ft_credits: String(result['annual_ft_credits']),
      reduced_annual_pct: String(result['reduced_annual_pct']),
      annual_basic_eligibility_sub: String(result['annual_basic_eligibility_sub']),
      show_both_options: String(result['show_both_options']),
    });
    const line = await client.bulk(file, { accept: 'application/x-ndjson' });
    expect(line.text).toBe(`{"student_id":"A","result":${single.text},"error":null}\n`);
  });

  test('rows without an id are students of their own, named by their data row', async () => {
    const file = csvFile(
      ',dependent,first_year,Fall,12',
      '',
      'A,dependent,first_year,Fall,12',
      ' ,dependent,first_year,Fall,12',
    );
    expect(rowsOf(await client.bulk(file)).map(({ student_id }) => student_id)).toEqual([
      'row:1',
      'A',
      'row:3',
    ]);
    const noColumn =
      'dependency_status,grade_level,term_label,term_credits_enrolled\n' +
      'dependent,first_year,Fall,12\ndependent,first_year,Fall,12\n';
    const rows = rowsOf(await client.bulk(noColumn));
    expect(rows.map(({ student_id, annual_ft_credits }) => [student_id, annual_ft_credits])).toEqual([
      ['row:1', '12'],
      ['row:2', '12'],
    ]);
  });
});

describe('students who fail', () => {
  test('fail alone: each of their rows has id, label and error, and nothing else', async () => {
    const rows = tableOf(
      await client.bulk(
        csvFile(
          'A,dependent,first_year,Fall,12',
          'B,dependent,,Fall,12',
          'B,dependent,,Spring,12',
          'C,dependent,first_year,Fall,12',
        ),
      ),
    ).slice(1);
    expect(rows.map(([id]) => id)).toEqual(['A', 'B', 'B', 'C']);
    expect(rows.map((row) => row.at(-1) === '')).toEqual([true, false, false, true]);
    expect(rows[1]?.slice(0, 2)).toEqual(['B', 'Fall']);
    expect(rows[1]?.slice(2, -1)).toEqual(RESPONSE_COLUMNS.slice(3).map(() => ''));
    expect(rows[1]?.at(-1)).toBe(rows[2]?.at(-1));
    expect(rows[1]?.at(-1)).toMatch(/^grade_level: [^;]+ \(rows 3-4\)$/);
  });

  test('are told every failing column at once, with the row of a term', async () => {
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

  test('are told which rows disagree', async () => {
    const [error] = await errorsOf(
      csvFile(
        'A,dependent,first_year,Fall,12',
        'B,dependent,first_year,Fall,12',
        'A,independent,first_year,Spring,12',
      ),
    );
    expect(error).toBe(
      'dependency_status: Must be the same on all rows of a student, but row 2 says "dependent" and row 4 says "independent". (rows 2, 4)',
    );
  });

  test('do not fail for writing the same value in two ways', async () => {
    const header =
      'student_id,dependency_status,grade_level,term_label,subsidized_amount,total_limit,plus_denied,term_credits_enrolled';
    const file = `${header}\nA,dependent,first_year,Fall,"$3,500.00","4,000.12345",yes,12\nA, Dependent ,First Year,Spring,3500,4000.123450,TRUE,12\n`;
    expect(await errorsOf(file)).toEqual(['', '']);
  });

  test('fail for more than four terms, on every row', async () => {
    const file = csvFile(...Array.from({ length: 30 }, (_, index) => `A,dependent,first_year,T${index},12`));
    const errors = await errorsOf(file);
    expect(errors).toHaveLength(30);
    expect(new Set(errors).size).toBe(1);
    expect(errors[0]).toMatch(/^terms: .*Given: 30.* \(rows 2-31\)$/);
  });

  test('are an error object with rows and columns in NDJSON', async () => {
    const { text } = await client.bulk(csvFile('A,dependent,,Fall,-1'), { accept: 'application/x-ndjson' });
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
});

test('formulas are left as sent, and escaped where the operator says so', async () => {
  const file = csvFile('=1+1,dependent,first_year,@SUM(A1),12');
  expect(rowsOf(await client.bulk(file))[0]).toMatchObject({ student_id: '=1+1', term_label: '@SUM(A1)' });
  const careful = await startApi({ CSV_ESCAPE_FORMULAS: 'true' });
  try {
    const answer = await (await createClient(careful)).bulk(file);
    expect(rowsOf(answer)[0]).toMatchObject({ student_id: "'=1+1", term_label: "'@SUM(A1)" });
  } finally {
    await careful.stop();
  }
});
