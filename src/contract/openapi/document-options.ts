import { MAX_DECIMAL_PLACES, MAX_SIGNIFICANT_DIGITS, TOO_LARGE } from '../../engine/exact.js';
import { MAX_TERMS } from '../../engine/student.js';
import { BYTES_BESIDE_ROW, MAX_STUDENT_BYTES } from '../student-size.js';
import type { JsonPart } from './json.js';

/** The settings that callers can see. Sizes are bytes after decompression. */
export interface DocumentOptions {
  /** Address that callers use; undefined for wherever the document was read from. */
  readonly serverUrl: string | undefined;
  /** Whom callers turn to. */
  readonly contact?: { readonly name?: string | undefined; readonly email?: string | undefined };
  readonly jsonMaxBytes: number;
  readonly bulkMaxBytes: number;
  readonly bulkMaxRows: number;
  readonly bulkMaxColumns: number;
  readonly bulkMaxCellBytes: number;
  /** Window (milliseconds) that must bring some of a body. */
  readonly bodyIdleMs: number;
  /** Programs that use both endpoints. */
  readonly codeSamples?: readonly CodeSample[];
}

/** One of `x-codeSamples`. */
export interface CodeSample {
  /** As references highlight it. */
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** The limits for programs. Sizes are bytes after decompression. */
export function machineReadableLimits(options: DocumentOptions): JsonPart {
  return {
    json_max_bytes: options.jsonMaxBytes,
    bulk_max_bytes: options.bulkMaxBytes,
    bulk_max_rows: options.bulkMaxRows,
    bulk_max_columns: options.bulkMaxColumns,
    bulk_max_cell_bytes: options.bulkMaxCellBytes,
    bulk_max_student_bytes: MAX_STUDENT_BYTES,
    bulk_bytes_beside_row: BYTES_BESIDE_ROW,
    max_terms_per_student: MAX_TERMS,
    max_significant_digits: MAX_SIGNIFICANT_DIGITS,
    max_decimal_places: MAX_DECIMAL_PLACES,
    numbers_below: TOO_LARGE,
  };
}

/** The limits for people, as Markdown. */
export function limitsText(options: DocumentOptions): string {
  return `| What | At most |
|---|---|
| JSON body, after decompression | ${size(options.jsonMaxBytes)} |
| CSV body, after decompression | ${size(options.bulkMaxBytes)} |
| rows of a CSV body | ${options.bulkMaxRows.toLocaleString('en-US')} |
| columns of a CSV header | ${options.bulkMaxColumns} |
| one CSV cell | ${size(options.bulkMaxCellBytes)} |
| rows of one \`student_id\`, ${BYTES_BESIDE_ROW} bytes counted for each beside its own | ${size(MAX_STUDENT_BYTES)} |
| terms of a student | ${MAX_TERMS} |
| significant digits of a number | ${MAX_SIGNIFICANT_DIGITS} |
| decimal places of a number | ${MAX_DECIMAL_PLACES} |
| a number | below ${TOO_LARGE.toLocaleString('en-US')} |

The same limits stand in this document as \`x-limits\`, for programs.`;
}

const UNITS = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
] as const;

/** `1 MiB (1,048,576 bytes)`. A size that is no whole number of a unit is given in bytes alone. */
export function size(bytes: number): string {
  const exactly = `${bytes.toLocaleString('en-US')} bytes`;
  const unit = UNITS.find(([, length]) => bytes >= length && bytes % length === 0);
  return unit === undefined ? exactly : `${bytes / unit[1]} ${unit[0]} (${exactly})`;
}
