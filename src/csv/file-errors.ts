import { ApiError } from '../contract/errors.js';
import { SPLIT_FILE } from '../contract/request-errors.js';
import { numberText } from '../engine/texts.js';
import { LF, textStart } from './text.js';

/** Messages for unreadable files, by a stable word for programs. None contains the text of a cell. */
const MISTAKES = {
  EMPTY: () => 'the file is empty. Send a header line and one row for each student and term.',
  INVALID_UTF8: (byte: number) =>
    `the byte ${byte.toString(16).toUpperCase()} is not UTF-8; the file looks like Windows-1252 or another older encoding. Save it as "CSV UTF-8" and send it again.`,
  TOO_MANY_COLUMNS: (most: number) =>
    `the header has more than ${most} columns. Remove the columns that are not needed.`,
  CELL_TOO_LONG: (most: number) =>
    `this cell is longer than ${most} bytes. Shorten it, or look for a quote that is never closed.`,
  RECORD_LENGTH: (columns: number, cells: number) =>
    cells < columns
      ? `this row has fewer cells (${cells}) than the header (${columns}). Add the missing commas.`
      : `this row has more cells than the header, which has ${columns}. Put a cell that contains commas in quotes.`,
  INVALID_QUOTE: () =>
    'a quote opens in the middle of a cell. Put the whole cell in quotes and double the quotes inside it.',
  TEXT_AFTER_QUOTE: () =>
    'only a comma or a line end may follow a closing quote. Double the quotes that belong to the text of the cell.',
  QUOTE_NOT_CLOSED: () => 'a quote opens here and is never closed. Close it at the end of the cell.',
  STUDENT_TOO_LARGE: (most: number) =>
    `more than ${most} bytes of rows have the student_id of this row: a student has a few terms at most. Check that the column holds each student's own id.`,
} as const;

/**
 * The error for a mistake in a file. Every line feed begins a new `line`, as in a text editor; `column`
 * counts the characters of the line, from 1.
 * @param offset the position of the byte that shows the mistake.
 */
export function mistake(
  reason: keyof typeof MISTAKES,
  bytes: Uint8Array,
  offset: number,
  number = 0,
  other = 0,
): ApiError {
  const { line, column } = placeOf(bytes, offset);
  const message = `Line ${line}, column ${column}: ${MISTAKES[reason](number, other)}`;
  const kind = reason === 'STUDENT_TOO_LARGE' ? 'tooLarge' : 'unparsable';
  return new ApiError(kind, message, { details: [{ message, line, column, reason }] });
}

/** Line and column of an offset, both from 1, as {@link mistake} needs them. */
export function placeOf(
  bytes: Uint8Array,
  offset: number,
): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = textStart(bytes);
  for (let at = bytes.indexOf(LF); at >= 0 && at < offset; at = bytes.indexOf(LF, at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  let column = 1;
  // Only the first byte of a character is counted.
  for (let at = lineStart; at < offset; at++) if (((bytes[at] ?? 0) & 0xc0) !== 0x80) column += 1;
  return { line, column };
}

/** A file of a different kind than the one asked for; `whatToDo` is one or two sentences. */
export function wrongFile(whatItIs: string, whatToDo: string, line: number | null = null): ApiError {
  const where = line === null ? '' : ` Line ${line} was taken for the header.`;
  const message = `${whatItIs}${where} ${whatToDo}`;
  return new ApiError('unusableHeader', message, {
    details: [line === null ? { message } : { message, line }],
  });
}

/** The file has more records after the header than the limit. */
export function tooManyRows(maxRows: number): ApiError {
  const message = `The file has more than ${numberText(maxRows)} rows. ${SPLIT_FILE}`;
  return new ApiError('tooLarge', message, {
    details: [{ message: 'The limit in rows.', max_rows: maxRows }],
  });
}
