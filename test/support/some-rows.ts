import fc from 'fast-check';
import { randomStudent } from '../reference/arbitraries.js';
import { REQUEST_COLUMNS, type Row, requestRows } from '../reference/csv-rows.js';

/** Cells with a meaning to a CSV parser, to a field or to a spreadsheet. */
const EDGES = [
  ...['', ' ', '\t', '"', '""', 'a"b', '"x', ',', 'a,b', '\n', 'a\nb', '\r\n', '\r', '\r\r\n', '\u0000'],
  ...['0', '1', '-1', '+3', '12', '7.5', '12.', '.5', '.', '0.3333', '1.2.3', '1,000', '3,50', '$3,500.00'],
  ...['1e3', 'abc', '1234567890', '123456789.1', '9'.repeat(20), 'yes', 'NO', 'y', '2', '3.0'],
  ...['dependent', 'Dependent', 'graduate', 'grad', 'first_year', 'Not Enrolled', 'row:1', '__proto__'],
  ...['=1+1', '\uFF0B1', '\uFEFF', '\u00a0', 'é😀', 'Été', 'é'.repeat(150), 'x'.repeat(201)],
];

const otherCell = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...EDGES) },
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const padding = fc.constantFrom('', ' ', '\t', '\u00a0', '\r');
const change = fc.oneof(
  otherCell.map((other) => () => other),
  fc.tuple(padding, padding).map(
    ([before, after]) =>
      (cell: string) =>
        before + cell + after,
  ),
);

/** Rows of a few random students, some with the same id or none, and some cells padded or replaced. */
export const someRows: fc.Arbitrary<Row[]> = fc
  .record({
    seeds: fc.array(fc.nat(5000), { maxLength: 6 }),
    ids: fc.array(fc.constantFrom('A', ' A', 'B', '', 'a', '007', '"', '=1+1', 'é1', 'a,b'), {
      minLength: 6,
      maxLength: 6,
    }),
    edits: fc.array(fc.tuple(fc.nat(20), fc.nat(REQUEST_COLUMNS.length - 1), change), { maxLength: 12 }),
  })
  .map(({ seeds, ids, edits }) => {
    const rows = seeds.flatMap((seed, index) => requestRows(ids[index] ?? '', randomStudent(seed)));
    return rows.map((row, index) =>
      row.map((text, column) => {
        const edit = edits.find(([at, of]) => at === index && of === column);
        return edit === undefined ? text : edit[2](text);
      }),
    );
  });
