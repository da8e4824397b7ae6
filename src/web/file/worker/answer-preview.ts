import { cellValue } from '../../../contract/cell-value.js';
import { RESPONSE_COLUMNS } from '../../../contract/csv-response.js';
import { cellText, columnLabel, isFigure } from '../../../contract/field-labels.js';
import { type Field, STUDENT_FIELDS, TERM_FIELDS } from '../../../contract/field-list.js';
import { wholeDollars } from '../../../engine/texts.js';
import { remarkIn } from '../../../recipe/failed-here.js';
import { type AnswerColumn, AnswerReader, type AnswerRecord } from '../../../review/answer-reader.js';
import { type CalculatedRow, calculatedRow, cellOf } from '../../../review/calculated-rows.js';
import { LOANS_OF_TERM, paidOf, payableNow } from '../../../review/paid-and-payable.js';
import type { Table } from '../../../table/open-table.js';
import { linkTo } from '../../one/case-link.js';
import { type Call, piecesOf } from './blobs.js';
import type { HeldAnswer } from './held-answer.js';
import { type Filter, PREVIEW_ROWS, type Preview, type PreviewQuestion } from './worker-protocol.js';

/** A row of the answer that is shown. */
interface Found {
  /** Its place in the answer, from 0. */
  readonly place: number;
  readonly texts: ReadonlyMap<AnswerColumn, string>;
  /** What was paid for its term, as {@link paidOf} gives it. */
  readonly paid: readonly number[];
  readonly credits: string;
  /** The rows of the file that it was made from. */
  readonly originals: readonly number[];
  /** Whether a row above is of the same student. */
  readonly isTold: boolean;
}

/** Searches an answer for rows from the beginning, no further than necessary. */
export async function previewOf(answer: HeldAnswer, question: PreviewQuestion, call: Call): Promise<Preview> {
  const found = await rowsOf(answer, question, call);
  const rows = found.slice(0, PREVIEW_ROWS);
  const table = await answer.held.table(answer.plan.recipe.read, call, 'looking');
  const own = ownRows(table, rows);
  // Columns that are empty in all of these rows are left out, so that more of the others fit.
  const [id, term, ...others] = SHOWN.filter((column) =>
    rows.some(({ texts }) => hasSome(column, texts.get(column))),
  ).map((column) => columnsFor(column, rows));
  const columns = [id ?? [], term ?? [], ...countedColumns(rows), ...others].flat();
  return {
    head: columns.map(({ text, isNumber }) => ({ text, isNumber })),
    ownHead: table.header,
    rows: rows.map((row, nth) => ({
      cells: columns.map(({ cellOf }) => cellOf(row)),
      remark: remarkOf(row),
      own: own[nth] ?? [],
      link: row.texts.get('error') === '' ? caseLink(answer, row.place) : null,
    })),
    hasMore: found.length > PREVIEW_ROWS,
  };
}

const FIRST: readonly AnswerColumn[] = [
  'student_id',
  'term_label',
  'term_enrollment_status',
  'reduced_annual_pct',
];
const REMARKS: readonly AnswerColumn[] = ['error', 'warnings'];
/** The columns that have a label, but the limits of the year. */
const SHOWN: readonly AnswerColumn[] = [
  ...FIRST,
  ...RESPONSE_COLUMNS.filter(
    (column) =>
      columnLabel(column) !== column &&
      !column.startsWith('annual_') &&
      ![...FIRST, ...REMARKS].includes(column),
  ),
];

/** What was counted, which the rows of the file do not tell where several became one. */
function countedColumns(rows: readonly Found[]): readonly ShownColumn[] {
  // Why a student is not calculated is said below the row.
  const creditsOf = (row: Found) => (remarkIn(row.credits) === null ? row.credits : '');
  const credits = { text: 'Credits counted', isNumber: true, cellOf: creditsOf };
  const own = { text: 'Rows', isNumber: false, cellOf: (row: Found) => row.originals.join(', ') };
  return [
    ...(rows.some((row) => creditsOf(row) !== '') ? [credits] : []),
    ...(rows.some(({ originals }) => originals.length !== 1) ? [own] : []),
  ];
}

/** Sentences that the answer separates by semicolons, which end with a period already. */
function remarkOf({ texts, isTold }: Found): string {
  const [text = ''] = REMARKS.map((column) => cellText(column, texts.get(column) ?? '')).filter(Boolean);
  return isTold ? '' : text.replaceAll('.;', '.');
}

/** Most students have no Grad PLUS. */
function hasSome(column: AnswerColumn, text: string = ''): boolean {
  return text !== '' && !(text === '0' && column.endsWith('grad_plus'));
}

interface ShownColumn {
  readonly text: string;
  readonly isNumber: boolean;
  readonly cellOf: (row: Found) => string;
}

/** What is shown of a column of the answer: of amounts that include what was paid, that and the rest. */
function columnsFor(column: AnswerColumn, rows: readonly Found[]): readonly ShownColumn[] {
  const label = columnLabel(column);
  const textIn = ({ texts }: Found): string => texts.get(column) ?? '';
  const nth = LOANS_OF_TERM.findIndex(
    ({ equal, proportional }) => equal === column || proportional === column,
  );
  const loan = LOANS_OF_TERM[nth];
  const isPaid = (at: number): boolean => rows.some(({ paid }) => (paid[at] ?? 0) > 0);
  if (loan === undefined || !LOANS_OF_TERM.some((_, at) => isPaid(at))) {
    const cellOf = (row: Found): string => cellText(column, textIn(row));
    return [{ text: label, isNumber: isFigure(column), cellOf }];
  }
  const dollars = (text: string, of: (amount: string, paid: number) => number | null): ShownColumn => ({
    text,
    isNumber: true,
    cellOf: (row) => {
      const amount = of(textIn(row), row.paid[nth] ?? 0);
      return amount === null ? '' : wholeDollars(amount);
    },
  });
  const paid = dollars(`${loan.name}, already paid`, (amount, paid) => (amount === '' ? null : paid));
  return [
    ...(loan.equal === column && isPaid(nth) ? [paid] : []),
    dollars(`${label}, may be paid now`, payableNow),
  ];
}

const IS_WANTED: Readonly<Record<Filter, (record: AnswerRecord) => boolean>> = {
  all: () => true,
  failed: (record) => record.text('error') !== '',
  warnings: (record) => record.text('warnings') !== '',
  reduced: (record) => (record.whole('reduced_annual_pct') ?? 100) < 100,
  overpaid: (record) => record.text('term_final_term_overdisbursement') === 'true',
};

/** Final credits replace those enrolled. */
const CREDITS = ['term_actual_final_credits', 'term_credits_enrolled'];

async function rowsOf(
  answer: HeldAnswer,
  { filter, search, skip }: PreviewQuestion,
  call: Call,
): Promise<readonly Found[]> {
  const rows: Found[] = [];
  const wanted = search.trim().toLowerCase();
  let passed = 0;
  let place = -1;
  let lastStudent = -1;
  let student = -1;
  const reader = new AnswerReader((record) => {
    place += 1;
    if (!record.isOfSameStudent) student += 1;
    if (rows.length > PREVIEW_ROWS || !IS_WANTED[filter](record)) return;
    if (!record.text('student_id').toLowerCase().includes(wanted)) return;
    passed += 1;
    if (passed <= skip) return;
    const texts = new Map([...SHOWN, ...REMARKS].map((each) => [each, record.text(each)]));
    const row = calculatedRow(answer, place);
    const [credits = ''] = CREDITS.map((each) => cellOf(row, each)).filter(Boolean);
    const originals = answer.origins.of(row.row);
    rows.push({ place, texts, paid: paidOf(row), credits, originals, isTold: student === lastStudent });
    lastStudent = student;
  });
  for await (const piece of piecesOf(answer.outcome.answer, call, 'checking')) {
    reader.add(piece);
    if (rows.length > PREVIEW_ROWS) break;
  }
  return rows;
}

/** The record of the calculated file that a row of the answer is of. */
function recordAt({ file }: HeldAnswer, place: number): number {
  return file.records.order?.[place] ?? place;
}

/** The person's own cells for each row of the answer. */
function ownRows(table: Table, found: readonly Found[]): (readonly string[])[] {
  const wanted = new Set(found.flatMap(({ originals }) => originals));
  const own = new Map<number, readonly string[]>();
  for (const { row, cells } of wanted.size === 0 ? [] : table.rows()) {
    if (!wanted.delete(row)) continue;
    own.set(row, cells);
    if (wanted.size === 0) break;
  }
  const texts = (originals: readonly number[], at: number): string =>
    [...new Set(originals.map((row) => own.get(row)?.[at] ?? ''))].join(' · ');
  return found.map(({ originals }) => table.header.map((_, at) => texts(originals, at)));
}

/** The link to the student of a row on the page for one student, with the reasons. It does not contain the student's id. */
function caseLink(answer: HeldAnswer, place: number): string {
  const { students } = answer.file.records;
  const student = students[recordAt(answer, place)];
  const isOfStudent = (at: number): boolean =>
    at >= 0 && at < answer.file.rowCount && students[recordAt(answer, at)] === student;
  let first = place;
  while (isOfStudent(first - 1)) first -= 1;
  const rows: CalculatedRow[] = [];
  for (let at = first; isOfStudent(at); at++) rows.push(calculatedRow(answer, at));
  const filled = (fields: readonly Field[], row: CalculatedRow) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const cell = cellOf(row, field.column);
        return cell === '' ? [] : [[field.name, typedAs(field, cell)] as const];
      }),
    );
  const typed = {
    awardYear: answer.plan.awardYear,
    student: filled(STUDENT_FIELDS, calculatedRow(answer, first)),
    terms: rows.map((row) => filled(TERM_FIELDS, row)),
  };
  return `/${linkTo(typed)}`;
}

/** What the form of one student has for a cell: a yes is chosen there as `true`, and `Independent` in small letters. */
function typedAs(field: Field, cell: string): string {
  const isChosen = field.kind === 'flag' || field.kind === 'choice';
  return isChosen ? String(cellValue(field, cell)) : cell;
}
