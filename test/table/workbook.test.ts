import { describe, expect, test } from 'vitest';
import { MOST_SHEET_ROWS } from '../../src/table/column-names.js';
import { WorkbookWriter } from '../../src/table/workbook-writer.js';
import { writtenWorkbook } from '../support/written-workbook.js';
import { opened } from './opened.js';

describe('a workbook that is written', () => {
  test('is read again as it was', async () => {
    const rows = [
      ['ID', 'Term', 'Credits'],
      ['000123', '=1+1 <&>"\'', 18.5],
      ['_x0041_\u0001\r\n', null, 3500],
    ];
    const { firstRows } = await opened(writtenWorkbook(rows));
    expect(firstRows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [2, '000123', '=1+1 <&>"\'', '18.5'],
      [3, '_x0041_\u0001\r\n', '', '3500'],
    ]);
    expect(writtenWorkbook(rows)).toEqual(writtenWorkbook(rows));
  });

  test('has no more rows than a sheet', () => {
    const writer = new WorkbookWriter(() => undefined, 3);
    writer.beginSheet({ name: 'x', columns: [{ heading: 'x', style: 'number', width: 9 }] });
    for (let row = 0; row < 2; row++) writer.addRow([1]);
    expect(() => writer.addRow([1])).toThrow('A sheet of Excel has at most 3 rows');
    expect(MOST_SHEET_ROWS).toBe(2 ** 20);
  });
});
