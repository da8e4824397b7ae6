import { dateCode } from '../../table/dates.js';
import { CREDIT_FIELDS, type Field, PAID_FIELDS, type StatusMeaning } from '../format/our-fields.js';
import { placedFields } from '../format/places.js';
import type { Recipe, StatusRule } from '../format/recipe.js';
import { columnsOf, isOfFunds, lessOf, meaningOf } from '../format/rules.js';
import { remembered, shownCell } from './read-cells.js';
import type { OwnRow, Student } from './student-facts.js';

/** What columns say of whether a row counts: by each of the meanings, what says it, as `"Reg" is "W"`. */
export type StatusOfRow = ReadonlyMap<StatusMeaning, string>;
const NO_STATUS: StatusOfRow = new Map();
export const HIDDEN: StatusOfRow = new Map([['leave_out', 'the sheet hides them']]);

/**
 * Reads status columns; a code without a meaning fails its student, as does one that says so.
 *
 * @param at the place of the term whose own statuses these are; null for those of the row.
 */
export function rowStatus(recipe: Recipe, placeOf: (column: string) => number, at: number | null) {
  const rules: readonly StatusRule[] = (at === null ? recipe : recipe.terms[at])?.status ?? [];
  const ofCredits = CREDIT_FIELDS.some((field) => areSeveral(recipe, at, field));
  const ofPayments = areSeveral(recipe, at, 'fund_paid', ...PAID_FIELDS);
  const columns = rules.map(({ column, values }) => ({
    column,
    place: placeOf(column),
    meaningIn: remembered(
      (code) => meaningOf(values, code) ?? meaningOf(values, dateCode(code)) ?? 'not_calculated',
    ),
  }));
  if (columns.length === 0) return (): StatusOfRow => NO_STATUS;
  return (own: OwnRow, student: Student): StatusOfRow => {
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
      if (meaning === 'no_credits' || (meaning === 'not_paid' && isDate))
        student.clearedBy.set(column, (student.clearedBy.get(column) ?? new Set()).add(own.row));
    }
    if (said.has('leave_out')) return said;
    const takesPayments = said.has('not_paid') || said.has('paid_back');
    if ((ofCredits && said.has('no_credits')) || (ofPayments && takesPayments))
      student.note('status_of_several', { row: own.row });
    const failing = said.get('not_calculated');
    if (failing !== undefined) student.fail('by status', failing);
    return said;
  };
}

/** Whether fields are read from several columns, as of sessions or loans: which of them a status takes away is not known. */
function areSeveral(recipe: Recipe, at: number | null, ...fields: readonly Field[]): boolean {
  const read = placedFields(recipe)
    .filter((each) => fields.includes(each.field) && (at === null || each.at === at))
    .flatMap(({ rule }) => columnsOf(rule).filter((column) => !lessOf(rule).includes(column)));
  // A row that is one course has one status.
  return recipe.rows !== 'course' && new Set(read).size > 1;
}
