import { shortened } from '../contract/field-kinds.js';
import { readStudent } from '../contract/read-student.js';
import { columnOf } from '../contract/row-errors.js';
import { ByteWriter } from '../csv/byte-writer.js';
import { CellTable } from '../csv/cell-table.js';
import { CONTRADICTION, COPY, StudentRows } from '../csv/student-rows.js';
import type { Mistake } from '../engine/failure.js';
import type { RowOrigins } from '../recipe/row-origins.js';
import { type CalculatedRow, cellOf } from './calculated-rows.js';

/** One mistake of a failed student, in the terms of the person's own file. */
export interface OwnMistake extends Mistake {
  /** The column of ours; `terms` if it concerns their number. */
  readonly column: string;
  /** What the file calls that column. */
  readonly theirColumn: string;
  /** The value given, without blanks around it, and cut when it is long; null where none was, or where it is not the mistake. */
  readonly given: string | null;
  /** The row of ours that it is about; null for all of them. */
  readonly row: number | null;
}

/** A row with columns for each term that are all empty. */
const NO_TERM = 'No term has credits or payments.';

/** Codes of mistakes that are not in the value of one cell. */
const BETWEEN_ROWS: ReadonlySet<string> = new Set([CONTRADICTION.code, COPY.code]);

const ROOM_BYTES = 1024;

/** Why a student of these rows of ours, all of one student, is not calculated; none for one who can be. */
export function mistakesOf(
  rows: readonly CalculatedRow[],
  origins: RowOrigins,
  awardYear: string,
): readonly OwnMistake[] {
  const [first] = rows;
  if (first === undefined) return [];
  const reading = readStudent(studentOf(rows, first.columns, origins), awardYear);
  if (reading.ok) return [];
  return reading.failures.map((failure) => {
    const { field, term, code, problem, detail, message } = failure;
    const at = term === null ? first : (rows[term] ?? first);
    if (field === 'label' && origins.lacksTerm(at.row)) {
      const own = { code: 'no_term', problem: NO_TERM, detail: null, message: NO_TERM };
      return { ...own, column: 'terms', theirColumn: 'terms', given: null, row: at.row };
    }
    const column = columnOf(failure);
    const given = BETWEEN_ROWS.has(code) ? '' : cellOf(at, column);
    return {
      code,
      problem,
      detail,
      message,
      column,
      theirColumn: origins.columnOf(column, at.row),
      given: given === '' ? null : shortened(given),
      row: term === null ? null : at.row,
    };
  });
}

/** The student of these rows, so that messages name the rows of the person's own file. */
function studentOf(
  rows: readonly CalculatedRow[],
  columns: CalculatedRow['columns'],
  origins: RowOrigins,
): StudentRows {
  const records = new ByteWriter(ROOM_BYTES);
  for (const { cells } of rows) {
    records.cells(cells);
    records.endRecord();
  }
  const table = new CellTable(records.written(), columns.length, rows.length);
  const places = rows.map(({ dataRow, row }) => ({ dataRow, row: origins.of(row)[0] ?? row }));
  const student = new StudentRows(table, columns, places);
  student.move(0);
  return student;
}
