import { describe, expect, test } from 'vitest';
import { errorOf } from '../support/client.js';
import { CSV_HEADER, csvFile } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

const { client } = await sharedService();

const GOOD = 'A,dependent,first_year,Fall,12';

async function refusal(file: string | Uint8Array) {
  const answer = await client.bulk(file);
  expect(answer.status, answer.text.slice(0, 200)).toBe(400);
  return errorOf(answer);
}

describe('a file that cannot be parsed anywhere is refused whole, with line, column and reason', () => {
  test.each([
    ['an open quote', csvFile(GOOD, 'B,"dependent,first_year,Fall,12'), 3, 3, 'QUOTE_NOT_CLOSED'],
    ['a quote on the first byte', `"${csvFile(GOOD)}`, 1, 1, 'QUOTE_NOT_CLOSED'],
    ['a quote in a cell', csvFile(GOOD, 'B,dep"endent,first_year,Fall,12'), 3, 6, 'INVALID_QUOTE'],
    ['text after a quote', csvFile(GOOD, 'B,"dependent"x,first_year,Fall,12'), 3, 14, 'TEXT_AFTER_QUOTE'],
    ['too few cells', csvFile(GOOD, '', 'B,dependent'), 4, 1, 'RECORD_LENGTH'],
    ['too many cells', csvFile(GOOD, `${GOOD},`), 3, 32, 'RECORD_LENGTH'],
    [
      'a mistake behind a quoted line end',
      csvFile('"A\n\n",dependent,first_year,Fall,12', 'B'),
      5,
      1,
      'RECORD_LENGTH',
    ],
    [
      'a cell of 4097 bytes',
      csvFile(`${'x'.repeat(4097)},dependent,first_year,Fall,12`),
      2,
      1,
      'CELL_TOO_LONG',
    ],
    ['Windows-1252', Buffer.from(csvFile(GOOD.replace('Fall', 'Été')), 'latin1'), 2, 24, 'INVALID_UTF8'],
    ['nothing', '', 1, 1, 'EMPTY'],
    ['a byte order mark alone', '\uFEFF', 1, 1, 'EMPTY'],
    ['blank lines alone', '\n\r\n\n', 1, 1, 'EMPTY'],
    [
      '101 columns',
      `${Array.from({ length: 101 }, (_, i) => `c${i}`).join(',')}\n`,
      1,
      391,
      'TOO_MANY_COLUMNS',
    ],
  ])('%s', async (_, file, line, column, reason) => {
    const { code, message, details } = await refusal(file);
    expect(code).toBe('invalid_json');
    expect(details).toMatchObject([{ line, column, reason }]);
    expect(message).toMatch(new RegExp(`^Line ${line}, column ${column}: `));
  });

  test('also when the mistake is in the last of very many rows', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `S${index},dependent,first_year,Fall,12\n`);
    const { details } = await refusal(`${CSV_HEADER}\n${lines.join('')}"`);
    expect(details).toMatchObject([{ line: 5002, reason: 'QUOTE_NOT_CLOSED' }]);
  });

  test('a cell of exactly 4096 bytes is taken, quotes not counted', async () => {
    const id = `"${'""'.repeat(4096)}"`;
    expect((await client.bulk(csvFile(`${id},dependent,first_year,Fall,12`))).status).toBe(200);
  });
});

describe('a header that cannot be used is refused', () => {
  const withHeader = (header: string) =>
    `${header}\n${header
      .split(/[,;\t|]/)
      .map(() => 'x')
      .join(',')}\n`;

  test('for every column that is not ours, with what would let it pass', async () => {
    const file = withHeader('dependency_status,term_label,term_credits_enrolled,gradelevl,Last Name');
    const { code, message, details } = await refusal(file);
    expect(code).toBe('validation_error');
    expect(message).toContain('Line 1 was taken for the header. 2 columns are not ours: ');
    expect(details?.map(({ path }) => path)).toEqual(['gradelevl', 'Last Name', 'ignore_columns']);
    const [query = ''] = /\?ignore_columns=\S+$/.exec(message) ?? [];
    expect(query).toBe('?ignore_columns=gradelevl,Last%20Name');
    expect((await client.bulk(file, {}, query)).status).toBe(200);
    expect(errorOf(await client.bulk(file, {}, '?ignore_columns=GPA')).details).toEqual(details);
  });

  test('for required columns that are missing and no column of credits, all at once', async () => {
    const { message, details } = await refusal(withHeader('student_id,grade_level'));
    expect(details?.map(({ path }) => path)).toEqual([
      'dependency_status',
      'term_label',
      'term_credits_enrolled',
    ]);
    expect(message).toContain('"dependency_status" is missing');
    expect(message).toContain('There is no column of credits.');
  });

  test('for a column that stands twice, in whatever case', async () => {
    const { details } = await refusal(
      withHeader('dependency_status,term_label,term_credits_enrolled, Term Label '),
    );
    expect(details).toMatchObject([{ path: 'term_label', message: expect.stringContaining('twice') }]);
  });
});
