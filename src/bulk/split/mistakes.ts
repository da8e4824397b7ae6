import type { CsvRefusalReason } from './refusal.js';

/** What is wrong with the file, and the offset of the character that shows it. */
export interface Mistake {
  readonly offset: number;
  readonly reason: CsvRefusalReason;
  /** What is wrong and what to do, to follow on "Line 3, column 17: ". */
  readonly text: string;
}

export const EMPTY_TEXT = 'the file is empty. Send a header line and one row for each student and term.';
export const UTF16_TEXT = 'the file is UTF-16. Save it as "CSV UTF-8" and send it again.';

export function utf16(offset: number): Mistake {
  return { offset, reason: 'UTF16', text: UTF16_TEXT };
}

export function notUtf8(offset: number, byte: number): Mistake {
  const text = `the byte ${byte.toString(16).toUpperCase()} is not UTF-8; the file looks like Windows-1252 or another older encoding. Save it as "CSV UTF-8" and send it again.`;
  return { offset, reason: 'INVALID_UTF8', text };
}

export function macLineEnds(offset: number): Mistake {
  const text =
    'the header holds a carriage return (CR) without a line feed, as old Mac files do at every line end. Save the file with LF or CRLF line ends and send it again.';
  return { offset, reason: 'MAC_LINE_ENDS', text };
}

export function tooManyColumns(offset: number, maxColumns: number): Mistake {
  const text = `the header has more than ${maxColumns} columns. Remove the columns that are not needed.`;
  return { offset, reason: 'TOO_MANY_COLUMNS', text };
}

export function cellTooLong(offset: number, maxCellBytes: number): Mistake {
  const text = `this cell is longer than ${maxCellBytes} bytes. Shorten it, or look for a quote that is never closed.`;
  return { offset, reason: 'CELL_TOO_LONG', text };
}

export function tooManyCells(offset: number, columns: number): Mistake {
  const text = `this row has more cells than the header, which has ${columns}. Put a cell that contains commas in quotes.`;
  return { offset, reason: 'RECORD_LENGTH', text };
}

export function tooFewCells(offset: number, cells: number, columns: number): Mistake {
  const text = `this row has fewer cells (${cells}) than the header (${columns}). Add the missing commas.`;
  return { offset, reason: 'RECORD_LENGTH', text };
}

export function misplacedQuote(offset: number): Mistake {
  const text =
    'a quote opens in the middle of a cell. Put the whole cell in quotes and double the quotes inside it.';
  return { offset, reason: 'INVALID_QUOTE', text };
}

export function textAfterQuote(offset: number): Mistake {
  const text =
    'only a comma or a line end may follow a closing quote. Double the quotes that belong to the text of the cell.';
  return { offset, reason: 'TEXT_AFTER_QUOTE', text };
}

export function quoteNotClosed(offset: number): Mistake {
  const text = 'a quote opens here and is never closed. Close it at the end of the cell.';
  return { offset, reason: 'QUOTE_NOT_CLOSED', text };
}

export function studentTooLarge(offset: number): Mistake {
  const text =
    "too many rows have the student_id of this row: a student has a few terms at most. Check that the column holds each student's own id.";
  return { offset, reason: 'STUDENT_TOO_LARGE', text };
}
