import { expect, test } from 'vitest';
import { openTable } from '../../src/table/open-table.js';
import { writtenWorkbook } from '../support/written-workbook.js';

const ROWS = [
  ['Clave', 'Nombre', 'Monto'],
  ['AA000001', 'é 学', '12'],
  ['AA000002', 'a,b;c\td|e', '0'],
  ['AA000003', 'say "no"\nto "both"', '99999'],
  ['AA000004', '', '7'],
];

function delimited(delimiter: string, lineEnd: string): string {
  const quoted = (cell: string): string =>
    /["\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return ROWS.map((cells) => cells.map(quoted).join(delimiter) + lineEnd).join('');
}

test.each([
  ['commas in UTF-8', Buffer.from(delimited(',', '\n'))],
  ['semicolons in UTF-8 with a mark', Buffer.from(`\uFEFF${delimited(';', '\r\n')}`)],
  ['tabs in UTF-16', Buffer.from(`\uFEFF${delimited('\t', '\r\n')}`, 'utf16le')],
  ['bars behind the line of Excel', Buffer.from(`sep=|\r\n${delimited('|', '\r\n')}`)],
  ['a workbook', writtenWorkbook(ROWS)],
])('a table is the same in every format: %s', async (_, bytes) => {
  const { header, rows } = await openTable(bytes);
  expect([{ row: 1, cells: header }, ...rows()]).toEqual(ROWS.map((cells, at) => ({ row: at + 1, cells })));
});
