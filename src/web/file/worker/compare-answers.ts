import { countCauses } from '../../../review/change-causes.js';
import { AnswerDiff, type ChangedStudent } from '../../../review/diff.js';
import { type ExplainedChange, withInputs } from '../../../review/input-changes.js';
import { bytesOf, nextTask, piecesOf } from './blobs.js';
import type { Call, Comparison } from './outcome.js';

/** How many students are shown. */
const MOST_STUDENTS = 200;
/** How many students' inputs are held at a time. */
const TOGETHER = 20_000;

/**
 * Compares an answer with an earlier one, and counts by which inputs students changed. `inputs` are the files
 * that the answers were made from, in our shape; null if the earlier one is not known.
 *
 * @throws RecipeError for a file that is not an answer, or the signal's reason.
 */
export async function compareAnswers(
  before: Uint8Array,
  after: Blob,
  inputs: { readonly before: Uint8Array<ArrayBuffer>; readonly after: Uint8Array<ArrayBuffer> } | null,
  call: Call,
): Promise<Comparison> {
  const students: ChangedStudent[] = [];
  const diff = new AnswerDiff(before, (student) => {
    // For students that are not shown, only who they are and the change in dollars are needed.
    students.push(students.length < MOST_STUDENTS ? student : { ...student, changes: [] });
  });
  for await (const piece of piecesOf(after, call.signal, bytesOf(call, 'checking', after.size))) {
    diff.add(piece);
  }
  const summary = diff.finish();
  const explained: ExplainedChange[] = [];
  for (let from = 0; from < students.length; from += TOGETHER) {
    await nextTask();
    call.signal.throwIfAborted();
    const some = students.slice(from, from + TOGETHER);
    explained.push(...withInputs(some, inputs?.before ?? null, inputs?.after ?? null));
  }
  return { summary, causes: countCauses(explained), students: explained.slice(0, MOST_STUDENTS) };
}
