import { statusCode } from './codes.js';
import type { StatusMeaning } from './our-fields.js';
import { remembered, shownCell } from './read-cells.js';
import { meaningOf, type StatusRule } from './recipe.js';
import type { OwnRow, Student } from './student-facts.js';

/** What columns say of whether a row counts; nothing where no column says anything. */
export type RowStatus = (own: OwnRow, student: Student) => ReadonlySet<StatusMeaning>;

/** Reads status columns; a code without a meaning fails its student, as does one that says so. */
export function rowStatus(rules: readonly StatusRule[], placeOf: (column: string) => number): RowStatus {
  const columns = rules.map(({ column, values }) => ({
    column,
    place: placeOf(column),
    meaningIn: remembered(
      (code) => meaningOf(values, code) ?? meaningOf(values, statusCode(code)) ?? 'not_calculated',
    ),
  }));
  return (own, student) => {
    const said = columns.map(({ column, place, meaningIn }) => {
      const code = shownCell(own.cells[place] ?? '');
      return { column, code, meaning: meaningIn(code) };
    });
    const meanings = new Set(said.map(({ meaning }) => meaning));
    const failing = said.find(({ meaning }) => meaning === 'not_calculated');
    if (failing !== undefined && !meanings.has('leave_out'))
      student.fail(
        'by status',
        `"${failing.column}" is ${failing.code === '' ? 'blank' : `"${failing.code}"`}`,
      );
    return meanings;
  };
}
