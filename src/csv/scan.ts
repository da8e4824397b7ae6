import * as fileErrors from './file-errors.js';
import { COMMA, CR, isBlank, LF, QUOTE } from './text.js';

/*
 * A file is records, a record is cells. A cell that begins with a quote ends with the quote that is not doubled, every other cell
 * at the next comma or line end. A line end is LF or CRLF. Everything that csv-parse accepts is accepted and gives the same
 * records; a property test holds that.
 */

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
  /** The column whose place is reported, -1 for none. */
  readonly idColumn: number;
  /** Whether the bytes are all of the file: what ends in the middle is a mistake then. */
  readonly isWhole: boolean;
}

/**
 * Told of each record that has a filled cell: `bytes[start, end)` with its line end, the row as a spreadsheet numbers it, and
 * where the text of the id stands, quotes not included. Says whether to go on.
 */
export type OnRecord = (start: number, end: number, row: number, idFrom: number, idTo: number) => boolean;

/**
 * Finds the records of a file. Blank lines, and records without a filled cell, however many, are passed over.
 *
 * @throws ApiError for the first mistake.
 */
export function scan(bytes: Uint8Array, options: ScanOptions, onRecord: OnRecord): void {
  const { columns, maxColumns, maxCellBytes, idColumn, isWhole } = options;
  const most = columns ?? maxColumns;
  const hasId = columns !== null && idColumn >= 0 && idColumn < columns;
  const { length } = bytes;
  let at = options.from;
  for (let row = options.firstRow; at < length; row++) {
    // A file of hundreds of millions of them comes compressed as a few kilobytes.
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] === LF)) {
      at += bytes[at] === LF ? 1 : 2;
      continue;
    }
    const start = at;
    const plainEnd = hasId ? endOfPlainRecord(bytes, start, most, maxCellBytes) : -1;
    if (plainEnd >= 0) {
      const from = startOfCell(bytes, start, idColumn);
      const to = endOfCell(bytes, from);
      if (!isBlank(bytes, from, to)) {
        at = plainEnd;
        if (!onRecord(start, at, row, from, to)) return;
        continue;
      }
    }
    let cells = 0;
    let isFilled = false;
    let extra = -1;
    let idFrom = 0;
    let idTo = 0;
    for (let isOpen = true; isOpen; ) {
      const cellStart = at;
      let from = at;
      let to = at;
      let doubled = 0;
      if (bytes[at] === QUOTE) {
        from = at + 1;
        for (at = from; ; at += 2) {
          while (at < length && bytes[at] !== QUOTE) at += 1;
          if (at === length || bytes[at + 1] !== QUOTE) break;
          doubled += 1;
        }
        if (at === length) {
          if (!isWhole) return;
          if (at - from - doubled > maxCellBytes)
            throw fileErrors.cellTooLong(bytes, cellStart, maxCellBytes);
          throw fileErrors.quoteNotClosed(bytes, cellStart);
        }
        to = at;
        at += 1;
        // What has arrived may end between CR and LF.
        if (!isWhole && bytes[at] === CR && at + 1 === length) return;
        if (bytes[at] === CR && bytes[at + 1] === LF) at += 1;
        if (at < length && bytes[at] !== COMMA && bytes[at] !== LF)
          throw fileErrors.textAfterQuote(bytes, to + 1);
      } else {
        for (; at < length; at++) {
          const byte = bytes[at] ?? 0;
          // Letters, digits, points and minus signs, nearly everything, stand above the comma.
          if (byte > COMMA) continue;
          if (byte === COMMA || byte === LF) break;
          if (byte === QUOTE) {
            if (at - from > maxCellBytes) throw fileErrors.cellTooLong(bytes, cellStart, maxCellBytes);
            throw fileErrors.misplacedQuote(bytes, at);
          }
        }
        to = at > from && at < length && bytes[at] === LF && bytes[at - 1] === CR ? at - 1 : at;
      }
      if (to - from - doubled > maxCellBytes) throw fileErrors.cellTooLong(bytes, cellStart, maxCellBytes);
      if (!isFilled) isFilled = !isBlank(bytes, from, to);
      if (cells === idColumn) {
        idFrom = from;
        idTo = to;
      }
      if (cells === most) extra = cellStart;
      cells += 1;
      isOpen = bytes[at] === COMMA;
      at += 1;
    }
    if (!isWhole && at > length) return;
    if (!isFilled) continue;
    if (extra >= 0) {
      throw columns === null
        ? fileErrors.tooManyColumns(bytes, extra, maxColumns)
        : fileErrors.tooManyCells(bytes, extra, columns);
    }
    if (columns !== null && cells < columns) throw fileErrors.tooFewCells(bytes, start, cells, columns);
    if (!onRecord(start, Math.min(at, length), row, idFrom, idTo)) return;
  }
}

/**
 * Where a plain record ends, behind its line feed: it has no quote, as many cells as there are columns, and is too short for one of
 * them to be too long. -1 for every other, and for one that the file ends in. Most records are plain; looking at their cells one
 * by one would take half as long again for the whole split.
 */
function endOfPlainRecord(bytes: Uint8Array, start: number, columns: number, maxCellBytes: number): number {
  let cells = 1;
  for (let at = start; ; at++) {
    const byte = bytes[at] ?? QUOTE;
    // Letters, digits, points and minus signs, nearly everything, stand above the comma.
    if (byte > COMMA) continue;
    if (byte === COMMA) cells += 1;
    else if (byte === QUOTE) return -1;
    else if (byte === LF) return cells === columns && at - start <= maxCellBytes ? at + 1 : -1;
  }
}

/** Where a cell of a plain record begins. */
function startOfCell(bytes: Uint8Array, start: number, column: number): number {
  let at = start;
  for (let cell = 0; cell < column; cell++) at = bytes.indexOf(COMMA, at) + 1;
  return at;
}

/** Where the text of a cell of a plain record ends. */
function endOfCell(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] !== COMMA && bytes[at] !== LF) at += 1;
  return at > from && bytes[at] === LF && bytes[at - 1] === CR ? at - 1 : at;
}

/** Whether a cell of a record that was scanned is blank. */
export function isCellBlank(bytes: Uint8Array, start: number, column: number): boolean {
  let from = start;
  for (let cell = 0; cell < column; cell++) from = endOfChecked(bytes, from) + 1;
  const end = endOfChecked(bytes, from);
  if (bytes[from] !== QUOTE) return isBlank(bytes, from, end);
  return isBlank(bytes, from + 1, bytes.lastIndexOf(QUOTE, end - 1));
}

/** Where a cell of a record that was scanned ends: at its comma or line feed, or where the file does. */
function endOfChecked(bytes: Uint8Array, from: number): number {
  let at = from;
  if (bytes[at] === QUOTE) {
    for (at += 1; bytes[at] !== QUOTE || bytes[at + 1] === QUOTE; at++) if (bytes[at] === QUOTE) at += 1;
  }
  while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== LF) at += 1;
  return at;
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
