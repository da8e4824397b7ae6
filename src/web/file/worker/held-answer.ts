import { HEADER_ROW } from '../../../contract/csv-response.js';
import { calculateChunk, writeRecords } from '../../../csv/calculate-chunk.js';
import { cutChunk, planChunks } from '../../../csv/chunk.js';
import type { SplitFile } from '../../../csv/split.js';
import { bytesOf } from '../../../csv/text.js';
import type { DisbursementOption } from '../../../engine/answer-format.js';
import type { RowOrigins } from '../../../recipe/row-origins.js';
import { added, answerIn, NO_LOANS } from '../../../review/answer-reader.js';
import { AnswerWorkbook } from '../../../review/answer-workbook.js';
import {
  type CalculatedFile,
  calculatedRow,
  LOANS_OF_TERM,
  paidOf,
} from '../../../review/calculated-rows.js';
import { AnswerDiff, type ChangedStudent } from '../../../review/diff.js';
import { failedRows, OwnErrors } from '../../../review/failed-rows.js';
import type { Failures } from '../../../review/failures.js';
import { AnswerReview } from '../../../review/summary.js';
import { byAndBy, isStepDue, type Steps } from '../../../table/steps.js';
import { tableError } from '../../../table/table-error.js';
import { type Call, gathered, piecesOf, readBytes } from './blobs.js';
import type { HeldFile } from './held-file.js';
import type { Comparison, Outcome, Plan } from './worker-protocol.js';

/** An answer, and everything that later questions about it need. */
export interface HeldAnswer {
  readonly plan: Plan;
  readonly held: HeldFile;
  /** What was calculated: the file in our shape. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly file: SplitFile;
  readonly origins: RowOrigins;
  readonly failed: Failures;
  readonly outcome: Outcome;
}

/**
 * Calculates a plan here.
 *
 * @throws RecipeError, TableError or ApiError if the file cannot be calculated that way, or the signal's reason.
 */
export async function calculated(held: HeldFile, plan: Plan, call: Call): Promise<HeldAnswer> {
  const { awardYear } = plan;
  const { bytes, file, origins } = await held.converted(plan, call);
  const review = new AnswerReview(origins);
  const given = await gathered(answerPieces(bytes, file, awardYear, review, call), call);
  const { failures, ...summary } = await byAndBy(review.finishing({ bytes, file }, awardYear), call.signal);
  if (summary.rows !== file.rowCount) throw new Error('The answer lacks rows.');
  const { failed } = review;
  // A file that was calculated as it is has the bytes of the service's answer.
  const isOwn = bytes === held.bytes || summary.failedStudents === 0;
  const answer = isOwn ? given : await withOwnErrors(given, failed, call);
  const groups = failures.map((group) => ({
    ...group,
    rows: Uint32Array.from(group.rows),
    leftOut: Uint32Array.from(group.leftOut),
  }));
  const paid = await byAndBy(paidIn({ bytes, file }, failed), call.signal);
  const outcome = { summary, paid, failures: groups, answer, rowsRead: rowsRead(file, origins) };
  return { plan, held, bytes, file, origins, failed, outcome };
}

function* paidIn(calculated: CalculatedFile, failed: Failures): Steps<DisbursementOption> {
  const { head, rowCount } = calculated.file;
  let sum = NO_LOANS;
  const hasPaid = LOANS_OF_TERM.some(({ paid }) => head.header.columns.includes(paid));
  for (let place = 0; hasPaid && place < rowCount; place++) {
    if (isStepDue(place)) yield;
    if (failed.errorInAnswer(place) !== undefined) continue;
    const [subsidized = 0, unsubsidized = 0, grad_plus = 0] = paidOf(calculatedRow(calculated, place));
    sum = added(sum, { subsidized, unsubsidized, grad_plus });
  }
  return sum;
}

function rowsRead({ records, rowCount }: SplitFile, origins: RowOrigins): number {
  if (origins.keepsNumbers) return rowCount;
  const read = new Set<number>();
  for (const row of records.rows.subarray(0, rowCount)) for (const own of origins.of(row)) read.add(own);
  return read.size;
}

const CHUNK_ROWS = 2000;

/** The same answer as the service, byte for byte: the header row, then whole rows of whole students. */
function* answerPieces(
  bytes: Uint8Array,
  file: SplitFile,
  awardYear: string,
  review: AnswerReview,
  { tell }: Call,
): Iterable<Uint8Array<ArrayBuffer>> {
  const header = bytesOf(HEADER_ROW);
  review.add(header);
  yield header;
  for (const span of planChunks(file, CHUNK_ROWS)) {
    const chunk = cutChunk(bytes, file, span, { format: 'csv', escapeFormulas: false, awardYear });
    const { body } = calculateChunk(chunk, () => writeRecords);
    tell('calculating', span.to, file.rowCount);
    review.add(body);
    yield body;
  }
}

/** An answer whose errors name the columns and rows of the person's original file. */
async function withOwnErrors(answer: Blob, failed: Failures, call: Call): Promise<Blob> {
  const parts: Blob[] = [];
  const errors = new OwnErrors(failed);
  for await (const piece of piecesOf(answer, call, 'writing')) parts.push(new Blob([errors.add(piece)]));
  errors.finish();
  return new Blob(parts, { type: 'text/csv' });
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * The person's own rows with the answer beside them, as a workbook that also lists what was assumed.
 *
 * @throws TableError if it has more rows than a sheet can hold.
 */
export async function workbookOf(
  { plan: { recipe }, held, bytes, file, origins, failed, outcome }: HeldAnswer,
  assumptions: readonly string[],
  call: Call,
): Promise<Blob> {
  const own = await held.table(recipe.read, call, 'joining');
  const parts: Blob[] = [];
  const workbook = new AnswerWorkbook((piece) => parts.push(new Blob([piece.slice()])));
  for await (const piece of piecesOf(outcome.answer, call, 'writing')) workbook.add(piece);
  const content = { own, recipe, calculated: { bytes, file }, origins, failed, assumptions };
  await byAndBy(workbook.finishing(content), call.signal);
  return new Blob(parts, { type: XLSX });
}

/** The person's own rows that failed, each with the reason. */
export async function failedOf({ plan, held, failed }: HeldAnswer, call: Call): Promise<Blob> {
  return gathered(failedRows(await held.table(plan.recipe.read, call, 'preparing'), failed), call);
}

const NO_ANSWER =
  'This file is not an answer. Choose an answer that was saved here before: a workbook, or a CSV as it was saved.';
const MOST_STUDENTS = 200;

/** Compares an answer with an earlier one. @throws TableError for a file that is not an answer. */
export async function compared({ outcome }: HeldAnswer, before: Blob, call: Call): Promise<Comparison> {
  const earlier = await answerIn(await readBytes(before, call));
  if (earlier === null) throw tableError(NO_ANSWER);
  const students: ChangedStudent[] = [];
  const diff = new AnswerDiff(earlier, (student) => {
    if (students.length < MOST_STUDENTS) students.push(student);
  });
  for await (const piece of piecesOf(outcome.answer, call, 'comparing')) diff.add(piece);
  return { summary: diff.finish(), students };
}
