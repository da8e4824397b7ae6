import { statusCode } from './codes.js';
import { numberIn } from './column-facts.js';
import { CREDIT_FIELDS, type Field, PAID_FIELDS, type StatusMeaning } from './our-fields.js';
import { placedFields } from './places.js';
import { remembered, shownCell } from './read-cells.js';
import { columnsOf, lessOf, meaningOf, type Recipe, type StatusRule } from './recipe.js';
import type { OwnRow, Student } from './student-facts.js';

/** What columns say of whether a row counts; nothing where no column says anything. */
export type RowStatus = (own: OwnRow, student: Student) => ReadonlySet<StatusMeaning>;

/**
 * Reads status columns; a code without a meaning fails its student, as does one that says so.
 *
 * @param at the place of the term whose own statuses these are; null for those of the row.
 */
export function rowStatus(recipe: Recipe, placeOf: (column: string) => number, at: number | null): RowStatus {
  const rules: readonly StatusRule[] = (at === null ? recipe : recipe.terms[at])?.status ?? [];
  const isOfSeveral = severalTest(recipe, placeOf, at);
  const columns = rules.map(({ column, values }) => ({
    column,
    place: placeOf(column),
    meaningIn: remembered(
      (code) => meaningOf(values, code) ?? meaningOf(values, statusCode(code)) ?? 'not_calculated',
    ),
  }));
  return (own, student) => {
    const meanings = new Set<StatusMeaning>();
    let failing: string | null = null;
    for (const { column, place, meaningIn } of columns) {
      const code = shownCell(own.cells[place] ?? '');
      const meaning = meaningIn(code);
      meanings.add(meaning);
      if (meaning === 'no_credits' || (meaning === 'not_paid' && statusCode(code) !== code))
        student.clearedBy.set(column, (student.clearedBy.get(column) ?? new Set()).add(own.row));
      if (meaning === 'not_calculated') failing ??= `"${column}" is ${code === '' ? 'blank' : `"${code}"`}`;
    }
    if (meanings.has('leave_out')) return meanings;
    if (isOfSeveral(own, meanings)) student.note('status_of_several', { row: own.row });
    if (failing !== null) student.fail('by status', failing);
    return meanings;
  };
}

/**
 * Tells rows of which a status takes away credits or payments that several columns hold: of sessions or loans. It may hold for only
 * one of them; of statuses that differ, one may even be of a column that is blank in this row.
 */
function severalTest(
  recipe: Recipe,
  placeOf: (column: string) => number,
  at: number | null,
): (own: OwnRow, said: ReadonlySet<StatusMeaning>) => boolean {
  const placesOf = (...fields: readonly Field[]): readonly number[] => {
    const rules = placedFields(recipe).filter(
      ({ field, at: own }) => fields.includes(field) && (at === null || own === at),
    );
    const columns = rules.flatMap(({ rule }) =>
      columnsOf(rule).filter((column) => !lessOf(rule).includes(column)),
    );
    return [...new Set(columns)].map(placeOf);
  };
  const payments = placesOf('fund_paid', ...PAID_FIELDS);
  const taken: readonly (readonly [StatusMeaning, readonly number[]])[] = [
    ...CREDIT_FIELDS.map((field) => ['no_credits', placesOf(field)] as const),
    ['not_paid', payments],
    ['paid_back', payments],
  ];
  const isAny = (cell = ''): boolean => cell.trim() !== '' && numberIn(cell.trim()) !== 0;
  return ({ cells }, said) =>
    // A row that is one course has one status.
    recipe.rows !== 'course' &&
    taken.some(
      ([meaning, places]) =>
        said.has(meaning) &&
        places.length > 1 &&
        places.filter((place) => isAny(cells[place])).length >= (said.size > 1 ? 1 : 2),
    );
}
