import { answerIn } from '../review/find-answer.js';
import type { FileOptions } from './command.js';
import { ofFile } from './command-error.js';
import { FileRun } from './file-run.js';
import { again, openInput, readAll } from './input.js';
import { openStudents } from './student-file.js';

/** One of the two files compared. */
export interface Side {
  /** As the user names it. */
  readonly name: string;
  readonly answer: Uint8Array;
  /** The CSV that the answer was calculated from; null for a file that is an answer itself. */
  readonly students: Uint8Array<ArrayBuffer> | null;
}

/**
 * Opens an answer, or a file of students, which is calculated on this computer. Errors name the file.
 *
 * @throws CommandError, or the signal's reason.
 */
export async function openSide(
  path: string,
  { recipe, awardYear }: Pick<FileOptions, 'recipe' | 'awardYear'>,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Side> {
  const input = await openInput(path, signal);
  try {
    const bytes = await readAll(input);
    const answer = await answerIn(bytes);
    if (answer !== null) return { name: input.name, answer, students: null };
    const students = await openStudents(again(input, bytes), { recipe, awardYear }, signal);
    const parts: Uint8Array[] = [];
    // The memory of a part is reused once the part has been taken.
    const keep = async (part: Uint8Array): Promise<void> => void parts.push(Buffer.from(part));
    await new FileRun(students, awardYear).here(env, keep, signal);
    return { name: input.name, answer: Buffer.concat(parts), students: await readAll(students.csv) };
  } catch (error) {
    throw ofFile(input.name, error);
  }
}
