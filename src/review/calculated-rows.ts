import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { readHeader } from '../contract/header.js';
import { isBlankRow, textRows } from '../table/delimited-text.js';
import type { Bytes } from '../table/encodings.js';
import { isStepDue, type Steps } from '../table/steps.js';

/** A row of a file in our format that was calculated before. */
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

/** The rows of a file in our format, in its order. */
export function* calculatedRows(ours: Bytes): Generator<CalculatedRow, void, undefined> {
  let columns: readonly (string | null)[] | null = null;
  let idPlace = -1;
  let dataRow = 0;
  for (const record of textRows(ours, { encoding: 'utf-8', delimiter: ',' })) {
    if (isBlankRow(record)) continue;
    const { row, cells } = record;
    if (columns === null) {
      columns = readHeader(cells, row, '*').columns;
      idPlace = columns.indexOf(STUDENT_ID_COLUMN);
      continue;
    }
    dataRow += 1;
    const id = cells[idPlace]?.trim() || `row:${dataRow}`;
    yield { id, dataRow, row, cells, columns };
  }
}

/** How many rows there are. */
export function* rowCount(ours: Bytes): Steps<number> {
  let count = 0;
  for (const _ of calculatedRows(ours)) {
    count += 1;
    if (isStepDue(count)) yield;
  }
  return count;
}

/** The trimmed cell of one of our columns; empty if the file does not have it. */
export function cellOf({ cells, columns }: Pick<CalculatedRow, 'cells' | 'columns'>, column: string): string {
  return cells[columns.indexOf(column)]?.trim() ?? '';
}
