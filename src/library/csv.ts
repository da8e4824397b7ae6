/** Calculates a whole file: bytes of a CSV in, bytes of the answer out. Pure, as the rest of the library. */
import { HEADER_ROW } from '../contract/csv-response.js';
import type { IgnoredColumns } from '../contract/header.js';
import { type BulkFormat, cutChunk, planChunks } from '../csv/chunk.js';
import { type CsvLimits, USUAL_LIMITS } from '../csv/head.js';
import { runChunk } from '../csv/run-chunk.js';
import { type SplitFile, splitCsv } from '../csv/split.js';
import { bytesOf, joined } from '../csv/text.js';
import { CURRENT_AWARD_YEAR } from '../engine/award-years.js';
import { limitsFor } from '../engine/limits.js';

export { ApiError } from '../contract/errors.js';
export type { BulkFormat, CsvLimits, IgnoredColumns };

/** Options for the format and limits. */
export interface CsvOptions {
  /** `csv` (the default), or `ndjson` with one student on each line. */
  readonly format?: BulkFormat;
  /** Whether to escape text cells that a spreadsheet would run as formulas. False by default. */
  readonly escapeFormulas?: boolean;
  /** One of AWARD_YEARS; the current one by default. */
  readonly awardYear?: string;
  /** Other columns that need not be read, by name, or `*` for all; any further column is refused. */
  readonly ignoreColumns?: IgnoredColumns;
  /** Limits that differ from the service's defaults. */
  readonly limits?: Partial<CsvLimits>;
}

/** A part of an answer: whole rows of whole students, in the order of the file. */
export interface CsvPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly students: number;
  /** Students of this part whose rows carry an error instead of figures. */
  readonly failedStudents: number;
}

/** A whole answer. */
export interface CsvAnswer extends CsvPart {
  /** Columns of the file that were not read, by name. */
  readonly ignoredColumns: readonly string[];
}

const CHUNK_ROWS = 2000;

/**
 * Calculates a CSV of students with the columns of `POST /v1/calculate/bulk`, part by part, so that the
 * caller can show progress or stop. The joined parts are the service's answer, byte for byte. Except in
 * NDJSON, the first part is the header row, without students.
 *
 * @throws ApiError at once for an unusable file: `message` says where and what to do; RangeError for an award
 * year without a table.
 */
export function csvParts(file: Uint8Array, options: CsvOptions = {}): Generator<CsvPart, void, undefined> {
  return partsOf(file, splitOf(file, options), options);
}

function splitOf(
  file: Uint8Array,
  { limits, ignoreColumns, awardYear = CURRENT_AWARD_YEAR }: CsvOptions,
): SplitFile {
  limitsFor(awardYear);
  return splitCsv(file, { ...USUAL_LIMITS, ...limits, ignoreColumns });
}

function* partsOf(
  file: Uint8Array,
  split: SplitFile,
  { format = 'csv', escapeFormulas = false, awardYear = CURRENT_AWARD_YEAR }: CsvOptions,
): Generator<CsvPart, void, undefined> {
  if (format === 'csv') yield { bytes: bytesOf(HEADER_ROW), students: 0, failedStudents: 0 };
  const output = { format, escapeFormulas, awardYear };
  for (const span of planChunks(split, CHUNK_ROWS)) {
    const { body, ...counts } = runChunk(cutChunk(file, split, span, output));
    yield { bytes: body.slice(), ...counts };
  }
}

/** {@link csvParts}, joined; the file must fit into memory twice. @throws ApiError for an unusable file. */
export function calculateCsv(file: Uint8Array, options: CsvOptions = {}): CsvAnswer {
  const split = splitOf(file, options);
  const parts = [...partsOf(file, split, options)];
  return {
    bytes: joined(parts.map((part) => part.bytes)),
    students: parts.reduce((sum, part) => sum + part.students, 0),
    failedStudents: parts.reduce((sum, part) => sum + part.failedStudents, 0),
    ignoredColumns: split.head.header.ignored,
  };
}
