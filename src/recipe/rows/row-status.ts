import { dateCode } from '../../table/dates.js';
import { isOfFunds, meaningOf } from '../format/column-rules.js';
import type { StatusMeaning } from '../format/our-fields.js';
import type { Recipe, StatusRule } from '../format/recipe.js';
import type { FileRow, Student } from './file-student.js';
import { remembered, shownCell } from './read-cells.js';

/** What columns say of whether a row counts: by each of the meanings, what says it, as `"Reg" is "W"`. */
export type StatusOfRow = ReadonlyMap<StatusMeaning, string>;
const NO_STATUS: StatusOfRow = new Map();
export const HIDDEN: StatusOfRow = new Map([['leave_out', 'the sheet hides them or crosses them out']]);

/**
 * Reads status columns; a code without a meaning fails its student, as does one that says so.
 *
 * @param at the place of the term whose own statuses these are; null for those of the row.
 */
export function rowStatus(recipe: Recipe, placeOf: (column: string) => number, at: number | null) {
  const rules: readonly StatusRule[] = (at === null ? recipe : recipe.terms[at])?.status ?? [];
  const columns = rules.map(({ column, values }) => ({
    column,
    place: placeOf(column),
    meaningIn: remembered(
      (code) => meaningOf(values, code) ?? meaningOf(values, dateCode(code)) ?? 'not_calculated',
    ),
  }));
  if (columns.length === 0) return (): StatusOfRow => NO_STATUS;
  return (own: FileRow, student: Student): StatusOfRow => {
    const said = new Map<StatusMeaning, string>();
    for (const { column, place, meaningIn } of columns) {
      const code = shownCell(own.cells[place] ?? '');
      const meaning = meaningIn(code);
      if (!said.has(meaning))
        said.set(meaning, `"${column}" is ${code === '' ? 'blank' : `"${dateCode(code)}"`}`);
      const isDate = dateCode(code) !== code;
      // A day on which a payment is due comes, and a last day may be that of the term.
      if (isDate && (meaning !== 'counts' || isOfFunds(recipe.rows)))
        student.note(`dates:${column}`, { row: own.row, kind: code });
    }
    const failing = said.get('not_calculated');
    if (failing !== undefined && !said.has('leave_out')) student.fail('by status', failing);
    return said;
  };
}
