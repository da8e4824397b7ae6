import { dateCode } from '../table/dates.js';
import { CREDIT_FIELDS, type Field, PAID_FIELDS, type StatusMeaning } from './our-fields.js';
import { placedFields } from './places.js';
import { remembered, shownCell } from './read-cells.js';
import type { Recipe, StatusRule } from './recipe.js';
import { columnsOf, isOfFunds, lessOf, meaningOf } from './rules.js';
import type { OwnRow, Student } from './student-facts.js';

/** What columns say of whether a row counts; nothing where no column says anything. */
export type RowStatus = (own: OwnRow, student: Student) => StatusOfRow;
/** By each of the meanings, what says it: `"Reg" is "W"`. */
export type StatusOfRow = ReadonlyMap<StatusMeaning, string>;

/** Digits enough for a day or a month, in any notation. */
const MAY_BE_DATE = /\d.*\d.*\d.*\d/s;

/**
 * Reads status columns; a code without a meaning fails its student, as does one that says so.
 *
 * @param at the place of the term whose own statuses these are; null for those of the row.
 */
export function rowStatus(recipe: Recipe, placeOf: (column: string) => number, at: number | null): RowStatus {
  const rules: readonly StatusRule[] = (at === null ? recipe : recipe.terms[at])?.status ?? [];
  const several = ofSeveral(recipe, at);
  const columns = rules.map(({ column, values }) => ({
    column,
    place: placeOf(column),
    meaningIn: remembered(
      (code) => meaningOf(values, code) ?? meaningOf(values, dateCode(code)) ?? 'not_calculated',
    ),
  }));
  return (own, student) => {
    const said = new Map<StatusMeaning, string>();
    for (const { column, place, meaningIn } of columns) {
      const code = shownCell(own.cells[place] ?? '');
      const meaning = meaningIn(code);
      if (!said.has(meaning))
        said.set(meaning, `"${column}" is ${code === '' ? 'blank' : `"${dateCode(code)}"`}`);
      const isUnpaid = meaning === 'not_paid' && MAY_BE_DATE.test(code);
      // A day on which a payment is due comes.
      if (isUnpaid || (meaning === 'counts' && isOfFunds(recipe.rows) && dateCode(code) !== code))
        student.note(`dates_of_payments:${column}`, { row: own.row });
      if (meaning === 'no_credits' || isUnpaid)
        student.clearedBy.set(column, (student.clearedBy.get(column) ?? new Set()).add(own.row));
    }
    if (said.has('leave_out')) return said;
    if ([...said.keys()].some((meaning) => several.has(meaning)))
      student.note('status_of_several', { row: own.row });
    const failing = said.get('not_calculated');
    if (failing !== undefined) student.fail('by status', failing);
    return said;
  };
}

/** The meanings that take away credits or payments which several columns hold: of sessions or loans. Which of them is not known. */
function ofSeveral(recipe: Recipe, at: number | null): ReadonlySet<StatusMeaning> {
  // A row that is one course has one status.
  if (recipe.rows === 'course') return new Set();
  const columnsRead = (...fields: readonly Field[]): number => {
    const rules = placedFields(recipe).filter(
      (each) => fields.includes(each.field) && (at === null || each.at === at),
    );
    return new Set(
      rules.flatMap(({ rule }) => columnsOf(rule).filter((column) => !lessOf(rule).includes(column))),
    ).size;
  };
  const areSeveral = columnsRead('fund_paid', ...PAID_FIELDS) > 1;
  const ofCredits = CREDIT_FIELDS.some((field) => columnsRead(field) > 1);
  return new Set<StatusMeaning>([
    ...(ofCredits ? (['no_credits'] as const) : []),
    ...(areSeveral ? (['not_paid', 'paid_back'] as const) : []),
  ]);
}
