import { cellValue } from '../../../contract/field-kinds.js';
import { type Field, STUDENT_FIELDS, TERM_FIELDS } from '../../../contract/field-list.js';
import { wholeDollars } from '../../../engine/texts.js';
import { refusalIn } from '../../../recipe/rows/refusal-cells.js';
import { type AnswerColumn, AnswerReader, type AnswerRow, answerIn } from '../../../review/answer-reader.js';
import {
  ALWAYS_SHOWN,
  type AnswerOfRow,
  AnswerWorkbook,
  answerColumns,
  type Shown,
} from '../../../review/answer-workbook.js';
import {
  type CalculatedRow,
  calculatedRow,
  cellOf,
  paidOf,
  studentRows,
} from '../../../review/calculated-file.js';
import { AnswerDiff, type Change } from '../../../review/diff.js';
import { type Failures, failedRows } from '../../../review/failures.js';
import { AnswerReview } from '../../../review/summary.js';
import { runWithPauses } from '../../../table/steps.js';
import { tableError } from '../../../table/table-error.js';
import type { SheetCell } from '../../../table/workbook-writer.js';
import { cellText } from '../../labels.js';
import { linkTo } from '../../one/case.js';
import { type Call, type Converted, gathered, type HeldFile, piecesOf, readBytes } from './held-file.js';
import type { Comparison, Filter, Outcome, Plan, Preview, PreviewQuestion } from './worker-protocol.js';

/** An answer, and everything that later questions about it need. */
export interface HeldAnswer extends Converted {
  readonly plan: Plan;
  readonly held: HeldFile;
  readonly failed: Failures;
  readonly outcome: Outcome;
}

/** Calculates a plan. @throws RecipeError, TableError or ApiError if it does not fit; the signal's reason. */
export async function calculated(held: HeldFile, plan: Plan, call: Call): Promise<HeldAnswer> {
  const { awardYear } = plan;
  const { bytes, file, origins } = await held.converted(plan, call);
  const review = new AnswerReview({ bytes, file }, awardYear, origins);
  // For an unchanged file, the answer has the same bytes as the service's.
  const pieces = function* () {
    for (const piece of review.answer(bytes !== held.bytes)) {
      call.tell('calculating', review.rows, file.rowCount);
      yield piece;
    }
  };
  const answer = await gathered(pieces(), call);
  const { failed } = review;
  const outcome = { summary: review.summary(), failures: failed.groups(), answer };
  return { plan, held, bytes, file, origins, failed, outcome };
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * A workbook of the person's own rows with the answer beside them, and a list of assumptions.
 *
 * @throws TableError if a sheet cannot hold all rows.
 */
export async function workbookOf(answer: HeldAnswer, call: Call): Promise<Blob> {
  const { held, origins, failed, outcome } = answer;
  const { recipe, awardYear, mends } = answer.plan;
  const read = await held.table(recipe.read, call);
  const { examination } = await held.examined(read, recipe, awardYear, call);
  const assumptions = [...examination.sentences.map(({ text }) => text), ...mends.map(({ said }) => said)];
  const parts: Blob[] = [];
  const workbook = new AnswerWorkbook((piece) => parts.push(new Blob([piece.slice()])));
  for await (const piece of piecesOf(outcome.answer, call, 'writing')) workbook.add(piece);
  const { warnings } = outcome.summary;
  const content = { table: read.table, recipe, calculated: answer, origins, failed, assumptions, warnings };
  await runWithPauses(workbook.finishing(content), call.signal);
  return new Blob(parts, { type: XLSX });
}

/** The person's own rows that failed, each with the reason. */
export async function failedOf({ plan, held, failed }: HeldAnswer, call: Call): Promise<Blob> {
  const { table } = await held.table(plan.recipe.read, call);
  return gathered(failedRows(table, failed), call);
}

const NO_ANSWER = 'This file is not an answer. Choose one that was saved here: a workbook or a CSV.';
const MOST_STUDENTS = 200;

/** Compares an answer with an earlier one. @throws TableError for a file that is not an answer. */
export async function compared({ outcome }: HeldAnswer, before: Blob, call: Call): Promise<Comparison> {
  const earlier = await answerIn(await readBytes(before, call));
  if (earlier === null) throw tableError(NO_ANSWER);
  const students: Comparison['students'][number][] = [];
  const diff = new AnswerDiff(earlier, (student) => {
    if (students.length < MOST_STUDENTS) students.push({ ...student, said: changesText(student.changes) });
  });
  for await (const piece of piecesOf(outcome.answer, call, 'comparing')) diff.add(piece);
  return { summary: diff.finish(), students };
}

const IN_TERM: Readonly<Partial<Record<AnswerColumn, string>>> = {
  term_equal_subsidized: 'subsidized',
  term_equal_unsubsidized: 'unsubsidized',
  term_equal_grad_plus: 'Grad PLUS',
};

/** `Spring: subsidized $1,200 (was $900)`: equal installments, including what was paid. */
function changesText(changes: readonly Change[]): string {
  const terms = [...new Set(changes.map(({ term }) => term))];
  const texts = terms.flatMap((term) => {
    const loans = changes.flatMap(({ column, term: own, before, after }) => {
      const loan = own === term ? IN_TERM[column] : undefined;
      return loan === undefined
        ? []
        : `${loan} ${wholeDollars(Number(after))} (was ${wholeDollars(Number(before))})`;
    });
    return loans.length === 0 ? [] : `${term}: ${loans.join(', ')}`;
  });
  const isOther = changes.some(({ term }) => term !== null);
  return texts.length === 0 && isOther ? 'the same in equal installments' : texts.join('; ');
}

interface Found extends AnswerOfRow {
  /** The index of the row in the answer. */
  readonly place: number;
  /** The credits that were counted, or an empty text if the cell could not be read. */
  readonly credits: string;
  readonly originals: readonly number[];
  readonly remark: string;
}

/** Rows beyond these are easier to find by student id, or in the workbook. */
const MOST_ROWS = 100;

/** The first rows that match a question. The answer is read only as far as needed. */
export async function previewOf(answer: HeldAnswer, question: PreviewQuestion, call: Call): Promise<Preview> {
  const found = await rowsOf(answer, question, call);
  const rows = found.slice(0, MOST_ROWS);
  const columns = shownColumns(rows);
  return {
    head: columns.map(({ heading, style }) => ({ text: heading, isNumber: style !== 'text' })),
    rows: rows.map((row) => ({
      cells: columns.map((column) => shownText(column, row)),
      remark: row.remark,
      link: row.answer.cell('error') === '' ? caseLink(answer, row.place) : null,
    })),
    hasMore: found.length > MOST_ROWS,
  };
}

type ShownColumn = Pick<Shown, 'heading' | 'style'> & { readonly cellOf: (row: Found) => SheetCell };

const WHOSE: readonly ShownColumn[] = [
  { heading: 'Student ID', style: 'text', cellOf: ({ answer }) => answer.cell('student_id') },
  { heading: 'Term', style: 'text', cellOf: ({ answer }) => answer.cell('term_label') },
];

const FROM_WHAT: readonly ShownColumn[] = [
  { heading: 'Credits counted', style: 'number', cellOf: ({ credits }) => credits },
  { heading: 'Row', style: 'text', cellOf: ({ originals }) => originals.join(', ') },
];

/** The workbook's columns with any content, without sentences and limits; amounts first, sources last. */
function shownColumns(rows: readonly Found[]): readonly ShownColumn[] {
  const hasPaid = rows.some(({ paid }) => Object.values(paid).some((dollars) => dollars > 0));
  const isShown = ({ column, style, cellOf }: Shown): boolean =>
    (style !== 'text' || column === 'term_enrollment_status') &&
    !column.startsWith('annual_') &&
    column !== 'term_enrollment_intensity_pct' &&
    rows.some((row) => {
      const cell = cellOf(row) ?? '';
      return cell !== '' && (cell !== 0 || ALWAYS_SHOWN.includes(column));
    });
  const shown = answerColumns(hasPaid).filter(isShown);
  const [amounts, others] = [true, false].map((are) =>
    shown.filter(({ style }) => (style === 'dollars') === are),
  );
  return [...WHOSE, ...(amounts ?? []), ...(others ?? []), ...FROM_WHAT];
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
      // Final credits replace enrolled ones. An unreadable value is explained below the row.
      const credits = cellOf(row, 'term_actual_final_credits') || cellOf(row, 'term_credits_enrolled');
      // Warnings show only in their own filters, and the row numbers of an error have a column.
      const warnings = ['warnings', 'overpaid'].includes(filter) ? each.cell('warnings') : '';
      const remark = each.cell('error').replace(/ \(rows? [0-9][^()]*\)$/, '') || warnings;
      found.push({
        place,
        answer: each,
        paid: paidOf(row),
        credits: refusalIn(credits) === null ? credits : '',
        originals: answer.origins.fileRowsOf(row.row),
        // Sentences that the answer separates with semicolons already end with a period.
        remark: isTold ? '' : cellText('warnings', remark).replaceAll('.;', '.'),
      });
      isTold = true;
    }
  });
  for await (const piece of piecesOf(answer.outcome.answer, call, 'looking')) {
    reader.add(piece);
    if (found.length > MOST_ROWS) return found;
  }
  reader.finish();
  return found;
}

/** A link to the student's case on the page for one student, without the student's id. */
function caseLink(answer: HeldAnswer, place: number): string {
  const rows = studentRows(answer, place);
  // The form's choices are `true` and `false`, and lowercase words such as `independent`.
  const typedAs = (field: Field, cell: string): string =>
    cell !== '' && (field.kind === 'flag' || field.kind === 'choice') ? String(cellValue(field, cell)) : cell;
  const typed = (fields: readonly Field[], row: CalculatedRow) =>
    Object.fromEntries(fields.map((field) => [field.name, typedAs(field, cellOf(row, field.column))]));
  return `/${linkTo({
    awardYear: answer.plan.awardYear,
    student: typed(STUDENT_FIELDS, rows[0]),
    terms: rows.map((row) => typed(TERM_FIELDS, row)),
  })}`;
}
