import { fileKindOf } from '../csv/file-kind.js';
import { LF, textOf } from '../csv/text.js';
import { joined } from '../recipe/apply-recipe.js';
import { NO_HINTS } from '../table/find-header.js';
import { byAndBy } from '../table/steps.js';
import type { AnswerColumn } from './answer-records.js';
import { ANSWER_SHEET } from './answer-workbook.js';

/** Columns that answers have and files of students do not. */
const OF_ANSWERS: readonly AnswerColumn[] = ['term_equal_subsidized', 'annual_ft_credits', 'error'];

/**
 * The answer that a file is, as CSV: the file itself, or the sheet of a workbook that was downloaded. Null for a file that is none, such
 * as one of students.
 *
 * @throws TableError for a damaged workbook.
 */
export async function answerIn(bytes: Uint8Array): Promise<Uint8Array | null> {
  if (fileKindOf(bytes) !== 'zip') return isAnswer(bytes) ? bytes : null;
  const { readWorkbook } = await import('../table/workbook.js');
  const { sheets } = await byAndBy(readWorkbook(bytes, undefined, NO_HINTS));
  if (!sheets.includes(ANSWER_SHEET)) return null;
  const csv = joined((await byAndBy(readWorkbook(bytes, ANSWER_SHEET, NO_HINTS))).csv);
  return isAnswer(csv) ? csv : null;
}

function isAnswer(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(LF);
  const names = textOf(bytes, 0, end < 0 ? bytes.length : end)
    .replace('\uFEFF', '')
    .trim()
    .split(',');
  return OF_ANSWERS.every((name) => names.includes(name));
}
