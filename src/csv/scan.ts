import { mistake as fileMistake } from './file-errors.js';
import { RecordReader } from './record-reader.js';
import { CR, isBlank, LF, QUOTE } from './text.js';

export interface ScanOptions {
  /** Offset where the first record begins. */
  readonly from: number;
  /** The row number of the first row in a spreadsheet, which also counts blank rows. */
  readonly firstRow: number;
  /** Number of cells in every record; null for a header, which may have up to `maxColumns`. */
  readonly columns: number | null;
  readonly maxColumns: number;
  /** For the text between a cell's quotes, with a doubled quote counted once. */
  readonly maxCellBytes: number;
  /** Whether the bytes are the whole file: an unclosed quote is then a mistake. */
  readonly isWhole: boolean;
}

/**
 * Called for each record that has a filled cell, with `bytes[start, end)` including its line end, its row in
 * a spreadsheet, and its cells' {@link RecordReader.bounds}. Returns whether to continue.
 */
export type OnRecord = (start: number, end: number, row: number, bounds: Int32Array) => boolean;

/** Finds the records with a filled cell and skips all others. @throws ApiError for the first mistake. */
export function scan(bytes: Uint8Array, options: ScanOptions, onRecord: OnRecord): void {
  const { columns, maxColumns, maxCellBytes, isWhole } = options;
  const reader = new RecordReader(bytes, columns ?? maxColumns);
  let start = options.from;
  for (let row = options.firstRow; start < bytes.length; row++) {
    // A fast path: hundreds of millions of blank lines compress to a few kilobytes.
    if (bytes[start] === LF || (bytes[start] === CR && bytes[start + 1] === LF)) {
      start += bytes[start] === LF ? 1 : 2;
      continue;
    }
    /** Start of the first cell that has no column. */
    let extra = -1;
    let isFilled = false;
    for (reader.read(start); ; reader.read(reader.end)) {
      if (!isWhole && isUnclosed(reader)) return;
      refuseMistakes(bytes, reader, maxCellBytes);
      isFilled ||= hasFilled(bytes, reader);
      if (reader.hasMore && extra < 0) extra = reader.end;
      if (isFilled && extra >= 0) {
        if (columns === null) throw fileMistake('TOO_MANY_COLUMNS', bytes, extra, maxColumns);
        throw fileMistake('RECORD_LENGTH', bytes, extra, columns, columns + 1);
      }
      if (!reader.hasMore) break;
    }
    const { count, end } = reader;
    if (isFilled) {
      if (columns !== null && count < columns)
        throw fileMistake('RECORD_LENGTH', bytes, start, columns, count);
      if (!onRecord(start, end, row, reader.bounds)) return;
    }
    start = end;
  }
}

function hasFilled(bytes: Uint8Array, { bounds, count }: RecordReader): boolean {
  for (let cell = 0; cell < count; cell++) {
    if (!isBlank(bytes, bounds[2 * cell] ?? 0, bounds[2 * cell + 1] ?? 0)) return true;
  }
  return false;
}

/** @throws ApiError for the first cell that is too long or cannot be read. */
function refuseMistakes(bytes: Uint8Array, reader: RecordReader, maxCellBytes: number): void {
  const { bounds, count, end, mistake } = reader;
  // If the cells together are within the limit, each one is.
  if (mistake < 0 && end - (bounds[0] ?? 0) <= maxCellBytes) return;
  for (let cell = 0; cell < count; cell++) {
    const [from = 0, to = 0] = bounds.subarray(2 * cell, 2 * cell + 2);
    const isLong = to - from > maxCellBytes && to - from - doubledQuotes(bytes, from, to) > maxCellBytes;
    const start = bytes[from - 1] === QUOTE ? from - 1 : from;
    if (isLong) throw fileMistake('CELL_TOO_LONG', bytes, start, maxCellBytes);
  }
  if (mistake < 0) return;
  if (isUnclosed(reader)) throw fileMistake('QUOTE_NOT_CLOSED', bytes, mistake);
  const isInCell = mistake === bounds[2 * count - 1];
  throw fileMistake(isInCell ? 'INVALID_QUOTE' : 'TEXT_AFTER_QUOTE', bytes, mistake);
}

/** The number of doubled quotes in a cell's text, each counted once. */
function doubledQuotes(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from - 1] !== QUOTE) return 0;
  let count = 0;
  for (let at = from; at < to; at++) if (bytes[at] === QUOTE) count += 1;
  return Math.floor(count / 2);
}

function isUnclosed({ bounds, count, mistake }: RecordReader): boolean {
  return mistake >= 0 && mistake < (bounds[2 * count - 2] ?? 0);
}

const SAMPLE_BYTES = 64 * 1024;
/** Lines further down may be somewhat shorter. */
const SPARE = 1.02;

/** The approximate number of records after `from`. Counting lines would take a fifth of a split's time. */
export function expectedRecords(bytes: Uint8Array, from: number): number {
  const sampleEnd = Math.min(from + SAMPLE_BYTES, bytes.length);
  let lines = 1;
  for (let at = bytes.indexOf(LF, from); at >= 0 && at < sampleEnd; at = bytes.indexOf(LF, at + 1))
    lines += 1;
  return Math.ceil((lines / (sampleEnd - from + 1)) * (bytes.length - from + 1) * SPARE);
}
