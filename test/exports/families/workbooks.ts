import { readFileSync } from 'node:fs';
import { madeRow, madeWorkbook } from '../../support/made-workbook.js';
import type { RawExport, RefusedExport } from '../raw-export.js';
import { students, WORKDAY, WORKDAY_LABELS } from '../workbooks/rows.js';
import { tableOf, termRows } from '../write-table.js';

/** Workbooks that real programs wrote from the rows of `workbooks/rows.ts`. */
function book(file: string): Uint8Array {
  return readFileSync(new URL(`../workbooks/${file}`, import.meta.url));
}

const sheetOf = (name: string, table: readonly (readonly string[])[]) => ({
  name,
  rows: table.map((cells, nth) => madeRow(nth + 1, cells)).join(''),
});
/** The students' enrollment, with another sheet that has these columns beside their ids. */
const beside = (name: string, columns: readonly string[], cells: readonly string[]): Uint8Array =>
  madeWorkbook({
    sheets: [
      sheetOf('Enrollment', tableOf(WORKDAY, termRows(students))),
      sheetOf(name, [['Student ID', ...columns], ...students.map(({ id }) => [id, ...cells])]),
    ],
  });
const PLAIN = { open: [], decide: {}, people: students, labels: WORKDAY_LABELS };

export const WORKBOOKS: readonly RawExport[] = [
  {
    ...PLAIN,
    name: 'Workday by XlsxWriter, titles above and a grand total',
    bytes: book('workday.xlsx'),
    setAside: 1,
  },
  { ...PLAIN, name: 'openpyxl, the table on the third of four sheets', bytes: book('sheets.xlsx') },
  {
    ...PLAIN,
    name: 'openpyxl, ids and constants merged over the terms of a student',
    bytes: book('merged.xlsx'),
  },
  { ...PLAIN, name: 'LibreOffice', bytes: book('libreoffice.xlsx') },
  { ...PLAIN, name: 'LibreOffice, formulas with their results', bytes: book('formulas.xlsx') },
  {
    ...PLAIN,
    name: 'LibreOffice, #N/A for the credits of one student',
    bytes: book('errors.xlsx'),
    failing: ['A00000012'],
  },
  {
    ...PLAIN,
    name: 'LibreOffice, subtotals, a total and a source',
    bytes: book('subtotals.xlsx'),
    setAside: 6,
  },
  {
    ...PLAIN,
    name: 'the addresses of the students on another sheet',
    bytes: beside('Directory', ['Name', 'Email', 'City'], ['Doe, J', 'j@example.edu', 'Salem']),
  },
];

export const WORKBOOKS_REFUSED: readonly RefusedExport[] = [
  {
    name: 'openpyxl, formulas without results',
    bytes: book('formulas-not-calculated.xlsx'),
    advice: /[Oo]pen .*save/s,
  },
  { name: 'an old Excel workbook', bytes: book('old.xls'), advice: /\.xls\b.*\.xlsx/s },
  { name: 'an OpenDocument spreadsheet', bytes: book('open-document.ods'), advice: /\.ods|OpenDocument/ },
  {
    name: 'a workbook that broke off',
    bytes: book('libreoffice.xlsx').subarray(0, 3000),
    advice: /damaged|broken|cut|incomplete/,
  },
];
