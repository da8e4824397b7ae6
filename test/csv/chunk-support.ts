import fc from 'fast-check';
import { REQUEST_COLUMNS } from '../../src/contract/field-list.js';
import { answerBody } from '../support/answer-to.js';

/** A record as its cells, in the order of REQUEST_COLUMNS. */
export type Cells = readonly string[];

export interface ChunkOptions {
  readonly format?: 'csv' | 'ndjson';
  readonly escapeFormulas?: boolean;
  readonly lineEnd?: '\n' | '\r\n';
}

/** Calculates records as a file and gives the text of the answer. `quote` says which cells are sent in quotes. */
export function answerOf(
  records: readonly Cells[],
  quote: (cell: string) => boolean,
  { format = 'csv', escapeFormulas = false, lineEnd = '\n' }: ChunkOptions = {},
): string {
  if (records.length === 0) return '';
  const text = records
    .map(
      (cells) =>
        cells.map((cell) => (quote(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',') + lineEnd,
    )
    .join('');
  const bytes = Buffer.from(`${REQUEST_COLUMNS.join(',')}\n${text}`);
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
    arbitrary: word(
      '0.3333',
      '1e3',
      'abc',
      '-3',
      '+3',
      '1.2.3',
      '.',
      '1234567890',
      '123456789.1',
      '99999999',
    ),
  },
  { weight: 1, arbitrary: fc.nat({ max: 100_000 }).map((n) => String(n / 8)) },
);

/** Records of a few students, most of them as plain as real files, each cell now and then something else. */
export const someRecords: fc.Arbitrary<Cells[]> = fc
  .array(
    fc.record({
      id: padded(fc.oneof(word('', 'A1', '0012', 'é1', '=1+1', '"x', 'a,b'), fc.string({ maxLength: 5 }))),
      student: fc.tuple(
        padded(word('dependent', 'independent', 'independent', '', 'Dependent')),
        padded(word('undergraduate', '', '', 'graduate', 'professional', 'grad')),
        padded(word('first_year', 'second_year', 'third_year_and_beyond', '', 'x')),
        padded(fc.oneof(quantity, word('$3,500.00', '3,500', '3,50'))),
        padded(word('', '', 'false', 'NO', 'y', '2')),
        padded(word('', '', 'false', 'true', 'Yes')),
        padded(word('', '', '21500', '60000', '$60,000.50')),
        padded(word('', '', '', '5000', '0', '7500.5')),
        padded(word('', '', '', '2', '3.0', '4', '5', '1')),
      ),
      terms: fc.array(
        fc.tuple(
          padded(
            word('Fall 2026', 'Spring 2027', 'Été', '', 'x"y', 'a\nb', 'L'.repeat(201), 'é'.repeat(150)),
          ),
          padded(word('', '', 'true', 'false', 'maybe')),
          padded(quantity),
          padded(quantity),
          padded(fc.oneof(word('', '', ''), quantity)),
          padded(fc.oneof(word('', '', '0', '500', '1750'), quantity)),
          padded(fc.oneof(word('', '', '0', '500'), quantity)),
          padded(fc.oneof(word('', '', '0'), quantity)),
        ),
        { minLength: 1, maxLength: 5 },
      ),
    }),
    { maxLength: 6 },
  )
  .map((students) =>
    students
      .flatMap(({ id, student, terms }) => terms.map((term) => [id, ...student, ...term]))
      // A row without a filled cell is passed over.
      .filter((cells) => cells.some((cell) => cell.trim() !== '')),
  );
