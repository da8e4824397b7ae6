import { AnswerDiff, type ChangedStudent } from '../../../review/diff.js';
import { withInputs } from '../../../review/input-changes.js';
import { piecesOf } from './blobs.js';
import type { Comparison } from './outcome.js';

/** Two files in our shape: the one of an earlier answer and the present one. */
export interface ComparedInputs {
  readonly before: Uint8Array<ArrayBuffer>;
  readonly after: Uint8Array<ArrayBuffer>;
}

/** So many students are shown. */
const MOST_STUDENTS = 200;

/**
 * Compares an answer with an earlier one.
 *
 * @throws RecipeError for a file that is no answer.
 */
export async function compareAnswers(
  before: Blob,
  after: Blob,
  inputs: ComparedInputs | null,
  signal: AbortSignal,
  onBytes: (count: number) => void,
): Promise<Comparison> {
  const students: ChangedStudent[] = [];
  const diff = new AnswerDiff(new Uint8Array(await before.arrayBuffer()), (student) => {
    if (students.length < MOST_STUDENTS) students.push(student);
  });
  for await (const piece of piecesOf(after, signal, onBytes)) diff.add(piece);
  return {
    summary: diff.finish(),
    students: withInputs(students, inputs?.before ?? null, inputs?.after ?? null),
  };
}
