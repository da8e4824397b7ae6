import { MAX_DECIMAL_PLACES, MAX_SIGNIFICANT_DIGITS, TOO_LARGE } from '../../engine/exact.js';
import { MAX_TERMS } from '../../engine/student.js';
import { numberText } from '../../engine/texts.js';
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
  readonly codeSamples?: readonly {
    readonly lang: string;
    readonly label: string;
    readonly source: string;
  }[];
}

/** The limits as Markdown. */
export function limitsText(options: DocumentOptions): string {
  const limits = [
    ['JSON body, after decompression', size(options.jsonMaxBytes)],
    ['CSV body, after decompression', size(options.bulkMaxBytes)],
    ['rows in a CSV body', numberText(options.bulkMaxRows)],
    ['columns of a CSV header', options.bulkMaxColumns],
    ['one CSV cell', size(options.bulkMaxCellBytes)],
    [
      `all rows of one \`student_id\`, counting ${BYTES_BESIDE_ROW} extra bytes for each`,
      size(MAX_STUDENT_BYTES),
    ],
    ['terms for a student', MAX_TERMS],
    ['significant digits in a number', MAX_SIGNIFICANT_DIGITS],
    ['decimal places in a number', MAX_DECIMAL_PLACES],
    ['a number', `below ${numberText(TOO_LARGE)}`],
  ];
  const rows = limits.map(([what, most]) => `| ${what} | ${most} |`);
  return ['| What | At most |', '|---|---|', ...rows].join('\n');
}

const UNITS = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
] as const;

/** `1 MiB (1,048,576 bytes)`. A size that is not a whole number of a unit is given in bytes only. */
export function size(bytes: number): string {
  const exactly = `${numberText(bytes)} bytes`;
  const unit = UNITS.find(([, length]) => bytes >= length && bytes % length === 0);
  return unit === undefined ? exactly : `${bytes / unit[1]} ${unit[0]} (${exactly})`;
}
