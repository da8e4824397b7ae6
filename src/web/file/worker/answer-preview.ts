import { cellValue } from '../../../contract/cell-value.js';
import { cellText } from '../../../contract/field-labels.js';
import { type Field, STUDENT_FIELDS, TERM_FIELDS } from '../../../contract/field-list.js';
import { wholeDollars } from '../../../engine/texts.js';
import { remarkIn } from '../../../recipe/failed-here.js';
import { AnswerReader, type AnswerRow } from '../../../review/answer-reader.js';
import {
  type CalculatedRow,
  calculatedRow,
  cellOf,
  paidOf,
  studentRows,
} from '../../../review/calculated-file.js';
import { type AnswerOfRow, answerColumns, type Shown } from '../../../review/own-sheet.js';
import type { Table } from '../../../table/open-table.js';
import type { SheetCell } from '../../../table/workbook-writer.js';
import { linkTo } from '../../one/case.js';
import type { HeldAnswer } from './held-answer.js';
import { type Call, piecesOf } from './held-file.js';
import type { Filter, Preview, PreviewQuestion } from './worker-protocol.js';

interface Found extends AnswerOfRow {
  /** Its place in the answer, from 0. */
  readonly place: number;
  /** What was counted; empty where that was no number. */
  readonly credits: string;
  readonly originals: readonly number[];
  readonly remark: string;
}

/** More rows are found faster by their student's id, or in the workbook. */
const MOST_ROWS = 100;

/** Searches an answer for rows from the beginning, no further than necessary. */
export async function previewOf(answer: HeldAnswer, question: PreviewQuestion, call: Call): Promise<Preview> {
  const found = await rowsOf(answer, question, call);
  const rows = found.slice(0, MOST_ROWS);
  const table = await answer.held.table(answer.plan.recipe.read, call, 'looking');
  const own = ownRows(table, rows);
  const columns = shownColumns(rows);
  return {
    head: columns.map(({ heading, style }) => ({ text: heading, isNumber: style !== 'text' })),
    rows: rows.map((row, nth) => ({
      cells: columns.map((column) => shownText(column, row)),
      remark: row.remark,
      own: own[nth] ?? [],
      link: row.answer.cell('error') === '' ? caseLink(answer, row.place) : null,
    })),
    hasMore: found.length > MOST_ROWS,
  };
}

type ShownColumn = Pick<Shown, 'heading' | 'style'> & { readonly cellOf: (row: Found) => SheetCell };

/**
 * The columns of the workbook, as far as these rows have anything there, without sentences and the limits of the year; before
 * them what was counted, which the rows of the file do not tell where several became one.
 */
function shownColumns(rows: readonly Found[]): readonly ShownColumn[] {
  const hasPaid = rows.some(({ paid }) => Object.values(paid).some((dollars) => dollars > 0));
  const isShown = ({ column, style, isAlways }: Shown): boolean =>
    (style !== 'text' || column === 'term_enrollment_status') &&
    !column.startsWith('annual_') &&
    column !== 'term_enrollment_intensity_pct' &&
    rows.some(({ answer }) => answer.cell(column) !== '' && (isAlways || answer.cell(column) !== '0'));
  const ofAnswer = answerColumns(hasPaid).filter(isShown);
  const counted: readonly (ShownColumn | false)[] = [
    { heading: 'Student ID', style: 'text', cellOf: ({ answer }) => answer.cell('student_id') },
    { heading: 'Term', style: 'text', cellOf: ({ answer }) => answer.cell('term_label') },
    rows.some(({ credits }) => credits !== '') && {
      heading: 'Credits counted',
      style: 'number',
      cellOf: ({ credits }) => credits,
    },
    rows.some(({ originals }) => originals.length !== 1) && {
      heading: 'Rows',
      style: 'text',
      cellOf: ({ originals }) => originals.join(', '),
    },
  ];
  return [...counted.filter((column) => column !== false), ...ofAnswer];
}

function shownText({ style, cellOf }: ShownColumn, row: Found): string {
  const cell = cellOf(row) ?? '';
  if (typeof cell !== 'number') return String(cell);
  return style === 'percent' ? `${cell}%` : wholeDollars(cell);
}

const IS_WANTED: Readonly<Record<Filter, (row: AnswerRow) => boolean>> = {
  all: () => true,
  failed: (row) => row.cell('error') !== '',
  warnings: (row) => row.cell('warnings') !== '',
  reduced: (row) => (row.whole('reduced_annual_pct') ?? 100) < 100,
  overpaid: (row) => row.cell('term_final_term_overdisbursement') === 'true',
};

async function rowsOf(
  answer: HeldAnswer,
  { filter, search }: PreviewQuestion,
  call: Call,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const wanted = search.trim().toLowerCase();
  const isWanted = (row: AnswerRow): boolean =>
    IS_WANTED[filter](row) && row.cell('student_id').toLowerCase().includes(wanted);
  let next = 0;
  const reader = new AnswerReader((rows) => {
    let isTold = false;
    for (const each of rows) {
      const place = next++;
      if (found.length > MOST_ROWS || !isWanted(each)) continue;
      const row = calculatedRow(answer, place);
      // Final credits replace those enrolled. Why a student is not calculated is said below the row.
      const credits = cellOf(row, 'term_actual_final_credits') || cellOf(row, 'term_credits_enrolled');
      const [remark = ''] = (['error', 'warnings'] as const)
        .map((column) => each.cell(column))
        .filter(Boolean);
      found.push({
        place,
        answer: each,
        paid: paidOf(row),
        credits: remarkIn(credits) === null ? credits : '',
        originals: answer.origins.of(row.row),
        // Sentences that the answer separates by semicolons end with a period already.
        remark: isTold ? '' : cellText('warnings', remark).replaceAll('.;', '.'),
      });
      isTold = true;
    }
  });
  for await (const piece of piecesOf(answer.outcome.answer, call, 'checking')) {
    reader.add(piece);
    if (found.length > MOST_ROWS) return found;
  }
  reader.finish();
  return found;
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
  const rows = studentRows(answer, place);
  const typed = (fields: readonly Field[], row: CalculatedRow) =>
    Object.fromEntries(fields.map((field) => [field.name, typedAs(field, cellOf(row, field.column))]));
  return `/${linkTo({
    awardYear: answer.plan.awardYear,
    student: typed(STUDENT_FIELDS, rows[0]),
    terms: rows.map((row) => typed(TERM_FIELDS, row)),
  })}`;
}

/** What the form of one student has for a cell: a yes is chosen there as `true`, and `Independent` in small letters. */
function typedAs(field: Field, cell: string): string {
  const isChosen = cell !== '' && (field.kind === 'flag' || field.kind === 'choice');
  return isChosen ? String(cellValue(field, cell)) : cell;
}
