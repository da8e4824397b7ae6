import { parse } from 'csv-parse/sync';
import type { ApiError } from '../contract/errors.js';
import { type Header, type IgnoredColumns, readHeader } from '../contract/header.js';
import { mistake, placeOf } from './file-errors.js';
import { refuseOtherKinds, refuseOtherLines } from './file-kind.js';
import { scan } from './scan.js';
import { firstWrongByte, isUtf8, LF, textOf, textStart } from './text.js';

export interface CsvLimits {
  readonly maxColumns: number;
  /** Limit of the text between a cell's quotes. */
  readonly maxCellBytes: number;
  /** Limit of the rows below the header. */
  readonly maxRows: number;
}

export interface CsvReading extends CsvLimits {
  /** Columns other than ours that the file may have; none by default. */
  readonly ignoreColumns?: IgnoredColumns | undefined;
}

export const USUAL_LIMITS: CsvLimits = { maxColumns: 100, maxCellBytes: 4096, maxRows: 5_000_000 };

/** The first record of a file that has a filled cell, and its position. */
export interface FirstRecord {
  /** Unquoted and untrimmed. */
  readonly cells: readonly string[];
  /** Offset of the first byte after the record. */
  readonly end: number;
  /** The record's row in a spreadsheet, from 1. */
  readonly row: number;
  /** The record's line in the file, from 1. */
  readonly line: number;
}

export interface Head extends FirstRecord {
  readonly header: Header;
}

/**
 * Reads the header of a file, or of the part that has arrived.
 * @returns null while the header is incomplete.
 * @throws ApiError for a file of another kind, an unusable header, a syntax error in the header, or a whole
 * file without any record.
 */
export function readHead(bytes: Uint8Array, isWhole: boolean, reading: CsvReading): Head | null {
  refuseOtherKinds(bytes);
  if (!isWhole && !bytes.includes(LF)) return null;
  refuseOtherLines(bytes, textStart(bytes), isWhole);
  const first = firstRecord(bytes, isWhole, reading);
  return first && { ...first, header: readHeader(first.cells, first.line, reading.ignoreColumns) };
}

/** Finds the first record for {@link readHead}. */
export function firstRecord(bytes: Uint8Array, isWhole: boolean, limits: CsvLimits): FirstRecord | null {
  const options = { ...limits, from: textStart(bytes), firstRow: 1, columns: null, isWhole };
  // An unfinished line may continue in any way.
  const arrived = isWhole ? bytes : bytes.subarray(0, bytes.lastIndexOf(LF) + 1);
  let first: FirstRecord | null = null;
  scan(arrived, options, (start, end, row) => {
    if (!isUtf8(bytes.subarray(start, end))) throw notUtf8(bytes, start);
    first = { cells: cellsOf(textOf(bytes, start, end)), end, row, line: placeOf(bytes, start).line };
    return false;
  });
  if (first === null && isWhole) throw mistake('EMPTY', bytes, 0);
  return first;
}

/** The error for bytes that are not UTF-8, the first of them at or after `from`. */
export function notUtf8(bytes: Uint8Array, from = 0): ApiError {
  const wrong = firstWrongByte(bytes, from);
  return mistake('INVALID_UTF8', bytes, wrong, bytes[wrong]);
}

/** The cells of one record with valid syntax, unquoted and untrimmed. */
export function cellsOf(record: string): string[] {
  const [cells = []] = parse(record, { record_delimiter: ['\r\n', '\n'] });
  return cells;
}
