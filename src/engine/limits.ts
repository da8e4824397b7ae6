import { type AnnualLimits, AWARD_YEAR_TABLES } from './award-year-tables.js';

/** Annual loan limits before any reduction, by award year. */

export type { AnnualLimit, AnnualLimits } from './award-year-tables.js';
export { CURRENT_AWARD_YEAR } from './current-award-year.js';
export {
  DEGREE_LEVELS,
  DEPENDENCY_STATUSES,
  type DegreeLevel,
  type DependencyStatus,
  GRADE_LEVELS,
  type GradeLevel,
} from './student.js';

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
