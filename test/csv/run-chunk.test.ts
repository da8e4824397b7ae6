import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REQUEST_COLUMNS } from '../../src/contract/field-list.js';
import { csvText } from '../reference/csv-rows.js';
import { answerBody } from '../support/answer-to.js';
import { fuzzRuns } from '../support/runs.js';

type Cells = readonly string[];

/** Calculates records, their cells in the order of REQUEST_COLUMNS, as a file, and gives the text of the answer. */
function answerOf(
  records: readonly Cells[],
  quotes: 'where needed' | 'everywhere',
  { format = 'csv', escapeFormulas = false }: Partial<Parameters<typeof answerBody>[1]> = {},
  lineEnd: '\n' | '\r\n' = '\n',
): string {
  if (records.length === 0) return '';
  const bytes = Buffer.from(`${REQUEST_COLUMNS.join(',')}\n${csvText(records, lineEnd, quotes)}`);
  return answerBody(bytes, { format, escapeFormulas }, records.length).toString('utf8');
}

const word = (...words: string[]) => fc.constantFrom(...words);
const padded = (cell: fc.Arbitrary<string>) =>
  fc
    .tuple(word('', '', '', '', ' ', '\t', '\u00a0'), cell, word('', '', '', '', ' ', '\r'))
    .map((parts) => parts.join(''));
const quantity = fc.oneof(
  { weight: 8, arbitrary: word('', '12', '6', '9', '3500', '7.5', '12.125', '0', '.5', '12.') },
  {
    weight: 1,
    arbitrary: word(...'0.3333 1e3 abc -3 +3 1.2.3 . 1234567890 123456789.1 99999999'.split(' ')),
  },
  { weight: 1, arbitrary: fc.nat({ max: 100_000 }).map((n) => String(n / 8)) },
);

/** A record of these cells by their columns. */
function recordOf(cells: Readonly<Record<string, string>>): Cells {
  return REQUEST_COLUMNS.map((column) => cells[column] ?? '');
}

/** Records of a few students, most of them as plain as real files, each cell now and then something else. */
const someRecords: fc.Arbitrary<Cells[]> = fc
  .array(
    fc.record({
      id: padded(fc.oneof(word('', 'A1', '0012', 'é1', '=1+1', '"x', 'a,b'), fc.string({ maxLength: 5 }))),
      student: fc.record({
        dependency_status: padded(word('dependent', 'independent', 'independent', '', 'Dependent')),
        degree_level: padded(word('undergraduate', '', '', 'graduate', 'professional', 'grad')),
        grade_level: padded(word('first_year', 'second_year', 'third_year_and_beyond', '', 'x')),
        subsidized_amount: padded(fc.oneof(quantity, word('$3,500.00', '3,500', '3,50'))),
        plus_denied: padded(word('', '', 'false', 'NO', 'y', '2')),
        is_legacy_borrower: padded(word('', '', 'false', 'true', 'Yes')),
        cost_of_attendance: padded(word('', '', '21500', '60000', '$60,000.50')),
        total_limit: padded(word('', '', '', '5000', '0', '7500.5')),
        academic_year_terms: padded(word('', '', '', '2', '3.0', '4', '5', '1')),
      }),
      terms: fc.array(
        fc.record({
          term_label: padded(
            word('Fall 2026', 'Spring 2027', 'Été', '', 'x"y', 'a\nb', 'L'.repeat(201), 'é'.repeat(150)),
          ),
          term_required: padded(word('', '', 'true', 'false', 'maybe')),
          term_ft_credits: padded(quantity),
          term_credits_enrolled: padded(quantity),
          term_actual_final_credits: padded(fc.oneof(word('', '', ''), quantity)),
          term_prior_disbursement_sub: padded(fc.oneof(word('', '', '0', '500', '1750'), quantity)),
          term_prior_disbursement_unsub: padded(fc.oneof(word('', '', '0', '500'), quantity)),
          term_prior_disbursement_grad_plus: padded(fc.oneof(word('', '', '0'), quantity)),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
    { maxLength: 6 },
  )
  .map((students) =>
    students
      .flatMap(({ id, student, terms }) =>
        terms.map((term) => recordOf({ student_id: id, ...student, ...term })),
      )
      // A row without a filled cell is passed over.
      .filter((cells) => cells.some((cell) => cell.trim() !== '')),
  );

const RUNS = { numRuns: fuzzRuns(600) };

const hasSpecial = (cell: string) => /[",\r\n]/.test(cell);
/** First characters that a spreadsheet takes for a formula, full-width ones included. */
const FORMULA = /^[-=+@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Records that can be sent without any quote. */
const plainRecords = someRecords.map((records) => records.filter((cells) => !cells.some(hasSpecial)));

it('the same records give the same bytes, in quotes or not, with LF or CRLF', () => {
  fc.assert(
    fc.property(
      plainRecords,
      fc.constantFrom('csv', 'ndjson'),
      fc.boolean(),
      fc.constantFrom('\n', '\r\n'),
      (records, format, escapeFormulas, lineEnd) => {
        const options = { format, escapeFormulas } as const;
        const quoted = answerOf(records, 'everywhere', options, lineEnd);
        expect(quoted).toBe(answerOf(records, 'where needed', options));
      },
    ),
    RUNS,
  );
});

describe('the text of an answer', () => {
  it('is what csv-stringify writes of the cells that csv-parse reads from it', () => {
    fc.assert(
      fc.property(someRecords, (records) => {
        const answer = answerOf(records, 'where needed');
        const cells: string[][] = parse(answer, { record_delimiter: '\r\n' });
        expect(stringify(cells, { record_delimiter: '\r\n', quote_record_delimiter: true })).toBe(answer);
      }),
      RUNS,
    );
  });

  it('has its ids and labels defused where the operator wants it, and its negative numbers as they are', () => {
    fc.assert(
      fc.property(someRecords, (records) => {
        const cellsOf = (escapeFormulas: boolean): string[][] =>
          parse(answerOf(records, 'where needed', { escapeFormulas }), { record_delimiter: '\r\n' });
        const defused = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell);
        const expected = cellsOf(false).map(([id = '', label = '', ...others]) => [
          defused(id),
          defused(label),
          ...others,
        ]);
        expect(cellsOf(true)).toEqual(expected);
      }),
      RUNS,
    );
  });
});
