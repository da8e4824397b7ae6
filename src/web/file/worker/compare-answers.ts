import { AnswerDiff, type ChangedStudent } from '../../../review/diff.js';
import { bytesOf, piecesOf } from './blobs.js';
import type { Call, Comparison } from './outcome.js';

/** How many students are shown. */
const MOST_STUDENTS = 200;

/**
 * Compares an answer with an earlier one.
 *
 * @throws TableError for a file that is not an answer, or the signal's reason.
 */
export async function compareAnswers(before: Uint8Array, after: Blob, call: Call): Promise<Comparison> {
  const students: ChangedStudent[] = [];
  const diff = new AnswerDiff(before, (student) => {
    if (students.length < MOST_STUDENTS) students.push(student);
  });
  for await (const piece of piecesOf(after, call.signal, bytesOf(call, 'checking', after.size))) {
    diff.add(piece);
  }
  return { summary: diff.finish(), students };
}
