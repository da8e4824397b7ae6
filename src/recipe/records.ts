import { CsvError, parse } from 'csv-parse/sync';
import { type Encoding, textPieces } from './encoding.js';
import { recipeError } from './recipe-error.js';

/** What stands between the cells of a row. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** One row of a table. */
export interface SourceRow {
  /** As a spreadsheet numbers it, from 1; blank rows count. */
  readonly row: number;
  /** Text cells as they are written, untrimmed. A blank line has one empty cell. */
  readonly cells: readonly string[];
}

/** A row may be so long; a quote that is never closed makes one of the rest of the file. */
const LONGEST_ROW = 1024 * 1024;

/**
 * The rows of a delimited text, some thousands at a time, so that a large file is never held as cells all at once.
 *
 * @throws RecipeError naming the row where quotes are wrong.
 */
export function* recordBatches(
  bytes: Uint8Array,
  { encoding, delimiter }: { readonly encoding: Encoding; readonly delimiter: Delimiter },
): Generator<readonly SourceRow[], void, undefined> {
  let row = 1;
  for (const text of wholeRecords(textPieces(bytes, encoding), () => row)) {
    const rows = rowsOf(text, delimiter, row);
    row += rows.length;
    if (rows.length > 0) yield rows;
  }
}

/** The rows of a text that ends with the end of a row; `first` is the number of its first. */
export function rowsOf(text: string, delimiter: Delimiter, first: number): SourceRow[] {
  try {
    const records: string[][] = parse(text, {
      delimiter,
      record_delimiter: text.includes('\n') ? ['\r\n', '\n'] : ['\r'],
      relax_column_count: true,
      skip_empty_lines: false,
    });
    return records.map((cells, index) => ({ row: first + index, cells }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const before = typeof error['records'] === 'number' ? error['records'] : 0;
    throw wrongQuotes(first + before);
  }
}

function wrongQuotes(row: number) {
  return recipeError(
    'a quote stands where none may. Put the whole cell in quotes and double the quotes inside it.',
    { row },
  );
}

/** Text cut behind the ends of rows: line ends that stand in no quotes. */
function* wholeRecords(pieces: Iterable<string>, row: () => number): Generator<string, void, undefined> {
  let held = '';
  for (const piece of pieces) {
    held += piece;
    const end = lastRowEnd(held);
    if (end === 0 && held.length > LONGEST_ROW) {
      throw recipeError('a quote opens in this row and is never closed.', { row: row() });
    }
    if (end === 0) continue;
    yield held.slice(0, end);
    held = held.slice(end);
  }
  if (held !== '') yield held;
}

/** The place behind the last line end that stands in no quotes, 0 where there is none. */
function lastRowEnd(text: string): number {
  let quotes = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) quotes += 1;
  let end = text.length;
  for (let isOpen = quotes % 2 === 1; ; isOpen = !isOpen) {
    const quote = text.lastIndexOf('"', end - 1);
    const lineEnd = isOpen ? -1 : Math.max(text.lastIndexOf('\n', end - 1), loneReturn(text, end));
    if (lineEnd > quote) return lineEnd + 1;
    if (quote <= 0) return 0;
    end = quote;
  }
}

/** The last carriage return without a line feed behind it, which old spreadsheets end lines with; not the very last character. */
function loneReturn(text: string, end: number): number {
  if (text.includes('\n')) return -1;
  return text.lastIndexOf('\r', Math.min(end - 1, text.length - 2));
}
