import type { ApiError } from '../contract/errors.js';
import * as fileErrors from './file-errors.js';
import { RecordReader } from './record-reader.js';
import { CR, isBlank, LF, QUOTE } from './text.js';

/** How to read records. */
export interface ScanOptions {
  /** Where the first record begins. */
  readonly from: number;
  /** What a spreadsheet calls the first row: blank rows count. */
  readonly firstRow: number;
  /** Cells of every record; null for a header, which may have up to `maxColumns`. */
  readonly columns: number | null;
  readonly maxColumns: number;
  /** Of a cell's text between the quotes, a doubled quote counted once. */
  readonly maxCellBytes: number;
  /** Whether the bytes are all of the file: a quote that is not closed is a mistake then. */
  readonly isWhole: boolean;
}

/**
 * Told of each record that has a filled cell: `bytes[start, end)` with its line end, the row as a spreadsheet numbers it, and where the
 * text of each cell is (see {@link RecordReader.bounds}). Says whether to go on.
 */
export type OnRecord = (start: number, end: number, row: number, bounds: Int32Array) => boolean;

/**
 * Finds the records of a file. Blank lines, and records without a filled cell, however many, are passed over.
 *
 * @throws ApiError for the first mistake.
 */
export function scan(bytes: Uint8Array, options: ScanOptions, onRecord: OnRecord): void {
  const { columns, maxColumns, maxCellBytes, isWhole } = options;
  const reader = new RecordReader(bytes, columns ?? maxColumns);
  let start = options.from;
  for (let row = options.firstRow; start < bytes.length; row++) {
    // A file of hundreds of millions of them comes compressed as a few kilobytes.
    if (bytes[start] === LF || (bytes[start] === CR && bytes[start + 1] === LF)) {
      start += bytes[start] === LF ? 1 : 2;
      continue;
    }
    /** Where the first cell begins that no column is for. */
    let extra = -1;
    let isFilled = false;
    for (reader.read(start); ; reader.read(reader.end)) {
      if (!isWhole && isUnclosed(reader)) return;
      refuseMistakes(bytes, reader, maxCellBytes);
      isFilled ||= hasFilled(bytes, reader);
      if (reader.hasMore && extra < 0) extra = reader.end;
      if (isFilled && extra >= 0) throw tooMany(bytes, extra, options);
      if (!reader.hasMore) break;
    }
    const { count, end } = reader;
    if (isFilled) {
      if (columns !== null && count < columns) throw fileErrors.tooFewCells(bytes, start, count, columns);
      if (!onRecord(start, end, row, reader.bounds)) return;
    }
    start = end;
  }
}

function tooMany(bytes: Uint8Array, offset: number, { columns, maxColumns }: ScanOptions): ApiError {
  return columns === null
    ? fileErrors.tooManyColumns(bytes, offset, maxColumns)
    : fileErrors.tooManyCells(bytes, offset, columns);
}

function hasFilled(bytes: Uint8Array, { bounds, count }: RecordReader): boolean {
  for (let cell = 0; cell < count; cell++) {
    if (!isBlank(bytes, bounds[2 * cell] ?? 0, bounds[2 * cell + 1] ?? 0)) return true;
  }
  return false;
}

/** @throws ApiError for the first cell that is too long, or cannot be read. */
function refuseMistakes(bytes: Uint8Array, reader: RecordReader, maxCellBytes: number): void {
  const { bounds, count, end, mistake } = reader;
  // Cells that are shorter together are shorter each.
  if (mistake < 0 && end - (bounds[0] ?? 0) <= maxCellBytes) return;
  for (let cell = 0; cell < count; cell++) {
    const [from = 0, to = 0] = bounds.subarray(2 * cell, 2 * cell + 2);
    const isLong = to - from > maxCellBytes && to - from - doubledQuotes(bytes, from, to) > maxCellBytes;
    const start = bytes[from - 1] === QUOTE ? from - 1 : from;
    if (isLong) throw fileErrors.cellTooLong(bytes, start, maxCellBytes);
  }
  if (mistake >= 0) throw syntaxError(bytes, reader);
}

/** Quotes of a cell's text that stand for one with the quote before them. */
function doubledQuotes(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from - 1] !== QUOTE) return 0;
  let count = 0;
  for (let at = from; at < to; at++) if (bytes[at] === QUOTE) count += 1;
  return Math.floor(count / 2);
}

function isUnclosed({ bounds, count, mistake }: RecordReader): boolean {
  return mistake >= 0 && mistake < (bounds[2 * count - 2] ?? 0);
}

function syntaxError(bytes: Uint8Array, reader: RecordReader): ApiError {
  const { bounds, count, mistake } = reader;
  const to = bounds[2 * count - 1];
  if (isUnclosed(reader)) return fileErrors.quoteNotClosed(bytes, mistake);
  return mistake === to
    ? fileErrors.misplacedQuote(bytes, mistake)
    : fileErrors.textAfterQuote(bytes, mistake);
}

/** So many bytes below the header tell how long the lines of a file are. */
const SAMPLE_BYTES = 64 * 1024;
/** Lines further down may be somewhat shorter. */
const SPARE = 1.02;

/** About how many records are behind `from`; counting their lines would take a fifth of the whole split. */
export function expectedRecords(bytes: Uint8Array, from: number): number {
  const sampleEnd = Math.min(from + SAMPLE_BYTES, bytes.length);
  let lines = 1;
  for (let at = bytes.indexOf(LF, from); at >= 0 && at < sampleEnd; at = bytes.indexOf(LF, at + 1))
    lines += 1;
  return Math.ceil((lines / (sampleEnd - from + 1)) * (bytes.length - from + 1) * SPARE);
}
