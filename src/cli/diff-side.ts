import type { AnswerColumn } from '../review/answer-records.js';
import { FileRun } from './file-run.js';
import { openInput, readAll } from './input.js';
import { openStudents, type StudentFile } from './student-file.js';

/** One of two files that are compared. */
export interface Side {
  readonly answer: Uint8Array;
  /** The students that the answer was calculated from; null for a file that is an answer itself. */
  readonly students: StudentFile | null;
}

/** Columns that answers have and files of students do not. */
const OF_ANSWERS: readonly AnswerColumn[] = ['term_equal_subsidized', 'annual_ft_credits', 'error'];

/**
 * Opens an answer, or a file of students, which is calculated on this computer.
 *
 * @throws CommandError, RecipeError, ApiError, or the signal's reason.
 */
export async function openSide(
  path: string,
  recipe: string | undefined,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Side> {
  const bytes = await readAll(await openInput(path, signal));
  if (isAnswer(bytes)) return { answer: bytes, students: null };
  const students = await openStudents(path, recipe, signal);
  const parts: Uint8Array[] = [];
  // A part's memory is used again when it has been taken.
  const keep = async (part: Uint8Array): Promise<void> => void parts.push(Buffer.from(part));
  await new FileRun(students).here(env, keep, signal);
  return { answer: Buffer.concat(parts), students };
}

function isAnswer(bytes: Buffer): boolean {
  const names = bytes.toString('utf8', 0, bytes.indexOf('\n')).replace('\uFEFF', '').trim().split(',');
  return OF_ANSWERS.every((name) => names.includes(name));
}
