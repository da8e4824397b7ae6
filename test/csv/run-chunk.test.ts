import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvText, REQUEST_COLUMNS, type Row } from '../reference/csv-rows.js';
import { answerBody } from '../support/answer-to.js';
import { forAll, fuzzRuns } from '../support/runs.js';
import { someRows } from '../support/some-rows.js';

function answerOf(
  rows: readonly Row[],
  quotes: 'where needed' | 'everywhere',
  { format = 'csv', escapeFormulas = false }: Partial<Parameters<typeof answerBody>[1]> = {},
  lineEnd: '\n' | '\r\n' = '\n',
): string {
  if (rows.length === 0) return '';
  const bytes = Buffer.from(`${REQUEST_COLUMNS.join(',')}\n${csvText(rows, lineEnd, quotes)}`);
  return answerBody(bytes, { format, escapeFormulas }, rows.length).toString('utf8');
}

const RUNS = fuzzRuns(600);

/** First characters that a spreadsheet takes for a formula, including full-width ones. */
const FORMULA = /^[-=+@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const plainRows = someRows.map((rows) =>
  rows.filter((cells) => !cells.some((cell) => /[",\r\n]/.test(cell))),
);

it('the same rows give the same bytes, in quotes or not, with LF or CRLF', () => {
  forAll(
    RUNS,
    plainRows,
    fc.constantFrom('csv', 'ndjson'),
    fc.boolean(),
    fc.constantFrom('\n', '\r\n'),
    (rows, format, escapeFormulas, lineEnd) => {
      const options = { format, escapeFormulas } as const;
      const quoted = answerOf(rows, 'everywhere', options, lineEnd);
      expect(quoted).toBe(answerOf(rows, 'where needed', options));
    },
  );
});

it('the text of an answer is what csv-stringify writes of the cells that csv-parse reads from it', () => {
  forAll(RUNS, someRows, (rows) => {
    const answer = answerOf(rows, 'where needed');
    const cells: string[][] = parse(answer, { record_delimiter: '\r\n' });
    expect(stringify(cells, { record_delimiter: '\r\n', quote_record_delimiter: true })).toBe(answer);
  });
});

it('the text of an answer has its texts defused where the operator wants it, and its negative numbers as they are', () => {
  forAll(RUNS, someRows, (rows) => {
    const cellsOf = (escapeFormulas: boolean): string[][] =>
      parse(answerOf(rows, 'where needed', { escapeFormulas }), { record_delimiter: '\r\n' });
    const defused = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell);
    const expected = cellsOf(false).map(([id = '', label = '', ...others]) => [
      defused(id),
      defused(label),
      // A warning may begin with a label.
      ...others.map((cell) => (/^-\d+$/.test(cell) ? cell : defused(cell))),
    ]);
    expect(cellsOf(true)).toEqual(expected);
  });
});
