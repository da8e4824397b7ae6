import { isSpreadsheetError } from '../contract/cell-value.js';
import { CREDIT_COLUMNS, STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { add, compare, isPositive } from '../engine/exact.js';
import { DEFAULT_FULL_TIME_CREDITS } from '../engine/figures.js';
import type { DegreeLevel } from '../engine/limits.js';
import { exactCell, isMoney, isZero } from './cell-rules.js';
import { cellIn, remembered } from './cells.js';
import { decidedFullTime, labelKey } from './labels.js';
import { standingIn } from './own-values.js';
import type { RawRow } from './raw-rows.js';
import { columnRead, isContractRecipe, isWhole, PAID_COLUMNS, type Recipe, termsIn } from './recipe.js';

const GRAD_PLUS = 'term_prior_disbursement_grad_plus';

/** What rows in these columns say, under the decisions of a recipe: the same for those who ask and those who calculate. */
export type RowReader = ReturnType<typeof rowReader>;

/** The {@link RowReader} of rows in these columns, under the limits of an award year. */
export function rowReader(columns: readonly string[], recipe: Recipe, awardYear: string) {
  const { shape, columns: shared, decisions } = recipe;
  const isContract = isContractRecipe(recipe);
  const hasWholeTerms = !isContract && isWhole(shape);
  const idOf = cellIn(columns, STUDENT_ID_COLUMN);
  const labelOf = cellIn(columns, 'term_label');
  const fullTimeOf = cellIn(columns, 'term_ft_credits');
  const finalOf = cellIn(columns, 'term_actual_final_credits');
  const statusOf = cellIn(columns, 'dependency_status');
  const plusOf = cellIn(columns, GRAD_PLUS);
  const credits = CREDIT_COLUMNS.map((column) => cellIn(columns, column));
  const paid = PAID_COLUMNS.map((column) => cellIn(columns, column));
  const said = Object.entries(decisions.zero_credits ?? {}).map(
    ([label, meaning]) => [labelKey(label), meaning] as const,
  );
  const zeroMeanings = new Map(said);
  const ofTerms = termsIn(shape).map((term) => term.columns);
  // Of each column of PLUS loans, whether its name leaves open whose they are; null where there is none.
  const isOpenPlus = [shared, ...ofTerms].map((rules) => {
    const name = shape.rows === 'fund' ? null : columnRead(rules, GRAD_PLUS);
    return name === null ? null : !/grad|gp/i.test(name);
  });
  const creditsIn = remembered((cell) => (cell === '' ? null : exactCell({ kind: 'credits' }, cell)));
  /** The full-time credits of a row's term, decided ones if it says none. */
  const fullTimeFor = (cells: readonly string[], level: DegreeLevel | null) =>
    creditsIn(fullTimeOf(cells)) ??
    creditsIn(decidedFullTime(decisions, level ?? 'undergraduate', labelOf(cells))) ??
    DEFAULT_FULL_TIME_CREDITS;
  const isZeroRow = (cells: readonly string[]): boolean => {
    const filled = credits.flatMap((cellOf) => cellOf(cells) || []);
    return filled.length > 0 && filled.every((cell) => isZero('credits', cell));
  };
  /** Credits that were decided not to count belong to another question. */
  const zeroMeaning = ({ cells, hasCredits }: RawRow, label: string) =>
    hasWholeTerms && !hasCredits && isZeroRow(cells) ? zeroMeanings.get(labelKey(label)) : undefined;
  return {
    /** Whether a row stands for a term as a whole, so that its credits say whether a student attends it. */
    isWhole: hasWholeTerms,
    labelOf,
    fullTimeOf,
    standingOf: standingIn(columns, awardYear),
    paid,
    /** The student of a row: the id, or the row itself if there is none. */
    studentOf({ row, cells }: RawRow): string {
      const id = idOf(cells);
      // A formula error is not an id: such rows belong to several students, and all fail.
      return id === '' || isSpreadsheetError(id) ? `row:\u0000${row}` : id;
    },
    /** Whether a row has no credits. */
    isBlank: (cells: readonly string[]): boolean => credits.every((cellOf) => cellOf(cells) === ''),
    /** Whether a row says what was paid. */
    saysPaid: (cells: readonly string[]): boolean => paid.some((cellOf) => cellOf(cells) !== ''),
    /** Whether the credits of a row are 0, both planned and final. */
    isZero: ({ cells, hasCredits }: RawRow): boolean => !hasCredits && isZeroRow(cells),
    /**
     * Whether a row is of 0 credits, and its term was decided not to be part of the student's year; a term in which
     * something was paid stays.
     */
    isNotOfYear: (row: RawRow, label: string): boolean =>
      zeroMeaning(row, label) === 'no_term' && !paid.some((cellOf) => isMoney(cellOf(row.cells))),
    /** Whether nobody is registered for the row's term yet, so that its 0 credits count as full time. */
    isNotKnownYet: (row: RawRow, label: string): boolean => zeroMeaning(row, label) === 'full_time',
    /**
     * Whether a row has more than twice the full-time credits of its term: clock hours, or all credits earned so far. If
     * full time is not known yet, the service's default is used.
     */
    isMany(cells: readonly string[], level: DegreeLevel | null, times: 2 | 1.5 = 2): boolean {
      const fullTime = fullTimeFor(cells, level);
      // The student fails for that reason alone.
      if (!isPositive(fullTime)) return false;
      const twice = add(fullTime, fullTime);
      const most = add(twice, times === 2 ? twice : fullTime);
      return credits.some((cellOf) => {
        const amount = creditsIn(cellOf(cells));
        return amount !== null && compare(add(amount, amount), most) > 0;
      });
    },
    /**
     * Whether a row has 0 paid, and nothing else, and final credits of at least half time: somebody who may be paid. If full
     * time is not known yet, the service's default is used.
     */
    isZeroPaid(cells: readonly string[], level: DegreeLevel | null): boolean {
      const amounts = paid.map((cellOf) => cellOf(cells));
      if (amounts.some(isMoney) || !amounts.some((cell) => isZero('dollars', cell))) return false;
      const final = creditsIn(finalOf(cells));
      return final !== null && compare(add(final, final), fullTimeFor(cells, level)) >= 0;
    },
    /** Whether a row is of a graduate or professional student with a blank dependency status. */
    isIndependent: (cells: readonly string[], level: DegreeLevel | null): boolean =>
      !isContract && (level === 'graduate' || level === 'professional') && statusOf(cells) === '',
    /**
     * Whether a row is of an undergraduate with a PLUS loan, by a column that does not say whose it is: only their parents
     * can have one.
     */
    isParentsPlus({ cells, term }: RawRow, level: DegreeLevel | null): boolean {
      const isOpen = (term === null ? null : isOpenPlus[term + 1]) ?? isOpenPlus[0] ?? false;
      return isOpen && level === 'undergraduate' && isMoney(plusOf(cells));
    },
  };
}
