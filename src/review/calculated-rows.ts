import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import type { SplitFile } from '../csv/split.js';
import { textOf } from '../csv/text.js';
import { toText } from '../engine/exact.js';
import { amountOf } from '../recipe/read-cells.js';
import { rowsIn } from '../table/delimited-text.js';

/** A file in our format that was calculated: its bytes, and where its records are. */
export interface CalculatedFile {
  readonly bytes: Uint8Array;
  readonly file: SplitFile;
}

/** A row of such a file. */
export interface CalculatedRow {
  /** The student's id as the answer has it: trimmed, or `row:<N>` for a row without one. */
  readonly id: string;
  /** Its 1-based position among the data rows. */
  readonly dataRow: number;
  /** Its number in a spreadsheet. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Our name for each column; null for one that is not read. The same object for all rows of a file. */
  readonly columns: readonly (string | null)[];
}

/** The row that a row of the answer was calculated from; `place` is the place of both in the answer, from 0. */
export function calculatedRow({ bytes, file }: CalculatedFile, place: number): CalculatedRow {
  const { order, starts, ends, rows } = file.records;
  const { columns } = file.head.header;
  const record = order?.[place] ?? place;
  const [read] = rowsIn(textOf(bytes, starts[record], ends[record]), ',');
  const cells = read?.cells ?? [];
  const dataRow = record + 1;
  const id = cells[columns.indexOf(STUDENT_ID_COLUMN)]?.trim() || `row:${dataRow}`;
  return { id, dataRow, row: rows[record] ?? 0, cells, columns };
}

/** The trimmed cell of one of our columns; empty if the file does not have it. */
export function cellOf({ cells, columns }: Pick<CalculatedRow, 'cells' | 'columns'>, column: string): string {
  return cells[columns.indexOf(column)]?.trim() ?? '';
}

const LOANS = [
  ['Subsidized', 'sub', 'subsidized'],
  ['Unsubsidized', 'unsub', 'unsubsidized'],
  ['Grad PLUS', 'grad_plus', 'grad_plus'],
] as const;

/** Each loan with its columns: what was paid, in the file that was calculated; the amounts of a term, in the answer. */
export const LOANS_OF_TERM = LOANS.map(([name, short, long]) => ({
  name,
  paid: `term_prior_disbursement_${short}` as const,
  equal: `term_equal_${long}` as const,
  proportional: `term_proportional_${long}` as const,
  adjustment: `term_adjustment_${short}` as const,
}));

const NOTHING: readonly number[] = LOANS_OF_TERM.map(() => 0);

/** What was paid for the term of a row, in whole dollars, in the order of {@link LOANS_OF_TERM}; 0 where the cell is blank. */
export function paidOf(row: Pick<CalculatedRow, 'cells' | 'columns'>): readonly number[] {
  const cells = LOANS_OF_TERM.map(({ paid }) => cellOf(row, paid));
  if (cells.every((cell) => cell === '')) return NOTHING;
  return LOANS_OF_TERM.map(({ paid }, nth) => {
    const dollars = amountOf(paid, cells[nth] ?? '');
    return dollars === null ? 0 : Number(toText(dollars));
  });
}

/**
 * What may be paid now of an amount of the answer, both in whole dollars; null if the student failed and has no amount. Amounts
 * include what was paid (section 6 of the rules): whoever pays them as they are pays a term twice.
 */
export function payableNow(amount: string, paid: number): number | null {
  return amount === '' ? null : Number(amount) - paid;
}
