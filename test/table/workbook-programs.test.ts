import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { expect, test } from 'vitest';
import { MOST_SHEET_ROWS } from '../../src/table/column-names.js';
import { WorkbookWriter } from '../../src/table/workbook-writer.js';
import { madeRow, partsOf, zipped } from '../support/made-workbook.js';
import { writtenWorkbook } from '../support/written-workbook.js';
import { opened } from './opened.js';

/**
 * A small export as several programs save it: cover sheet, title, an id merged over a student's rows, dates,
 * and a total of formulas, which openpyxl saves without results and XlsxWriter as 0 for Excel to calculate.
 */
const FILES = join(import.meta.dirname, '../files/workbooks');

const read = async (bytes: Uint8Array) => {
  const source = await opened(bytes);
  const setAside: string[] = [];
  const rows = [...source.rows(({ row, reason }) => setAside.push(`${row} ${reason}`))];
  const { sheet, header } = source;
  return { sheet, header, rows: rows.map(({ row, cells }) => [row, ...cells]), setAside };
};

test.each(['openpyxl', 'xlsxwriter', 'libreoffice'])('a workbook of %s is read as shown', async (program) => {
  expect(await read(readFileSync(join(FILES, `${program}.xlsx`)))).toEqual({
    sheet: 'Export',
    header: ['Student ID', 'Term', 'Credits', 'Dep Status', 'Sub Paid', 'Census'],
    rows: [
      [4, '00017', 'Fall 2026', '9', 'D', '1750', '2026-08-24'],
      [5, '00017', 'Spring 2027', '12.5', 'D', '', ''],
      [6, '00018', 'Fall 2026', '6', 'I', '2750', '2026-08-24'],
    ],
    setAside: ['7 total'],
  });
});

const ROWS = madeRow(1, ['Student ID', 'Term', 'Credits']) + madeRow(2, ['00017', 'Fall', 9]);

test('a stream of Apache POI, whose sizes are behind each part, is read', async () => {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((_, piece) => pieces.push(piece));
  for (const [name, xml] of Object.entries(partsOf({ sheets: [{ rows: ROWS }] }))) {
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(strToU8(xml), true);
  }
  zip.end();
  expect((await read(Buffer.concat(pieces))).rows).toEqual([[2, '00017', 'Fall', '9']]);
});

test('a workbook of the Open XML SDK, with prefixes everywhere and targets from the root, is read', async () => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const cell = (text: string): string => `<x:c t="str"><x:v>${text}</x:v></x:c>`;
  const row = (...texts: readonly string[]): string => `<x:row>${texts.map(cell).join('')}</x:row>`;
  const links = (kind: string, target: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Type="${office}/${kind}" Target="${target}" Id="R1"/></Relationships>`;
  const bytes = zipped({
    '_rels/.rels': links('officeDocument', '/xl/workbook.xml'),
    'xl/workbook.xml': `<x:workbook xmlns:x="${main}"><x:sheets><x:sheet name="Data" sheetId="1" d3p1:id="R1" xmlns:d3p1="${office}"/></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': links('worksheet', '/xl/worksheets/../worksheets/Sheet.xml'),
    'xl/worksheets/sheet.xml': `<x:worksheet xmlns:x="${main}"><x:sheetData>${row('Student ID', 'Term', 'Credits')}${row('00017', 'Fall', '9')}</x:sheetData></x:worksheet>`,
  });
  expect((await read(bytes)).rows).toEqual([[2, '00017', 'Fall', '9']]);
});

test('a workbook whose parts are elsewhere, with a directory of zip64, is read', async () => {
  const moved = (text: string) => text.replaceAll('xl/', 'x/').replaceAll('workbook.xml', 'book22.xml');
  const parts = Object.entries(partsOf({ sheets: [{ rows: ROWS }] })).map((part) => part.map(moved));
  const bytes = Buffer.from(zipped(Object.fromEntries(parts)));
  const end = bytes.length - 22;
  const more = Buffer.alloc(76);
  more.writeUInt32LE(0x06064b50);
  for (const at of [24, 32]) more.writeBigUInt64LE(BigInt(bytes.readUInt16LE(end + 10)), at);
  more.writeBigUInt64LE(BigInt(bytes.readUInt32LE(end + 16)), 48);
  more.writeUInt32LE(0x07064b50, 56);
  more.writeBigUInt64LE(BigInt(end), 64);
  bytes.fill(0xff, end + 8, end + 20);
  const all = Buffer.concat([bytes.subarray(0, end), more, bytes.subarray(end)]);
  expect((await read(all)).rows).toEqual([[2, '00017', 'Fall', '9']]);
});

test('a strict workbook, with dates as texts, is read', async () => {
  const strict = (xml: string): string =>
    xml.replaceAll(
      'http://schemas.openxmlformats.org/officeDocument/2006',
      'http://purl.oclc.org/ooxml/officeDocument',
    );
  const rows = `${madeRow(1, ['Student ID', 'Term', 'Census'])}${madeRow(2, ['00017', 'Fall', { xml: 't="d"><v>2026-08-24</v>' }])}`;
  const parts = Object.entries(partsOf({ sheets: [{ rows }] })).map(([name, xml]) => [name, strict(xml)]);
  expect((await read(zipped(Object.fromEntries(parts)))).rows).toEqual([[2, '00017', 'Fall', '2026-08-24']]);
});

test('a workbook that is written is read again as it was', async () => {
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

test('a workbook that is written has no more rows than a sheet', () => {
  const writer = new WorkbookWriter(['x'], () => undefined);
  writer.beginSheet({ name: 'x', columns: [{ heading: 'x', style: 'number', width: 9 }] });
  for (let row = 1; row < MOST_SHEET_ROWS; row++) writer.addRow([null]);
  expect(() => writer.addRow([1])).toThrow('A sheet of Excel has at most 1,048,576 rows');
});
