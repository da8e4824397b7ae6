import { isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { USUAL_LIMITS } from '../csv/head.js';
import { splitCsv } from '../csv/split.js';
import { counted, numberText } from '../engine/texts.js';
import type { Sentence } from '../recipe/examination.js';
import { pathText } from '../recipe/recipe.js';
import type { CalculatedFile } from '../review/calculated-file.js';
import type { AnswerReview } from '../review/summary.js';
import { onOneLine } from './streams.js';
import type { StudentFile } from './student-file.js';

/** Finds the rows of a file. @throws ApiError for a file that cannot be used. */
export function splitStudents({ csv, ignoreColumns }: StudentFile): CalculatedFile {
  return { bytes: csv, file: splitCsv(csv, { ...USUAL_LIMITS, ignoreColumns }, isUtf8) };
}

/** Gives pieces with turns for other work before each. @throws the signal's reason. */
export async function* inTurns<Piece>(
  pieces: Iterable<Piece>,
  signal: AbortSignal,
): AsyncGenerator<Piece, void, undefined> {
  for (const piece of pieces) {
    await turn();
    signal.throwIfAborted();
    yield piece;
  }
}

/** The speed of the first moments says nothing about the rest. */
const SETTLING_SECONDS = 1;

/** How far a calculation is that began at a moment, in one line. */
export function progressText(review: AnswerReview, rowCount: number, since: number): string {
  const { rows, failedStudents } = review.summary();
  const seconds = Math.max(performance.now() - since, 1) / 1000;
  const perSecond = rows / seconds;
  const left = Math.ceil((rowCount - rows) / Math.max(perSecond, 1));
  const speed = ` · ${numberText(Math.round(perSecond))}/s · ${numberText(left)} s left`;
  return [
    `${numberText(rows)} of ${numberText(rowCount)} rows`,
    seconds < SETTLING_SECONDS ? '' : speed,
    failedStudents === 0 ? '' : ` · ${counted(failedStudents, 'student')} failed`,
  ].join('');
}

export type RunSummary = ReturnType<typeof summaryOf>;

/** What a run came to, and what was done with the file, each with the place of the recipe that says so. */
export function summaryOf(
  { found }: StudentFile,
  { file }: CalculatedFile,
  review: AnswerReview,
  sentences: readonly Sentence[],
  since: number,
) {
  const { rows, students, failedStudents } = review.summary();
  const { unread = [], harmless = [] } = found?.examined.examination ?? {};
  const varying = unread.filter(({ placed }) => placed !== 'status').map(({ column }) => column);
  return {
    rows,
    students,
    failed_rows: review.failed.rows.size,
    failed_students: failedStudents,
    ignored_columns:
      found === null ? file.head.header.ignored : [...varying, ...harmless].map(({ name }) => name),
    seconds: Math.round(performance.now() - since) / 1000,
    sentences: sentences.map(({ text, path }) => ({ text, path: pathText(path) })),
    failures: review.failed
      .groups()
      .map(({ column, problem, students: count }) => ({ column, problem, students: count })),
  };
}

const MOST_SHOWN = 10;

/**
 * A run for people: what was done with the file above the results.
 *
 * @param told what was done, in sentences.
 * @param where says where the answer is, to follow the counts.
 * @param whatToDo the last line if students failed.
 */
export function summaryText(
  told: readonly string[],
  { rows, students, failed_students: failed, failures, seconds }: RunSummary,
  where: string,
  whatToDo: string,
): string {
  const lines = told.map(onOneLine);
  lines.push(`${counted(rows, 'row')} of ${counted(students, 'student')} in ${seconds} s${where}.`);
  if (failed === 0) return [...lines, 'No student failed.'].join('\n');
  lines.push(`${counted(failed, 'student')} failed:`);
  for (const { students: count, column, problem } of failures.slice(0, MOST_SHOWN)) {
    lines.push(`${numberText(count).padStart(9)}  ${column}: ${problem}`);
  }
  if (failures.length > MOST_SHOWN)
    lines.push(`           and ${failures.length - MOST_SHOWN} more reasons.`);
  return [...lines, whatToDo].join('\n');
}
