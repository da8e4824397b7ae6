import { describe, expect, test } from 'vitest';
import { MOST_SHEET_ROWS } from '../../src/table/column-names.js';
import { WorkbookWriter } from '../../src/table/workbook-writer.js';
import { madeRow, partsOf, zipped } from '../support/made-workbook.js';
import { writtenWorkbook } from '../support/written-workbook.js';
import { opened } from './opened.js';

const LINKS = 'xl/_rels/workbook.xml.rels';
const STYLES = '<Relationship Id="x" Type="http://x/styles" Target="styles.xml"/></Relationships>';

/** A workbook of one sheet, whose styles are numbers, one format for each code, and dates. */
function workbook(rows: string, formats: readonly string[] = []): Uint8Array {
  const parts = partsOf({ sheets: [{ rows }] });
  const codes = formats.map((code, nth) => `<numFmt numFmtId="${200 + nth}" formatCode="${code}"/>`);
  const xfs = formats.map((_, nth) => `<xf numFmtId="${200 + nth}"/>`);
  return zipped({
    ...parts,
    [LINKS]: parts[LINKS]?.replace('</Relationships>', STYLES) ?? '',
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs.join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
  });
}

const HEADER = madeRow(1, ['ID', 'Term', 'Credits']);
const cellsOf = async (bytes: Uint8Array) =>
  (await opened(bytes)).firstRows.map(({ row, cells }) => [row, ...cells]);

describe('a workbook', () => {
  test('shows numbers as people see them, and never rounds them', async () => {
    const formats = ['000000000', '000-00-0000', '&quot;S&quot;00000', '$#,##0', '0%'];
    const cells = [
      ['1', '1234567', '001234567'],
      ['2', '123456789', '123-45-6789'],
      ['3', '42', 'S00042'],
      ['0', '18.499999999999996', '18.5'],
      ['0', '7.4999999999999996', '7.5'],
      ['4', '3500.5', '3500.5'],
      ['5', '0.875', '87.5%'],
      ['0', '1E3', '1000'],
    ];
    const row = cells.map(([style, value]) => ({ xml: `s="${style}"><v>${value}</v>` }));
    const names = cells.map((_, nth) => `n${nth}`);
    expect(await cellsOf(workbook(madeRow(1, names) + madeRow(2, row), formats))).toEqual([
      [2, ...cells.map(([, , shown]) => shown)],
    ]);
  });

  test('keeps its row numbers, and what stands beside the table is in no column', async () => {
    const rows = `${madeRow(3, ['Title'])}${madeRow(5, ['ID', 'Term'])}<row r="7" hidden="1" outlineLevel="1"><c r="A7"><v>6</v></c></row><row r="8" hidden="1"><c r="A8"><v>7</v></c><c r="D8" t="str"><v>see Bob</v></c></row>`;
    const source = await opened(workbook(rows));
    expect(source.headerRow).toBe(5);
    expect(source.firstRows).toEqual([
      { row: 7, cells: ['6', ''] },
      { row: 8, cells: ['7', ''], isHidden: true },
    ]);
    expect(source.notes).toContain('1 row is folded away in a group of the sheet, and read like the others.');
  });

  test('reads texts with entities, runs, line breaks and what XML has no place for', async () => {
    const runs = {
      xml: 't="inlineStr"><is><r><t>Fa</t></r><r><t xml:space="preserve">ll </t></r><rPh><t>x</t></rPh></is>',
    };
    const row = madeRow(2, ['&lt;a&amp;b&gt;&#233;', runs, '1\n_x000D_2']);
    expect(await cellsOf(workbook(HEADER + row))).toEqual([[2, '<a&b>é', 'Fall ', '1\n\r2']]);
  });

  test('shows dates as dates, also before the leap day that never was', async () => {
    const row = ['46258', '46258.75', '59'].map((value) => ({ xml: `s="1"><v>${value}</v>` }));
    expect(await cellsOf(workbook(HEADER + madeRow(2, row)))).toEqual([
      [2, '2026-08-24', '2026-08-24 18:00:00', '1900-02-28'],
    ]);
  });
});

describe('a workbook that is written', () => {
  test('is read again as it was', async () => {
    const rows = [
      ['ID', 'Term', 'Credits'],
      ['000123', '=1+1 <&>"\'', 18.5],
      ['_x0041_\u0001\r\n', null, 3500],
    ];
    expect(await cellsOf(writtenWorkbook(rows))).toEqual([
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
