import type { SplitFile } from '../../../csv/split.js';
import type { RowOrigins } from '../../../recipe/row-origins.js';
import { answerIn } from '../../../review/answer-reader.js';
import { AnswerWorkbook } from '../../../review/answer-workbook.js';
import { AnswerDiff, type ChangedStudent } from '../../../review/diff.js';
import { type Failures, failedRows } from '../../../review/failures.js';
import { AnswerReview } from '../../../review/summary.js';
import { byAndBy } from '../../../table/steps.js';
import { tableError } from '../../../table/table-error.js';
import { type Call, gathered, type HeldFile, piecesOf, readBytes } from './held-file.js';
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
  const review = new AnswerReview({ bytes, file }, awardYear, origins);
  // A file that is calculated as it is has the bytes of the service's answer.
  const withOwnErrors = bytes !== held.bytes;
  const pieces = function* () {
    for (const piece of review.answer(withOwnErrors)) {
      call.tell('calculating', review.rows, file.rowCount);
      yield piece;
    }
  };
  const answer = await gathered(pieces(), call);
  const { failed } = review;
  const summary = review.summary();
  const failures = failed.groups();
  const outcome = { summary, failures, answer };
  return { plan, held, bytes, file, origins, failed, outcome };
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
  const { warnings } = outcome.summary;
  const content = { own, recipe, calculated: { bytes, file }, origins, failed, assumptions, warnings };
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
