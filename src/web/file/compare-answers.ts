import { AnswerDiff, type ChangedStudent, type DiffSummary } from '../../review/diff.js';
import { cellsOfStudents, type InputChange, inputChanges } from '../../review/input-changes.js';
import { piecesOf } from './blobs.js';

/** A student whose answer changed, and the inputs that did it; null where the earlier file was not given or lacks the student. */
export interface ExplainedChange extends ChangedStudent {
  readonly inputs: readonly InputChange[] | null;
}

/** What changed between two answers, with the first of the students that it changed for. */
export interface Comparison {
  readonly summary: DiffSummary;
  readonly students: readonly ExplainedChange[];
}

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
  return { summary: diff.finish(), students: explained(students, inputs) };
}

function explained(
  students: readonly ChangedStudent[],
  inputs: ComparedInputs | null,
): readonly ExplainedChange[] {
  if (inputs === null) return students.map((student) => ({ ...student, inputs: null }));
  const ids = new Set(students.map(({ id }) => id));
  const isShown = (id: string): boolean => ids.has(id);
  const before = cellsOfStudents(inputs.before, isShown);
  const after = cellsOfStudents(inputs.after, isShown);
  return students.map((student) => {
    const [was, is] = [before.get(student.id), after.get(student.id)];
    return { ...student, inputs: was === undefined || is === undefined ? null : inputChanges(was, is) };
  });
}
