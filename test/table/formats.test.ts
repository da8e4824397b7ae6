import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTable } from '../../src/table/open-table.js';
import { fuzzRuns } from '../support/runs.js';
import { writtenWorkbook } from '../support/written-workbook.js';

type Rows = readonly (readonly string[])[];

const HEADER = ['Clave', 'Nombre', 'Monto'];

function delimited(rows: Rows, delimiter: string, lineEnd: string): string {
  const quoted = (cell: string): string =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((cells) => cells.map(quoted).join(delimiter) + lineEnd).join('');
}

/** The same table in every format that is read. */
const FORMATS: Readonly<Record<string, (rows: Rows) => Uint8Array>> = {
  'commas in UTF-8': (rows) => Buffer.from(delimited(rows, ',', '\n')),
  'semicolons in UTF-8 with a mark': (rows) => Buffer.from(`\uFEFF${delimited(rows, ';', '\r\n')}`),
  'tabs in UTF-16': (rows) => Buffer.from(`\uFEFF${delimited(rows, '\t', '\r\n')}`, 'utf16le'),
  'bars behind the line of Excel': (rows) => Buffer.from(`sep=|\r\n${delimited(rows, '|', '\r\n')}`),
  'a workbook': (rows) => writtenWorkbook(rows),
};

const cell = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 8 }) },
  fc.constantFrom('é', '学', 'a,b', 'a;b', 'a\tb', 'a|b', 'say "no"', 'two\nlines', '0012'),
);
const row = fc
  .tuple(fc.stringMatching(/^[A-Z]{2}[0-9]{6}$/), cell, fc.nat(99_999).map(String))
  .filter(([, name]) => !name.startsWith('="') && !/(?![\n\t])\p{C}/u.test(name));

test('a table is the same in every format', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
      for (const [name, write] of Object.entries(FORMATS)) {
        const { header, rows: own } = await openTable(write([HEADER, ...rows]));
        expect({ header, rows: [...own()] }, name).toEqual({
          header: HEADER,
          rows: rows.map((cells, at) => ({ row: at + 2, cells })),
        });
      }
    }),
    { numRuns: fuzzRuns(100) },
  );
});
