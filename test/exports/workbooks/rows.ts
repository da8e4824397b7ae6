import { type Person, UNDERGRADUATES, unpaid } from '../people.js';
import { type Column, type TermRow, tableOf, termRows } from '../write-table.js';

/** A cell; a text that begins with `=` is a formula. */
type BookCell = string | number | null;

/** A workbook as a real program is to write it. */
export interface Book {
  readonly file: string;
  readonly writer: 'openpyxl' | 'xlsxwriter' | 'libreoffice';
  readonly sheets: readonly BookSheet[];
}

interface BookSheet {
  readonly name: string;
  readonly rows: readonly (readonly BookCell[])[];
  readonly merged?: readonly string[];
}

export const WORKDAY_LABELS = { F: '2026 Fall Semester', S: '2027 Spring Semester' };
export const students: readonly Person[] = unpaid(UNDERGRADUATES);

const YEARS = ['Freshman', 'Sophomore', 'Junior', 'Senior'];
export const WORKDAY: readonly Column<TermRow>[] = [
  ['Student ID', ({ person }) => person.id],
  ['Academic Period', ({ term }) => WORKDAY_LABELS[term.season as 'F']],
  ['Financial Aid Units', ({ term }) => term.credits],
  ['Full-Time Units', ({ person }) => person.full],
  ['Dependency Status', ({ person }) => person.dependency],
  ['Class Standing', ({ person }) => YEARS[(person.year ?? 1) - 1] ?? ''],
  ['Degree Level', ({ person }) => person.degree],
  ['Subsidized Amount', ({ person }) => String(person.need)],
  ['Parent PLUS Denied', ({ person }) => (person.denied ? 'Yes' : 'No')],
];
const WIDTH = WORKDAY.length;

const table = tableOf(WORKDAY, termRows(students)).map((cells) => cells.map(numeric));
const [header = [], ...rows] = table;

function numeric(cell: string): BookCell {
  if (cell === '') return null;
  return /^\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell;
}

function line(...cells: BookCell[]): readonly BookCell[] {
  return Array.from({ length: WIDTH }, (_, place) => cells[place] ?? null);
}

/** Cells of later rows of one student blank, as they are below a merged one. */
const MERGED_COLUMNS = ['A', 'E', 'F'];
const merged = rows.flatMap((_, nth) => {
  const row = nth + 2;
  return nth % 2 === 0 ? MERGED_COLUMNS.map((letter) => `${letter}${row}:${letter}${row + 1}`) : [];
});
const belowMerged = rows.map((cells, nth) =>
  nth % 2 === 0 ? cells : cells.map((cell, place) => ([0, 4, 5].includes(place) ? null : cell)),
);

const withFormula = rows.map((cells, nth) =>
  cells.map((cell, place) => (place === 2 ? `=${cell}+0` : place === 7 && nth > 3 ? `=H2*0+${cell}` : cell)),
);

export const BOOKS: readonly Book[] = [
  {
    file: 'workday.xlsx',
    writer: 'xlsxwriter',
    sheets: [
      {
        name: 'FA Enrollment',
        rows: [
          line('Financial Aid Enrollment by Period'),
          line('Company', 'Example University'),
          line(),
          header,
          ...rows,
          line('Grand Total', null, 150.5),
        ],
        merged: ['A1:I1'],
      },
    ],
  },
  {
    file: 'sheets.xlsx',
    writer: 'openpyxl',
    sheets: [
      {
        name: 'Cover',
        rows: [['Loans of 2026-27'], ['Prepared for the aid office'], ['Do not send by mail']],
      },
      {
        name: 'Codes',
        rows: [
          ['Code', 'Meaning'],
          ['FR', 'Freshman'],
          ['SO', 'Sophomore'],
        ],
      },
      { name: 'Students', rows: table },
      { name: 'Chart data', rows: [['Class', 'Count'], ...YEARS.map((year) => [year, 2])] },
    ],
  },
  {
    file: 'merged.xlsx',
    writer: 'openpyxl',
    sheets: [{ name: 'Sheet1', rows: [header, ...belowMerged], merged }],
  },
  { file: 'libreoffice.xlsx', writer: 'libreoffice', sheets: [{ name: 'Sheet1', rows: table }] },
  {
    file: 'formulas.xlsx',
    writer: 'libreoffice',
    sheets: [{ name: 'Sheet1', rows: [header, ...withFormula] }],
  },
  {
    file: 'formulas-not-calculated.xlsx',
    writer: 'openpyxl',
    sheets: [{ name: 'Sheet1', rows: [header, ...withFormula] }],
  },
  {
    file: 'errors.xlsx',
    writer: 'libreoffice',
    sheets: [
      {
        name: 'Sheet1',
        rows: [
          header,
          ...rows.map((cells, nth) =>
            nth === 3 ? [...cells.slice(0, 2), '=NA()', ...cells.slice(3)] : cells,
          ),
        ],
      },
    ],
  },
  {
    file: 'subtotals.xlsx',
    writer: 'libreoffice',
    sheets: [
      {
        name: 'By class',
        rows: [
          header,
          ...rows.flatMap((cells, nth) =>
            nth % 4 === 3 ? [cells, line('Subtotal', null, 40), line()] : [cells],
          ),
          line('Total', null, 150.5),
          line('Source: registrar, as of census'),
        ],
      },
    ],
  },
  { file: 'old.xls', writer: 'libreoffice', sheets: [{ name: 'Sheet1', rows: table }] },
  { file: 'open-document.ods', writer: 'libreoffice', sheets: [{ name: 'Sheet1', rows: table }] },
];
