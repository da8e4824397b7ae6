import { MAX_DECIMAL_PLACES, MAX_SIGNIFICANT_DIGITS, TOO_LARGE } from '../../engine/exact.js';
import { MAX_TERMS } from '../../engine/student.js';
import type { JsonObject } from '../json-student.js';
import { BYTES_BESIDE_ROW, MAX_STUDENT_BYTES } from '../read-student.js';

/** The settings that callers can see, by their names in the configuration. Sizes are after decompression. */
export interface DocumentOptions {
  readonly publicUrl?: string | undefined;
  readonly contactName?: string | undefined;
  readonly contactEmail?: string | undefined;
  readonly jsonMaxBytes: number;
  readonly bulkMaxBytes: number;
  readonly bulkMaxRows: number;
  readonly bulkMaxColumns: number;
  readonly bulkMaxCellBytes: number;
  readonly bodyIdleTimeoutMs: number;
  readonly codeSamples?: readonly {
    readonly lang: string;
    readonly label: string;
    readonly source: string;
  }[];
}

type Limit = readonly [name: string, value: number, what: string | null, shown: (value: number) => string];

/** Every limit by its name for programs, with what is limited and how the value is shown to people. */
function limits(options: DocumentOptions): readonly Limit[] {
  const ofStudent = `all rows of one \`student_id\`, counting ${BYTES_BESIDE_ROW} extra bytes for each`;
  return [
    ['json_max_bytes', options.jsonMaxBytes, 'JSON body, after decompression', size],
    ['bulk_max_bytes', options.bulkMaxBytes, 'CSV body, after decompression', size],
    ['bulk_max_rows', options.bulkMaxRows, 'rows in a CSV body', grouped],
    ['bulk_max_columns', options.bulkMaxColumns, 'columns of a CSV header', String],
    ['bulk_max_cell_bytes', options.bulkMaxCellBytes, 'one CSV cell', size],
    ['bulk_max_student_bytes', MAX_STUDENT_BYTES, ofStudent, size],
    ['bulk_bytes_beside_row', BYTES_BESIDE_ROW, null, size],
    ['max_terms_per_student', MAX_TERMS, 'terms for a student', String],
    ['max_significant_digits', MAX_SIGNIFICANT_DIGITS, 'significant digits in a number', String],
    ['max_decimal_places', MAX_DECIMAL_PLACES, 'decimal places in a number', String],
    ['numbers_below', TOO_LARGE, 'a number', (value) => `below ${grouped(value)}`],
  ];
}

/** The limits for programs. Sizes are bytes after decompression. */
export function machineReadableLimits(options: DocumentOptions): JsonObject {
  return Object.fromEntries(limits(options).map(([name, value]) => [name, value]));
}

/** The limits for people, as Markdown. */
export function limitsText(options: DocumentOptions): string {
  const rows = limits(options).flatMap(([, value, what, shown]) =>
    what === null ? [] : [`| ${what} | ${shown(value)} |`],
  );
  return `| What | At most |
|---|---|
${rows.join('\n')}

This document has the same limits as \`x-limits\`, for programs.`;
}

function grouped(value: number): string {
  return value.toLocaleString('en-US');
}

const UNITS = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
] as const;

/** `1 MiB (1,048,576 bytes)`. A size that is not a whole number of a unit is given in bytes only. */
export function size(bytes: number): string {
  const exactly = `${grouped(bytes)} bytes`;
  const unit = UNITS.find(([, length]) => bytes >= length && bytes % length === 0);
  return unit === undefined ? exactly : `${bytes / unit[1]} ${unit[0]} (${exactly})`;
}
