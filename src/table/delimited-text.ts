import { type Bytes, type Encoding, textPieces } from './encodings.js';
import { type TableError, tableError } from './table-error.js';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export interface TableRow {
  /** Its number in a spreadsheet, from 1; blank rows count. */
  readonly row: number;
  /** Cell texts as written, untrimmed. A blank line has one empty cell. */
  readonly cells: readonly string[];
  /**
   * Indexes, from 0, of formulas whose result is not in the file. Their content may be anything and must not be used.
   */
  readonly unsaved?: readonly number[];
  /**
   * Indexes, from 0, of numbers in cells that are merged over several rows: each row shows it, and nobody knows whether
   * it is the number of each row or of all of them together.
   */
  readonly shared?: readonly number[];
  /** Whether the sheet hides it: by a filter, by hand, or in a group that is folded. */
  readonly isHidden?: boolean;
}

/** Whether a cell has anything but blanks. */
export function isFilled(cell: string | undefined): boolean {
  return cell !== undefined && cell.trim() !== '';
}

const NUMBER = /^[-+($€£\s]*[0-9][0-9.,'’\s]*[%)€$£\s]*$/;

/** Whether a text is a number as a report writes it: with currency, thousands, percent, or in parentheses. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text);
}

/** The maximum length of a row; an unclosed quote would make the rest of the file one row. */
const LONGEST_ROW = 1024 * 1024;

/** How a text holds cells. */
export interface Layout {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  /** Whether the first line is Excel's `sep=`, which no spreadsheet shows: it is no row, and rows are counted behind it. */
  readonly hasSepLine: boolean;
}

/**
 * The rows of a delimited text.
 *
 * @throws TableError naming the row with wrong quotes.
 */
export function* textRows(
  bytes: Bytes,
  { encoding, delimiter, hasSepLine }: Layout,
): Generator<TableRow, void, undefined> {
  const reader = new RowReader(delimiter, hasSepLine ? 0 : 1);
  for (const piece of textPieces(bytes, encoding))
    for (const row of reader.add(piece)) if (row.row > 0) yield row;
  yield* reader.finish();
}

/**
 * Reads the rows of a delimited text piece by piece, so that a large file is never held as cells all at once. A cell that
 * begins with a quote ends with the quote that is not doubled; a quote further inside a cell is text. Implemented here
 * instead of with csv-parse: a million rows take 1.4 s of CPU here and 6 s there, and its sync build also holds them all
 * as cells. A property test compares the two.
 */
export class RowReader {
  #held = '';
  #endsWithReturn: boolean | null = null;

  /** @param row the number of the first row. */
  constructor(
    private readonly delimiter: Delimiter,
    private row = 1,
  ) {}

  /** Whether the text so far has no line end behind its last row. */
  get isWithinRow(): boolean {
    return this.#held !== '';
  }

  /** The rows that end in this piece. @throws TableError for wrong quotes. */
  add(piece: string): readonly TableRow[] {
    // Old spreadsheets end lines with only a carriage return.
    this.#endsWithReturn ??= !piece.includes('\n') && piece.includes('\r');
    this.#held += this.#endsWithReturn ? piece.replaceAll('\r', '\n') : piece;
    const { rows, end } = readRows(this.#held, this.delimiter, this.row);
    this.#held = this.#held.slice(end);
    this.row += rows.length;
    if (this.#held.length > LONGEST_ROW)
      throw this.#error(this.#held.includes('"') ? NEVER_CLOSED : TOO_LONG);
    return rows;
  }

  /** The last row, if no line end is behind it. @throws TableError for a quote that is never closed. */
  finish(): readonly TableRow[] {
    if (this.#held === '') return [];
    const { rows } = readRows(`${this.#held}\n`, this.delimiter, this.row);
    if (rows.length === 0) throw this.#error(NEVER_CLOSED);
    return rows;
  }

  #error(message: string): TableError {
    return tableError(message, { row: this.row });
  }
}

/** The rows of a complete text; its end also ends a row. */
export function rowsIn(text: string, delimiter: Delimiter): readonly TableRow[] {
  return readRows(text.endsWith('\n') ? text : `${text}\n`, delimiter, 1).rows;
}

/** The rows of a text that have a line end, numbered from `first`, and where the rest begins. */
function readRows(
  text: string,
  delimiter: Delimiter,
  first: number,
): { readonly rows: TableRow[]; readonly end: number } {
  const rows: TableRow[] = [];
  let at = 0;
  let quote = text.indexOf('"');
  for (let lineEnd = text.indexOf('\n'); lineEnd >= 0; lineEnd = text.indexOf('\n', at)) {
    const row = first + rows.length;
    if (quote >= 0 && quote < at) quote = text.indexOf('"', at);
    if (quote < 0 || quote > lineEnd) {
      rows.push({ row, cells: text.slice(at, withoutReturn(text, lineEnd)).split(delimiter) });
      at = lineEnd + 1;
      continue;
    }
    const read = quotedRow(text, at, delimiter, row);
    if (read === null) break;
    rows.push({ row, cells: read.cells });
    at = read.end;
  }
  return { rows, end: at };
}

/** A row that contains a quote, and where the next one begins; null if the text ends first. */
function quotedRow(
  text: string,
  start: number,
  delimiter: Delimiter,
  row: number,
): { readonly cells: readonly string[]; readonly end: number } | null {
  const cells: string[] = [];
  for (let at = start; ; at++) {
    const lineEnd = text.indexOf('\n', at);
    if (lineEnd < 0) return null;
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      if (close < 0) return null;
      cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
      at = text[close + 1] === '\r' && text[close + 2] === '\n' ? close + 2 : close + 1;
    } else {
      const next = text.indexOf(delimiter, at);
      const isLast = next < 0 || next > lineEnd;
      cells.push(text.slice(at, isLast ? withoutReturn(text, lineEnd) : next));
      at = isLast ? lineEnd : next;
    }
    if (at >= text.length) return null;
    if (text[at] === '\n') return { cells, end: at + 1 };
    if (text[at] !== delimiter) throw tableError(TEXT_BEHIND_QUOTE, { row });
  }
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** A row as a line of CSV, without its end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
}

function withoutReturn(text: string, lineEnd: number): number {
  return text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd;
}

const NEVER_CLOSED = 'a quote opens in this row and is never closed. Close it at the end of the cell.';
const TOO_LONG = `this row has more than ${LONGEST_ROW.toLocaleString('en-US')} characters, which no row of a table has. Export the file again.`;
const TEXT_BEHIND_QUOTE =
  'there is something between a closing quote and the next cell. Double the quotes that belong to the text of the cell.';
