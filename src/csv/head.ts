import { parse } from 'csv-parse/sync';
import type { ApiError } from '../contract/errors.js';
import { type Header, type IgnoredColumns, readHeader } from '../contract/header.js';
import { mistake, placeOf } from './file-errors.js';
import { refuseOtherKinds } from './file-kind.js';
import { scan } from './scan.js';
import { firstWrongByte, isUtf8, textOf, textStart } from './text.js';

export interface CsvLimits {
  readonly maxColumns: number;
  /** Of the text between a cell's quotes. */
  readonly maxCellBytes: number;
  /** Below the header. */
  readonly maxRows: number;
}

export interface CsvReading extends CsvLimits {
  /** The columns that are not ours and may be in the file all the same; none by default. */
  readonly ignoreColumns?: IgnoredColumns | undefined;
}

export const USUAL_LIMITS: CsvLimits = { maxColumns: 100, maxCellBytes: 4096, maxRows: 5_000_000 };

/** The first record of a file that has a filled cell, and its position. */
export interface FirstRecord {
  /** Unquoted and untrimmed. */
  readonly cells: readonly string[];
  /** Offset of the first byte after it. */
  readonly end: number;
  /** Its row in a spreadsheet, from 1. */
  readonly row: number;
  /** Its line in the file, from 1. */
  readonly line: number;
}

export interface Head extends FirstRecord {
  readonly header: Header;
}

/**
 * Reads the header of a file.
 *
 * @throws ApiError for a file of another kind, a header that cannot be used, a syntax error in it, or a file without any
 * record.
 */
export function readHead(bytes: Uint8Array, reading: CsvReading): Head {
  refuseOtherKinds(bytes, textStart(bytes));
  const first = firstRecord(bytes, reading);
  return { ...first, header: readHeader(first.cells, first.line, reading.ignoreColumns) };
}

/** Finds the first record for {@link readHead}. */
export function firstRecord(bytes: Uint8Array, limits: CsvLimits): FirstRecord {
  const options = { ...limits, from: textStart(bytes), firstRow: 1, columns: null };
  const found: FirstRecord[] = [];
  scan(bytes, options, (start, end, row) => {
    if (!isUtf8(bytes.subarray(start, end))) throw notUtf8(bytes, start);
    const { line } = placeOf(bytes, start);
    found.push({ cells: cellsOf(textOf(bytes, start, end)), end, row, line });
    return false;
  });
  const [first] = found;
  if (first === undefined) throw mistake('EMPTY', bytes, 0);
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
