import { readFileSync } from 'node:fs';
import { madeRow, madeWorkbook } from '../../support/made-workbook.js';
import type { RawExport, RefusedExport } from '../raw-export.js';
import { students, WORKDAY, WORKDAY_LABELS } from '../workbooks/rows.js';
import { type TermRow, tableOf, termRows } from '../write-table.js';

/** Workbooks that real programs wrote from the rows of `workbooks/rows.ts`. */
function book(file: string): Uint8Array {
  return readFileSync(new URL(`../workbooks/${file}`, import.meta.url));
}

/** A workbook whose sheets have the same columns, and some of the rows each. */
function split(
  first: string,
  second: string,
  isFirst: (row: TermRow, nth: number) => boolean,
  state = 'visible',
): Uint8Array {
  const rows = termRows(students);
  const sheet = (name: string, own: readonly TermRow[]) => ({
    name,
    rows: tableOf(WORKDAY, own)
      .map((cells, nth) => madeRow(nth + 1, cells))
      .join(''),
  });
  return madeWorkbook({
    sheets: [
      sheet(first, rows.filter(isFirst)),
      {
        ...sheet(
          second,
          rows.filter((row, nth) => !isFirst(row, nth)),
        ),
        state,
      },
    ],
  });
}
const isFall = ({ term }: TermRow): boolean => term.season === 'F';

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
const DISBURSEMENTS = beside(
  'Disbursements',
  ['Academic Period', 'Fund', 'Disbursed Amount'],
  ['2025 Fall Semester', 'DSUB', '1000'],
);

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
    name: 'payments of another year on another sheet',
    bytes: DISBURSEMENTS,
    open: ['other_sheets'],
    decide: { decisions: { other_sheets: 'ignored' } },
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
    name: 'a sheet for each term, which only their rows say',
    bytes: split('Sheet1', 'Sheet2', isFall),
    advice: /a sheet for each term: "Sheet1", "Sheet2"\. Put the rows/,
  },
  {
    name: 'a sheet for each term, one of them hidden',
    bytes: split('Fall 2026', 'Spring 2027', isFall, 'hidden'),
    advice: /a sheet for each term: "Fall 2026", "Spring 2027" \(hidden\)\. Put the rows/,
  },
  {
    name: 'a sheet for each campus, with students of both',
    bytes: split('Main', 'North', (_, nth) => nth % 3 !== 2),
    advice:
      /same students are on several sheets .*"Main", "North"\. Student A\d+ is one of them\. Put the rows/,
  },
  {
    name: 'payments on another sheet',
    bytes: DISBURSEMENTS,
    decide: { decisions: { other_sheets: 'refuse' } },
    advice: /lacks what stands on "Disbursements" \(what was paid\)\. Add columns/,
  },
  ...(
    [
      ['Withdrawals', ['Name'], ['Doe, J'], 'who withdrew'],
      ['Sheet2', ['LDA'], ['10/05/2026'], 'who withdrew'],
      ['Sheet2', ['Status'], ['Withdrawn'], 'a status'],
      ['Legacy', ['COA'], ['31000'], 'who is a legacy borrower'],
      ['Sheet2', ['Program Limit'], ['5000'], 'limits'],
    ] as const
  ).map(([sheet, columns, cells, what]) => ({
    name: `another sheet, "${sheet}" with ${columns}`,
    bytes: beside(sheet, columns, cells),
    decide: { decisions: { other_sheets: 'refuse' } },
    advice: new RegExp(`lacks what stands on "${sheet}" \\(${what}\\)`),
  })),
  {
    name: 'a workbook that broke off',
    bytes: book('libreoffice.xlsx').subarray(0, 3000),
    advice: /damaged|broken|cut|incomplete/,
  },
];
