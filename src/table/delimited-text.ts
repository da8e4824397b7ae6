import { type Bytes, type Encoding, textPieces } from './encodings.js';
import { type TableError, tableError } from './table-error.js';

export const DELIMITERS = [',', ';', '\t', '|', '^'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export interface TableRow {
  /** The row number in a spreadsheet, from 1; blank rows count. */
  readonly row: number;
  /** Cell texts as written, untrimmed. A blank line has one empty cell. */
  readonly cells: readonly string[];
  /** Indexes, from 0, of formulas whose result is not in the file. Their content must not be used. */
  readonly unsaved?: readonly number[];
  /** Indexes, from 0, of numbers merged over several rows: of each of them, or of all together. */
  readonly shared?: readonly number[];
  /** Whether the sheet crosses the row out, or hides it by a filter, by hand, or in a collapsed group. */
  readonly mark?: SheetMark;
}

/** How a sheet marks a row. One that is both hidden and crossed out counts as crossed out. */
export type SheetMark = 'hidden' | 'crossed out' | 'partly crossed out';

/** Whether a cell has anything but blanks. */
export function isFilled(cell: string | undefined): boolean {
  return cell !== undefined && cell.trim() !== '';
}

const NUMBER = /^[-+($€£\s]*[0-9][0-9.,'’\s]*[%)€$£\s]*$/;

/** Whether a text is a number as reports write it: with currency, thousands, percent, or parentheses. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text);
}

/** The maximum length of a row in characters; an unclosed quote would make the rest of the file one row. */
const LONGEST_ROW = 1024 * 1024;

/** How a text is encoded and divided into cells. */
export interface Layout {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  /** Whether the first line is Excel's `sep=`, which is not a row: no spreadsheet shows or counts it. */
  readonly hasSepLine: boolean;
  /** The number of columns, once known. */
  readonly width?: number;
}

/** The rows of a delimited text. @throws TableError naming the row with wrong quotes. */
export function* textRows(
  bytes: Bytes,
  { encoding, delimiter, hasSepLine, width }: Layout,
): Generator<TableRow, void, undefined> {
  const reader = new RowReader(delimiter, hasSepLine ? 0 : 1, width);
  for (const piece of textPieces(bytes, encoding))
    for (const row of reader.add(piece)) if (row.row > 0) yield row;
  yield* reader.finish();
}

/**
 * Reads the rows of a delimited text piece by piece, so that the cells of a large file are never all in
 * memory. A quote at the beginning of a cell ends at the next quote that is not doubled; a later quote is
 * text. Blanks around the quotes are dropped. Not csv-parse: a million rows take 1.4 s of CPU here and 6 s
 * there, and its sync build also holds all cells. A property test compares the two.
 */
export class RowReader {
  #held = '';

  /** @param row the number of the first row. */
  constructor(
    private readonly delimiter: Delimiter,
    private row = 1,
    private readonly width = Number.POSITIVE_INFINITY,
  ) {}

  /** Whether the last row so far has no line end yet. */
  get isWithinRow(): boolean {
    return this.#held !== '';
  }

  /** The rows that end in this piece. @throws TableError for wrong quotes. */
  add(piece: string): readonly TableRow[] {
    this.#held += piece;
    const { rows, end } = readRows(this.#held, this.delimiter, this.row, this.width);
    this.#held = this.#held.slice(end);
    this.row += rows.length;
    if (this.#held.length > LONGEST_ROW)
      throw this.#error(this.#held.includes('"') ? NEVER_CLOSED : TOO_LONG);
    return rows;
  }

  /** The last row, if no line end follows it. @throws TableError for a quote that is never closed. */
  finish(): readonly TableRow[] {
    if (this.#held === '') return [];
    const { rows } = readRows(`${this.#held}\n`, this.delimiter, this.row, this.width);
    if (rows.length === 0) throw this.#error(NEVER_CLOSED);
    return rows;
  }

  #error(message: string): TableError {
    return tableError(message, { row: this.row });
  }
}

/** The rows of a complete text; its end also ends a row. */
export function rowsIn(text: string, delimiter: Delimiter): readonly TableRow[] {
  return readRows(text.endsWith('\n') ? text : `${text}\n`, delimiter, 1, Number.POSITIVE_INFINITY).rows;
}

/** Finds the next line end from a position that never decreases; -1 for none. Skips a return at the end. */
function lineEndsIn(text: string): (from: number) => number {
  const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
  let feed = whole.indexOf('\n');
  let back = whole.indexOf('\r');
  return (from) => {
    if (feed >= 0 && feed < from) feed = whole.indexOf('\n', from);
    if (back >= 0 && back < from) back = whole.indexOf('\r', from);
    return back < 0 || (feed >= 0 && feed < back) ? feed : back;
  };
}

/** The rows that have a line end, numbered from `first`, and the position after the last of them. */
function readRows(
  text: string,
  delimiter: Delimiter,
  first: number,
  width: number,
): { readonly rows: TableRow[]; readonly end: number } {
  const rows: TableRow[] = [];
  const lineEnd = lineEndsIn(text);
  let at = 0;
  let quote = text.indexOf('"');
  for (let end = lineEnd(at); end >= 0; end = lineEnd(at)) {
    const row = first + rows.length;
    if (quote >= 0 && quote < at) quote = text.indexOf('"', at);
    if (quote < 0 || quote > end) {
      rows.push({ row, cells: text.slice(at, end).split(delimiter) });
      at = behind(text, end);
      continue;
    }
    const read = quotedRow(text, at, lineEnd, delimiter, row, width);
    if (read === null) break;
    rows.push({ row, cells: read.cells });
    at = read.end;
  }
  return { rows, end: at };
}

/** A row that contains a quote, and the position of the next row; null if the text ends first. */
function quotedRow(
  text: string,
  start: number,
  lineEnd: (from: number) => number,
  delimiter: Delimiter,
  row: number,
  width: number,
): { readonly cells: readonly string[]; readonly end: number } | null {
  const cells: string[] = [];
  for (let at = start; ; at++) {
    const lineAt = lineEnd(at);
    if (lineAt < 0) return null;
    const open = openingQuote(text, at, lineAt, delimiter);
    if (open >= 0) {
      const close = closingQuote(text, open + 1);
      if (close < 0) return null;
      const cell = text.slice(open + 1, close).replaceAll('""', '"');
      if (close > lineAt && holdsRow(cell, delimiter, width)) throw tableError(SWALLOWS, { row });
      cells.push(cell);
      at = close + 1;
      while (text[at] === ' ') at++;
      const sign = text[at] ?? delimiter;
      if (sign !== delimiter && sign !== '\n' && sign !== '\r')
        throw tableError(text[close - 1] === '\\' ? BACKSLASH : TEXT_BEHIND_QUOTE, { row });
    } else {
      const next = text.indexOf(delimiter, at);
      const end = next < 0 || next > lineAt ? lineAt : next;
      cells.push(text.slice(at, end));
      at = end;
    }
    if (text[at] === delimiter) continue;
    return lineEnd(at) === at ? { cells, end: behind(text, at) } : null;
  }
}

function behind(text: string, lineEnd: number): number {
  return lineEnd + (text[lineEnd] === '\r' && text[lineEnd + 1] === '\n' ? 2 : 1);
}

/** The position of a cell's opening quote, or -1. After blanks, the quotes must hold the rest of the cell. */
function openingQuote(text: string, at: number, end: number, delimiter: Delimiter): number {
  if (text[at] !== ' ') return text[at] === '"' ? at : -1;
  const [blanks = '', sign = ''] = /^ +(?="(?:[^"]|"")*" *(.?))/.exec(text.slice(at, end)) ?? [];
  return blanks !== '' && ['', delimiter].includes(sign) ? at + blanks.length : -1;
}

/** Whether stray quotes enclose a whole row. A delimiter before a space and a word is prose. */
function holdsRow(cell: string, delimiter: Delimiter, width: number): boolean {
  const [first = '', ...others] = cell.split(/\r?\n|\r/);
  // The parts before the first and after the last line break may together hold a row.
  const last = others.pop() ?? '';
  return [...others, last + first].some(
    (line) => line.split(delimiter).filter((part) => !/^ +\p{L}/u.test(part)).length >= width,
  );
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** A row as a line of CSV without its line end. */
export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
}

const NEVER_CLOSED = 'a quote opens in this row and is never closed. Close it at the end of the cell.';
const TOO_LONG = `this row is longer than any row of a table. Export the file again.`;
const TEXT_BEHIND_QUOTE =
  'there is something between a closing quote and the next cell. Double the quotes that belong to the text of the cell.';
const SWALLOWS =
  'a quote opens in this row and closes in a later one, and the rows between them became one cell. Take the quote out, or double it and put the whole cell in quotes.';
const BACKSLASH =
  'quotes inside cells are written with a backslash. Export the file with doubled quotes, or replace each \\" with "" in a text editor.';
