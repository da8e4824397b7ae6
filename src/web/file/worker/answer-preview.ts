import { cellValue } from '../../../contract/cell-value.js';
import { RESPONSE_COLUMNS } from '../../../contract/csv-response.js';
import { cellText, columnLabel, isFigure } from '../../../contract/field-labels.js';
import { type Field, STUDENT_FIELDS, TERM_FIELDS } from '../../../contract/field-list.js';
import { cellsOf } from '../../../csv/head.js';
import type { SplitFile } from '../../../csv/split.js';
import { textOf } from '../../../csv/text.js';
import { wholeDollars } from '../../../engine/texts.js';
import type { RowOrigins } from '../../../recipe/row-origins.js';
import { type AnswerColumn, type AnswerRecord, AnswerRecords } from '../../../review/answer-records.js';
import { LOANS_OF_TERM, paidOf, payableNow } from '../../../review/paid-and-payable.js';
import type { Table } from '../../../table/open-table.js';
import { linkTo } from '../../one/case-link.js';
import { piecesOf } from './blobs.js';
import { type Filter, PREVIEW_ROWS, type Preview, type PreviewQuestion } from './outcome.js';

/** What previews are made from. */
export interface Previewed {
  readonly answer: Blob;
  readonly table: Table;
  readonly origins: RowOrigins;
  readonly bytes: Uint8Array;
  readonly file: SplitFile;
  readonly awardYear: string;
}

const FIRST: readonly AnswerColumn[] = ['student_id', 'term_label'];

/** The columns shown of a row: those that have a label, but the limits of the year. What is wrong comes first where that is looked for. */
function shownColumns(filter: Filter): readonly AnswerColumn[] {
  const others = RESPONSE_COLUMNS.filter(
    (column) =>
      columnLabel(column) !== column &&
      !column.startsWith('annual_') &&
      !FIRST.includes(column) &&
      column !== 'error',
  );
  return filter === 'failed' ? [...FIRST, 'error', ...others] : [...FIRST, ...others, 'error'];
}

const ERROR = columnLabel('error');

interface Found {
  readonly texts: ReadonlyMap<AnswerColumn, string>;
  /** The index of the row in the answer, from 0. */
  readonly place: number;
  /** The student's number in the file, from 0. */
  readonly student: number;
  readonly isFailed: boolean;
  /** Whether a row above is of the same student. */
  readonly isTold: boolean;
}

/** Searches an answer for rows from the beginning, no further than necessary. */
export async function previewOf(
  from: Previewed,
  question: PreviewQuestion,
  signal: AbortSignal,
): Promise<Preview> {
  const columnsShown = shownColumns(question.filter);
  const found = await rowsOf(from.answer, question, columnsShown, signal);
  const shown = found.slice(0, PREVIEW_ROWS);
  const own = ownRows(from, shown);
  const rows = shown.map((each) => ({ ...each, paid: paidOf(calculatedRow(from, each.place)) }));
  const hasPaid = rows.some(({ paid }) => paid.some((dollars) => dollars > 0));
  // Columns that are empty in all of these rows are left out, so that more of the others fit.
  const columns = columnsShown
    .filter((column) => rows.some(({ texts }) => hasSome(column, texts.get(column))))
    .flatMap((column) => columnsFor(column, hasPaid));
  return {
    head: columns.map(({ text, isNumber }) => ({ text, isNumber })),
    ownHead: from.table.header,
    rows: rows.map((row, nth) => ({
      cells: columns.map(({ text, cellOf }) => (row.isTold && text === ERROR ? '' : cellOf(row))),
      own: own[nth] ?? [],
      link: row.isFailed ? null : caseLink(from, row.student),
    })),
    hasMore: found.length > PREVIEW_ROWS,
  };
}

interface ShownColumn {
  readonly text: string;
  readonly isNumber: boolean;
  /** The cell of a row; `paid` as {@link paidOf} gives it. */
  readonly cellOf: (row: Pick<Found, 'texts'> & { readonly paid: readonly number[] }) => string;
}

/** What is shown of a column of the answer: of amounts that include what was paid, that and the rest. */
function columnsFor(column: AnswerColumn, hasPaid: boolean): readonly ShownColumn[] {
  const whole: ShownColumn = {
    text: columnLabel(column),
    isNumber: isFigure(column),
    cellOf: ({ texts }) => cellText(column, texts.get(column) ?? ''),
  };
  const nth = LOANS_OF_TERM.findIndex(
    ({ equal, proportional }) => equal === column || proportional === column,
  );
  const loan = LOANS_OF_TERM[nth];
  if (!hasPaid || loan === undefined) return [whole];
  const dollars = (text: string, of: (amount: string, paid: number) => number | null): ShownColumn => ({
    text,
    isNumber: true,
    cellOf: ({ texts, paid }) => {
      const shown = of(texts.get(column) ?? '', paid[nth] ?? 0);
      return shown === null ? '' : wholeDollars(shown);
    },
  });
  return [
    ...(loan.equal === column
      ? [dollars(`${loan.name}, already paid`, (amount, paid) => (amount === '' ? null : paid))]
      : []),
    dollars(`${whole.text}, may be paid now`, payableNow),
  ];
}

/** The row of the file that was calculated for a row of the answer. */
function calculatedRow({ bytes, file }: Previewed, place: number) {
  const { order, starts, ends } = file.records;
  const record = order?.[place] ?? place;
  return {
    cells: cellsOf(textOf(bytes, starts[record], ends[record])),
    columns: file.head.header.columns,
  };
}

/** Most students have no Grad PLUS. */
function hasSome(column: AnswerColumn, text: string = ''): boolean {
  return text !== '' && !(text === '0' && column.endsWith('grad_plus'));
}

async function rowsOf(
  answer: Blob,
  { filter, search, skip }: PreviewQuestion,
  columns: readonly AnswerColumn[],
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const rows: Found[] = [];
  let passed = 0;
  let place = -1;
  let student = -1;
  const wanted = search.trim().toLowerCase();
  const records = new AnswerRecords((record) => {
    place += 1;
    if (!record.isOfSameStudent) student += 1;
    if (rows.length > PREVIEW_ROWS || !isWanted(record, filter)) return;
    if (wanted !== '' && !record.text('student_id').toLowerCase().includes(wanted)) return;
    passed += 1;
    if (passed <= skip) return;
    const texts = new Map(columns.map((column) => [column, record.text(column)] as const));
    // What is wrong is said once a student.
    const isTold = rows.at(-1)?.student === student;
    rows.push({ texts, place, student, isFailed: record.text('error') !== '', isTold });
  });
  for await (const piece of piecesOf(answer, signal, () => {})) {
    records.add(piece);
    if (rows.length > PREVIEW_ROWS) break;
  }
  return rows;
}

/** The person's own row for each row of the answer. */
function ownRows({ table, origins, file }: Previewed, found: readonly Found[]): (readonly string[])[] {
  const { order, rows } = file.records;
  const originals = found.map(({ place }) => origins.of(rows[order?.[place] ?? place] ?? 0)[0]);
  const wanted = new Set(originals.filter((row) => row !== undefined));
  const own = new Map<number | undefined, readonly string[]>();
  for (const { row, cells } of wanted.size === 0 ? [] : table.rows()) {
    if (!wanted.delete(row)) continue;
    own.set(row, cells);
    if (wanted.size === 0) break;
  }
  return originals.map((row) => own.get(row) ?? []);
}

function isWanted(record: AnswerRecord, filter: Filter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'failed':
      return record.text('error') !== '';
    case 'warnings':
      return record.text('warnings') !== '';
    case 'reduced':
      return (record.whole('reduced_annual_pct') ?? 100) < 100;
    case 'overpaid':
      return record.text('term_final_term_overdisbursement') === 'true';
  }
}

/** The link to a student of a file on the page for one student, with the reasons. It does not contain the student's id. */
function caseLink({ bytes, file, awardYear }: Previewed, student: number): string {
  const { columns } = file.head.header;
  const { starts, ends, students } = file.records;
  const rows: (readonly string[])[] = [];
  for (let record = 0; record < students.length; record++) {
    if (students[record] !== student || ends[record] === 0) continue;
    rows.push(cellsOf(textOf(bytes, starts[record], ends[record])));
  }
  const filled = (fields: readonly Field[], cells: readonly string[]) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const cell = (cells[columns.indexOf(field.column)] ?? '').trim();
        return cell === '' ? [] : [[field.name, typedAs(field, cell)] as const];
      }),
    );
  const typed = {
    awardYear,
    student: filled(STUDENT_FIELDS, rows[0] ?? []),
    terms: rows.map((cells) => filled(TERM_FIELDS, cells)),
  };
  return `/${linkTo(typed)}`;
}

/** What the form of one student has for a cell: a yes is chosen there as `true`, and `Independent` in small letters. */
function typedAs(field: Field, cell: string): string {
  const isChosen = field.kind === 'flag' || field.kind === 'choice';
  return isChosen ? String(cellValue(field, cell)) : cell;
}
