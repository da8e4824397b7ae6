import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { MOST_SHEET_ROWS } from '../../src/table/column-names.js';
import type { ReadSettings } from '../../src/table/open-table.js';
import { refuseUnsaved } from '../../src/table/table-rows.js';
import { WorkbookWriter } from '../../src/table/workbook-writer.js';
import { writtenWorkbook } from '../support/written-workbook.js';
import { opened } from './opened.js';

interface Sheet {
  readonly name: string;
  /** The XML within `sheetData`. */
  readonly rows: string;
  readonly isHidden?: boolean;
}

/** A workbook of these sheets, with one cell format for each code. */
function workbook(sheets: readonly Sheet[], formats: readonly string[] = []): Uint8Array {
  const links = sheets.map(
    (_, nth) => `<Relationship Id="r${nth}" Type="http://x/worksheet" Target="worksheets/s${nth}.xml"/>`,
  );
  const styles = formats
    .map((code, nth) => `<numFmt numFmtId="${200 + nth}" formatCode="${code}"/>`)
    .join('');
  const xfs = formats.map((_, nth) => `<xf numFmtId="${200 + nth}"/>`).join('');
  const parts: Record<string, string> = {
    '_rels/.rels':
      '<Relationships><Relationship Id="a" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': `<x:workbook xmlns:x="m" xmlns:r="o"><x:sheets>${sheets.map(({ name, isHidden }, nth) => `<x:sheet name="${name}" r:id="r${nth}"${isHidden ? ' state="hidden"' : ''}/>`).join('')}</x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${links.join('')}<Relationship Id="s" Type="http://x/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${styles}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs}<xf numFmtId="14"/></cellXfs></styleSheet>`,
  };
  for (const [nth, { rows }] of sheets.entries()) {
    parts[`xl/worksheets/s${nth}.xml`] =
      `<worksheet><dimension ref="A1"/><sheetData>${rows}</sheetData><mergeCells/></worksheet>`;
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}

const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const HEADER = `<row>${text('ID')}${text('Term')}${text('Credits')}</row>`;
const cellsOf = async (bytes: Uint8Array, settings?: ReadSettings) =>
  (await opened(bytes, settings)).firstRows.map(({ row, cells }) => [row, ...cells]);
const sheet = (row: string): Sheet => ({ name: 'Loans', rows: HEADER + row });

describe('a workbook', () => {
  test('shows numbers as people see them, and never rounds them', async () => {
    const formats = ['000000000', '000-00-0000', '&quot;S&quot;00000', '$#,##0', '0%'];
    const cells = [
      ['1', '1234567'],
      ['2', '123456789'],
      ['3', '42'],
      ['0', '18.499999999999996'],
      ['0', '7.4999999999999996'],
      ['4', '3500.5'],
      ['5', '0.875'],
      ['0', '1E3'],
    ];
    const row = cells.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('');
    const names = cells.map((_, nth) => text(`n${nth}`)).join('');
    const bytes = workbook([{ name: 'x', rows: `<row>${names}</row><row>${row}</row>` }], formats);
    expect(await cellsOf(bytes)).toEqual([
      [2, '001234567', '123-45-6789', 'S00042', '18.5', '7.5', '3500.5', '0.875', '1000'],
    ]);
  });

  test('keeps its row numbers, and what stands beside the table is in no column', async () => {
    const rows = `<row r="3"><c r="A3" t="str"><v>Title</v></c></row><row r="5">${text('ID')}${text('Term')}</row><row r="7" hidden="1" outlineLevel="1"><c r="A7"><v>6</v></c></row><row r="8" hidden="1"><c r="A8"><v>7</v></c><c r="D8" t="str"><v>see Bob</v></c></row>`;
    const source = await opened(workbook([{ name: 'x', rows }]));
    expect(source.headerRow).toBe(5);
    expect(source.firstRows).toEqual([
      { row: 7, cells: ['6', ''] },
      { row: 8, cells: ['7', ''], isHidden: true },
    ]);
    expect(source.notes).toContain('1 row is folded away in a group of the sheet, and read like the others.');
  });

  test('reads texts with entities, runs, line breaks and what XML has no place for', async () => {
    const runs =
      '<c t="inlineStr"><is><r><t>Fa</t></r><r><t xml:space="preserve">ll </t></r><rPh><t>x</t></rPh></is></c>';
    const row = `<row>${text('&lt;a&amp;b&gt;&#233;')}${runs}${text('1\n_x000D_2')}</row>`;
    expect(await cellsOf(workbook([sheet(row)]))).toEqual([[2, '<a&b>é', 'Fall ', '1\n\r2']]);
  });

  test('reads the first sheet that is shown, and says so; another one by its name', async () => {
    const bytes = workbook([
      { ...sheet(`<row>${text('h')}</row>`), name: 'Old', isHidden: true },
      { ...sheet(`<row>${text('1')}</row>`), name: 'North' },
      { ...sheet(`<row>${text('2')}</row>`), name: 'South' },
    ]);
    const source = await opened(bytes);
    expect(source).toMatchObject({
      sheet: 'North',
      sheets: ['North', 'South'],
      otherSheets: [
        { name: 'South', isHidden: false, columns: ['ID', 'Term', 'Credits'] },
        { name: 'Old', isHidden: true, columns: ['ID', 'Term', 'Credits'] },
      ],
    });
    expect(source.notes).toContain('The workbook has 2 sheets; "North" is read.');
    expect(await cellsOf(bytes, { sheet: 'South' })).toEqual([[2, '2', '', '']]);
    const instead = await opened(bytes, { sheet: 'Sum' });
    expect(instead.notes).toContain('The workbook has no sheet "Sum"; "North" is read instead.');
  });

  test('whose formulas have no results is refused with the cell', async () => {
    const row = `<row><c r="A2"><f>1+1</f><v>2</v></c><c r="B2"/><c r="C2"><f>A2*2</f></c></row>`;
    const [read] = (await opened(workbook([sheet(row)]))).firstRows;
    expect(read).toEqual({ row: 2, cells: ['2', '', ''], unsaved: [2] });
    expect(() => read && refuseUnsaved(read, new Set([0, 1]))).not.toThrow();
    expect(() => read && refuseUnsaved(read, new Set([2]))).toThrow(
      'Row 2, column "C": this cell is a formula whose result was not saved.',
    );
    expect(await cellsOf(workbook([sheet('<row><c r="C2"><f>A2*2</f><v>9</v></c></row>')]))).toEqual([
      [2, '', '', '9'],
    ]);
  });

  test('shows dates as dates, in both calendars of Excel', async () => {
    const row = '<row><c s="1"><v>46258</v></c><c s="1"><v>46258.75</v></c><c s="1"><v>59</v></c></row>';
    expect(await cellsOf(workbook([sheet(row)]))).toEqual([
      [2, '2026-08-24', '2026-08-24 18:00:00', '1900-02-28'],
    ]);
  });

  test('that is damaged, or none, is refused with words', async () => {
    const good = workbook([sheet('')]);
    await expect(opened(good.subarray(0, good.length - 40))).rejects.toThrow('it is incomplete, as when');
    await expect(opened(zipSync({ 'a.bin': strToU8('x') }))).rejects.toThrow('no Excel workbook');
    await expect(opened(workbook([{ name: 'x', rows: '<row><c></row>' }]))).rejects.toThrow('damaged');
    await expect(opened(workbook([{ name: 'x', rows: '' }]))).rejects.toThrow('The file is empty');
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
