import { LF } from '../csv/text.js';
import type { AnswerColumn } from '../review/answer-records.js';
import { ANSWER_SHEET } from '../review/answer-workbook.js';
import { ofFile } from './command-error.js';
import { FileRun } from './file-run.js';
import { again, openInput, readAll } from './input.js';
import { openStudents } from './student-file.js';

/** One of two files that are compared. */
export interface Side {
  /** As the user names it. */
  readonly name: string;
  readonly answer: Uint8Array;
  /** The CSV that the answer was calculated from; null for a file that is an answer itself. */
  readonly students: Uint8Array<ArrayBuffer> | null;
}

/** Columns that answers have and files of students do not. */
const OF_ANSWERS: readonly AnswerColumn[] = ['term_equal_subsidized', 'annual_ft_credits', 'error'];

/**
 * Opens an answer, or a file of students, which is calculated on this computer. What stops it names the file.
 *
 * @throws CommandError, or the signal's reason.
 */
export async function openSide(
  path: string,
  recipe: string | undefined,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Side> {
  const input = await openInput(path, signal);
  try {
    const bytes = await readAll(input);
    const answer = /\.xlsx$/i.test(path) ? await answerSheet(bytes) : bytes;
    if (isAnswer(answer)) return { name: input.name, answer, students: null };
    const students = await openStudents(again(input, bytes), { recipe }, signal);
    const parts: Uint8Array[] = [];
    // A part's memory is used again when it has been taken.
    const keep = async (part: Uint8Array): Promise<void> => void parts.push(Buffer.from(part));
    await new FileRun(students).here(env, keep, signal);
    return { name: input.name, answer: Buffer.concat(parts), students: await readAll(students.csv) };
  } catch (error) {
    throw ofFile(input.name, error);
  }
}

/** The answer in a workbook that was taken away, else the sheet of students. */
async function answerSheet(bytes: Uint8Array): Promise<Uint8Array> {
  const { readWorkbook } = await import('../recipe/workbook.js');
  const { sheets, csv } = await readWorkbook(bytes);
  return sheets.includes(ANSWER_SHEET) ? (await readWorkbook(bytes, ANSWER_SHEET)).csv : csv;
}

function isAnswer(bytes: Uint8Array): boolean {
  const names = Buffer.from(bytes.subarray(0, bytes.indexOf(LF)))
    .toString()
    .replace('\uFEFF', '')
    .trim()
    .split(',');
  return OF_ANSWERS.every((name) => names.includes(name));
}
