import { shortened } from '../contract/field-kinds.js';
import { STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { readStudent } from '../contract/read-student.js';
import { columnOf } from '../contract/row-errors.js';
import { CONTRADICTION, COPY } from '../csv/student-rows.js';
import type { Mistake } from '../engine/failure.js';
import { studentOf } from '../recipe/effects.js';
import { ROWS_DIFFER, remarkCell, remarkIn } from '../recipe/failed-here.js';
import { OUR_FIELDS } from '../recipe/our-fields.js';
import type { RowOrigins } from '../recipe/row-origins.js';
import { type CalculatedRow, cellOf } from './calculated-file.js';

/** One mistake of a failed student, in the terms of the person's own file. */
export interface OwnMistake extends Mistake {
  /** The column of ours; `terms` if it concerns their number. */
  readonly column: string;
  readonly theirColumn: string;
  /** The value given, without blanks around it, and cut when it is long; null where none was, or where it is not the mistake. */
  readonly given: string | null;
  /** The row of ours that it is about; null for all of them. */
  readonly row: number | null;
}

/** Codes of mistakes that are not in the value of one cell. */
const BETWEEN_ROWS: ReadonlySet<string> = new Set([CONTRADICTION.code, COPY.code]);

/** Why a student of these rows of ours, all of one student, is not calculated; none for one who can be. */
export function mistakesOf(
  rows: readonly CalculatedRow[],
  origins: RowOrigins,
  awardYear: string,
): readonly OwnMistake[] {
  const [first] = rows;
  if (first === undefined) return [];
  const cells = rows.map((row) => row.cells);
  // Messages name the rows of the person's own file.
  const places = rows.map(({ dataRow, row }) => ({ dataRow, row: origins.of(row)[0] ?? row }));
  const reading = readStudent(studentOf(first.columns, cells, places), awardYear);
  if (reading.ok) return [];
  const found = reading.failures.map((failure): OwnMistake => {
    const { term } = failure;
    const at = term === null ? first : (rows[term] ?? first);
    const column = columnOf(failure);
    const cell = BETWEEN_ROWS.has(failure.code) ? '' : cellOf(at, column);
    const remark = remarkIn(failure.code === COPY.code ? differenceFrom(at, rows, origins) : cell);
    if (remark !== null) {
      const theirColumn = origins.columnOf(STUDENT_ID_COLUMN, null);
      return { ...remark, column: 'terms', theirColumn, given: null, row: null };
    }
    const { code, problem, detail, message } = failure;
    return {
      code,
      problem,
      detail,
      message,
      column,
      theirColumn: theirName(column, at.row, origins),
      given: cell === '' ? null : shortened(cell),
      row: term === null ? null : at.row,
    };
  });
  return withoutConsequences(found);
}

/** What the file calls one of our columns; our own name for what is no column, such as the number of terms. */
function theirName(column: string, row: number, origins: RowOrigins): string {
  const ours = OUR_FIELDS.find((each) => each === column);
  return ours === undefined ? column : origins.columnOf(ours, row);
}

/** How a row differs from those of the same term in columns that are not read, as a remark; blank where one is its copy. */
function differenceFrom(row: CalculatedRow, rows: readonly CalculatedRow[], origins: RowOrigins): string {
  const unread = row.columns.flatMap((column, place) => (column === null ? [place] : []));
  const label = cellOf(row, 'term_label');
  const others = rows.filter((other) => other.row < row.row && cellOf(other, 'term_label') === label);
  const isCopy = (other: CalculatedRow): boolean =>
    unread.every((place) => (other.cells[place] ?? '').trim() === (row.cells[place] ?? '').trim());
  const [first] = others;
  if (first === undefined || others.some(isCopy)) return '';
  const numbers = [first, row].map((each) => origins.of(each.row)[0] ?? each.row);
  return remarkCell(ROWS_DIFFER, `rows ${numbers.join(' and ')} differ only in columns that are not read`);
}

/** The mistakes without those that are only there because rows differ, and what is said of all rows only once. */
function withoutConsequences(mistakes: readonly OwnMistake[]): readonly OwnMistake[] {
  const differ = mistakes.some(({ code }) => code === ROWS_DIFFER);
  const told = new Set<string>();
  return mistakes.filter(({ code, column, row, message }) => {
    if (differ && code !== ROWS_DIFFER && (column === 'terms' || BETWEEN_ROWS.has(code))) return false;
    return row !== null || (!told.has(`${column} ${message}`) && told.add(`${column} ${message}`));
  });
}
