import { HEADER_ROW } from '../contract/csv-response.js';
import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { type AnswerWriter, calculateChunk, writeRecords } from '../csv/calculate-chunk.js';
import { cutChunk, planChunks } from '../csv/chunk.js';
import type { SplitFile } from '../csv/split.js';
import { bytesOf, textOf } from '../csv/text.js';
import type { DisbursementOption } from '../engine/answer-format.js';
import { jsonNumber, ZERO } from '../engine/exact.js';
import type { Ours } from '../recipe/format/our-fields.js';
import { amountOf } from '../recipe/rows/read-cells.js';
import { rowsIn } from '../table/delimited-text.js';

/** A file in our format that was calculated: its bytes, and where its records are. */
export interface CalculatedFile {
  readonly bytes: Uint8Array;
  readonly file: SplitFile;
}

const CHUNK_ROWS = 2000;

/**
 * The CSV answer to a file: the header row, then whole rows of whole students. It is cut like the service's,
 * so that bytes are the same. More threads would save less than half the time, most of which is reading the
 * file.
 */
export function* answerPieces(
  { bytes, file }: CalculatedFile,
  awardYear: string,
  write: AnswerWriter = writeRecords,
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  yield bytesOf(HEADER_ROW);
  for (const span of planChunks(file, CHUNK_ROWS)) {
    const chunk = cutChunk(bytes, file, span, { format: 'csv', escapeFormulas: false, awardYear });
    yield calculateChunk(chunk, () => write).body;
  }
}

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

/** The row that a row of the answer was calculated from; `index` is their position in it, from 0. */
export function calculatedRow({ bytes, file }: CalculatedFile, index: number): CalculatedRow {
  const { order, starts, ends, rows } = file.records;
  const { columns } = file.head.header;
  const record = order?.[index] ?? index;
  const cells = rowsIn(textOf(bytes, starts[record], ends[record]), ',')[0]?.cells ?? [];
  const dataRow = record + 1;
  const id = cells[columns.indexOf(STUDENT_ID_COLUMN)]?.trim() || `row:${dataRow}`;
  return { id, dataRow, row: rows[record] ?? 0, cells, columns };
}

/** All rows of one student. */
export type RowsOfStudent = readonly [CalculatedRow, ...CalculatedRow[]];

/** The rows of the student who has the row at an index of the answer. */
export function studentRows(calculated: CalculatedFile, index: number): RowsOfStudent {
  const { records, rowCount } = calculated.file;
  const isOfStudent = (at: number): boolean => at >= 0 && at < rowCount && studentAt(at) === studentAt(index);
  const studentAt = (at: number) => records.students[records.order?.[at] ?? at];
  let from = index;
  while (isOfStudent(from - 1)) from -= 1;
  const others: CalculatedRow[] = [];
  for (let at = from + 1; isOfStudent(at); at++) others.push(calculatedRow(calculated, at));
  return [calculatedRow(calculated, from), ...others];
}

/** The trimmed cell of one of our columns; empty if the file does not have it. */
export function cellOf({ cells, columns }: CalculatedRow, column: string): string {
  return cells[columns.indexOf(column)]?.trim() ?? '';
}

/** What was paid for the term of a row, in whole dollars; 0 where the cell is blank. */
export function paidOf(row: CalculatedRow): DisbursementOption {
  const dollarsIn = (column: Ours): number => jsonNumber(amountOf(column, cellOf(row, column)) ?? ZERO);
  return {
    subsidized: dollarsIn('term_prior_disbursement_sub'),
    unsubsidized: dollarsIn('term_prior_disbursement_unsub'),
    grad_plus: dollarsIn('term_prior_disbursement_grad_plus'),
  };
}
