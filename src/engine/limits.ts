import { AWARD_YEAR_TABLES } from './award-year-tables.js';

/** Annual loan limits before any reduction, by award year. */

export const DEPENDENCY_STATUSES = ['dependent', 'independent'] as const;
export type DependencyStatus = (typeof DEPENDENCY_STATUSES)[number];

export const DEGREE_LEVELS = ['undergraduate', 'graduate', 'professional'] as const;
export type DegreeLevel = (typeof DEGREE_LEVELS)[number];

export const GRADE_LEVELS = ['first_year', 'second_year', 'third_year_and_beyond'] as const;
export type GradeLevel = (typeof GRADE_LEVELS)[number];

/** One row of the table: whole dollars for one academic year of full-time enrollment. */
export interface AnnualLimit {
  /** The students that the row applies to. */
  readonly label: string;
  readonly subsidizedMaximum: number;
  /** Effective date of `subsidizedMaximum`, ISO date. */
  readonly subsidizedEffective: string;
  /** The provisions that set `subsidizedMaximum`. */
  readonly subsidizedSource: string;
  /** Subsidized and unsubsidized together. */
  readonly total: number;
  /** Effective date of `total`, ISO date. */
  readonly totalEffective: string;
  /** The provisions that set `total`. */
  readonly totalSource: string;
}

/** The limits of one award year, each with the provisions that set it. */
export interface AnnualLimits {
  /** First day of the award year, ISO date. */
  readonly effective: string;
  readonly dependentUndergraduate: Readonly<Record<GradeLevel, AnnualLimit>>;
  /** Independent undergraduates, and dependent ones whose parent cannot borrow a PLUS loan. */
  readonly independentUndergraduate: Readonly<Record<GradeLevel, AnnualLimit>>;
  readonly graduate: AnnualLimit;
  readonly professional: AnnualLimit;
  /**
   * Graduate and professional students with the interim exception for borrowers who had a loan for their program before
   * July 1, 2026. Their Grad PLUS amount is the cost of attendance less other financial assistance, minus this total.
   */
  readonly legacy: AnnualLimit;
}

export { CURRENT_AWARD_YEAR } from './current-award-year.js';

/** The award years that have a table, in the order of the tables. */
export const AWARD_YEARS: readonly string[] = Object.keys(AWARD_YEAR_TABLES);

/**
 * The limits of one award year.
 *
 * @throws RangeError naming the year when it has no table: a limit is never guessed.
 */
export function limitsFor(awardYear: string): AnnualLimits {
  const limits = Object.hasOwn(AWARD_YEAR_TABLES, awardYear) ? AWARD_YEAR_TABLES[awardYear] : undefined;
  if (limits !== undefined) return limits;
  const known = AWARD_YEARS.join(', ');
  throw new RangeError(`There are no annual loan limits for award year "${awardYear}"; known: ${known}.`);
}
