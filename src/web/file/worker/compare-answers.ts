import { type ChangeCause, countCauses } from '../../../review/change-causes.js';
import { AnswerDiff, type ChangedStudent, type DiffSummary } from '../../../review/diff.js';
import { type ExplainedChange, withInputs } from '../../../review/input-changes.js';
import { nextTask, piecesOf } from './blobs.js';
import type { Call, Comparison } from './outcome.js';

/** Two files in our shape: one of an earlier answer and one of the current answer. */
export interface ComparedInputs {
  readonly before: Uint8Array<ArrayBuffer>;
  readonly after: Uint8Array<ArrayBuffer>;
}

/** How many students are shown. */
const MOST_STUDENTS = 200;
/** How many students' inputs are held at a time. */
const TOGETHER = 20_000;

/**
 * Compares an answer with an earlier one, and counts by which inputs students changed.
 *
 * @throws RecipeError for a file that is not an answer, or the signal's reason.
 */
export async function compareAnswers(
  before: Uint8Array,
  after: Blob,
  inputs: ComparedInputs | null,
  { signal, tell }: Call,
): Promise<Comparison> {
  const students: ChangedStudent[] = [];
  const diff = new AnswerDiff(before, (student) => {
    // For students that are not shown, only who they are and the change in dollars are needed.
    students.push(students.length < MOST_STUDENTS ? student : { ...student, changes: [] });
  });
  const onBytes = (done: number): void =>
    tell({ doing: 'checking', done, total: after.size, unit: 'bytes', failedStudents: 0 });
  for await (const piece of piecesOf(after, signal, onBytes)) diff.add(piece);
  const summary: DiffSummary = diff.finish();
  const explained: ExplainedChange[] = [];
  for (let from = 0; from < students.length; from += TOGETHER) {
    await nextTask();
    signal.throwIfAborted();
    const some = students.slice(from, from + TOGETHER);
    explained.push(...withInputs(some, inputs?.before ?? null, inputs?.after ?? null));
  }
  const causes: readonly ChangeCause[] = countCauses(explained);
  return { summary, causes, students: explained.slice(0, MOST_STUDENTS) };
}
