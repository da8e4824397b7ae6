import { ApiError, type ErrorKind } from '../contract/errors.js';
import { SPLIT_FILE } from '../contract/request-errors.js';
import { LF, textStart } from './text.js';

/**
 * Everything that makes a file unreadable: what is wrong, where, and what to do. No message contains a cell's text.
 *
 * `line` counts as a text editor does: every line feed begins a new line. `column` counts the characters of the line,
 * from 1. `offset` is the position of the byte that shows the mistake.
 */

/** The kind of mistake, as a stable word for programs. */
type Reason =
  | 'EMPTY'
  | 'INVALID_UTF8'
  | 'TOO_MANY_COLUMNS'
  | 'CELL_TOO_LONG'
  | 'RECORD_LENGTH'
  | 'INVALID_QUOTE'
  | 'TEXT_AFTER_QUOTE'
  | 'QUOTE_NOT_CLOSED'
  | 'STUDENT_TOO_LARGE';

function placeOf(bytes: Uint8Array, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = textStart(bytes);
  for (let at = bytes.indexOf(LF); at >= 0 && at < offset; at = bytes.indexOf(LF, at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: characters(bytes, lineStart, offset) + 1 };
}

/** The number of characters in `bytes[start, end)`, counted by their first bytes: a line may be as long as the file. */
function characters(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if (((bytes[at] ?? 0) & 0xc0) !== 0x80) count += 1;
  return count;
}

/** 1-based line of an offset. */
export function lineOf(bytes: Uint8Array, offset: number): number {
  return placeOf(bytes, offset).line;
}

function mistake(
  reason: Reason,
  bytes: Uint8Array,
  offset: number,
  text: string,
  kind: ErrorKind = 'unparsable',
): ApiError {
  const { line, column } = placeOf(bytes, offset);
  const message = `Line ${line}, column ${column}: ${text}`;
  return new ApiError(kind, message, { details: [{ message, line, column, reason }] });
}

/** The file has no records. */
export function empty(bytes: Uint8Array): ApiError {
  const text = 'the file is empty. Send a header line and one row for each student and term.';
  return mistake('EMPTY', bytes, 0, text);
}

/** `offset` is that of the first byte that is not UTF-8. */
export function notUtf8(bytes: Uint8Array, offset: number): ApiError {
  const byte = (bytes[offset] ?? 0).toString(16).toUpperCase();
  const text = `the byte ${byte} is not UTF-8; the file looks like Windows-1252 or another older encoding. Save it as "CSV UTF-8" and send it again.`;
  return mistake('INVALID_UTF8', bytes, offset, text);
}

/** `offset` is that of the first extra cell. */
export function tooManyColumns(bytes: Uint8Array, offset: number, maxColumns: number): ApiError {
  const text = `the header has more than ${maxColumns} columns. Remove the columns that are not needed.`;
  return mistake('TOO_MANY_COLUMNS', bytes, offset, text);
}

/** `offset` is that of the cell. */
export function cellTooLong(bytes: Uint8Array, offset: number, maxCellBytes: number): ApiError {
  const text = `this cell is longer than ${maxCellBytes} bytes. Shorten it, or look for a quote that is never closed.`;
  return mistake('CELL_TOO_LONG', bytes, offset, text);
}

/** `offset` is that of the first extra cell. */
export function tooManyCells(bytes: Uint8Array, offset: number, columns: number): ApiError {
  const text = `this row has more cells than the header, which has ${columns}. Put a cell that contains commas in quotes.`;
  return mistake('RECORD_LENGTH', bytes, offset, text);
}

/** `offset` is that of the row. */
export function tooFewCells(bytes: Uint8Array, offset: number, cells: number, columns: number): ApiError {
  const text = `this row has fewer cells (${cells}) than the header (${columns}). Add the missing commas.`;
  return mistake('RECORD_LENGTH', bytes, offset, text);
}

/** `offset` is that of the quote. */
export function misplacedQuote(bytes: Uint8Array, offset: number): ApiError {
  const text =
    'a quote opens in the middle of a cell. Put the whole cell in quotes and double the quotes inside it.';
  return mistake('INVALID_QUOTE', bytes, offset, text);
}

/** `offset` is that of the byte after the closing quote. */
export function textAfterQuote(bytes: Uint8Array, offset: number): ApiError {
  const text =
    'only a comma or a line end may follow a closing quote. Double the quotes that belong to the text of the cell.';
  return mistake('TEXT_AFTER_QUOTE', bytes, offset, text);
}

/** `offset` is that of the opening quote. */
export function quoteNotClosed(bytes: Uint8Array, offset: number): ApiError {
  const text = 'a quote opens here and is never closed. Close it at the end of the cell.';
  return mistake('QUOTE_NOT_CLOSED', bytes, offset, text);
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
  const message = `The file has more than ${maxRows.toLocaleString('en-US')} rows. ${SPLIT_FILE}`;
  return new ApiError('tooLarge', message, {
    details: [{ message: 'The limit in rows.', max_rows: maxRows }],
  });
}

/** `offset` is that of the row that makes the student larger than a chunk may be. */
export function studentTooLarge(bytes: Uint8Array, offset: number): ApiError {
  const text =
    "too many rows have the student_id of this row: a student has a few terms at most. Check that the column holds each student's own id.";
  return mistake('STUDENT_TOO_LARGE', bytes, offset, text, 'tooLarge');
}
