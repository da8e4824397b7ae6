/**
 * Annual loan limits before any reduction, as dated records. Formulas elsewhere hold no dollar amount.
 *
 * An award year runs from 1 July to 30 June. Adding a year means a record here, its name in `AwardYear`, and
 * `CURRENT_AWARD_YEAR` when requests move to it.
 */

/** An award year that the table knows. */
export type AwardYear = '2026-27';

export const DEPENDENCY_STATUSES = ['dependent', 'independent'] as const;
export type DependencyStatus = (typeof DEPENDENCY_STATUSES)[number];

export const DEGREE_LEVELS = ['undergraduate', 'graduate', 'professional'] as const;
export type DegreeLevel = (typeof DEGREE_LEVELS)[number];

export const GRADE_LEVELS = ['first_year', 'second_year', 'third_year_and_beyond'] as const;
export type GradeLevel = (typeof GRADE_LEVELS)[number];

/** One row of the table: whole dollars for one academic year of full-time enrollment. */
export interface AnnualLimit {
  /** Whom the row is for. */
  readonly label: string;
  readonly subsidizedMaximum: number;
  /** The provisions that set `subsidizedMaximum`. */
  readonly subsidizedSource: string;
  /** Subsidized and unsubsidized together. */
  readonly total: number;
  /** The provisions that set `total`. */
  readonly totalSource: string;
}

/** The limits of one award year, each with the provisions that set it. */
export interface AnnualLimits {
  /** First day of the award year, ISO date. An amount may be older. */
  readonly effective: string;
  readonly dependentUndergraduate: Readonly<Record<GradeLevel, AnnualLimit>>;
  /** Independent undergraduates, and dependent ones whose parent was denied a PLUS loan. */
  readonly independentUndergraduate: Readonly<Record<GradeLevel, AnnualLimit>>;
  readonly graduate: AnnualLimit;
  readonly professional: AnnualLimit;
  /**
   * Graduate and professional students with the interim exception for borrowers who had a loan before 1 July 2026. Their
   * Grad PLUS amount is what the cost of attendance exceeds this total by.
   */
  readonly legacy: AnnualLimit;
}

const TABLE_1A = 'FSA Handbook 2025-26, volume 8, table 1A';
const TABLE_1B = 'FSA Handbook 2025-26, volume 8, table 1B';
const NO_SUBSIDIZED_GRADUATES = '20 U.S.C. 1087e(a)(3)(A)';

const LIMITS: Readonly<Record<AwardYear, AnnualLimits>> = {
  '2026-27': {
    effective: '2026-07-01',
    dependentUndergraduate: {
      first_year: {
        label: 'dependent undergraduate, first year',
        subsidizedMaximum: 3_500,
        subsidizedSource: `34 CFR 685.203(a)(1); ${TABLE_1A}`,
        total: 5_500,
        totalSource: `34 CFR 685.203(a)(1), (b)(1); ${TABLE_1A}`,
      },
      second_year: {
        label: 'dependent undergraduate, second year',
        subsidizedMaximum: 4_500,
        subsidizedSource: `34 CFR 685.203(a)(2); ${TABLE_1A}`,
        total: 6_500,
        totalSource: `34 CFR 685.203(a)(2), (b)(1); ${TABLE_1A}`,
      },
      third_year_and_beyond: {
        label: 'dependent undergraduate, third year and beyond',
        subsidizedMaximum: 5_500,
        subsidizedSource: `34 CFR 685.203(a)(3); ${TABLE_1A}`,
        total: 7_500,
        totalSource: `34 CFR 685.203(a)(3), (b)(1); ${TABLE_1A}`,
      },
    },
    independentUndergraduate: {
      first_year: {
        label: 'independent undergraduate or PLUS denied, first year',
        subsidizedMaximum: 3_500,
        subsidizedSource: `34 CFR 685.203(a)(1); ${TABLE_1B}`,
        total: 9_500,
        totalSource: `34 CFR 685.203(a)(1), (b)(2), (c)(2); ${TABLE_1B}`,
      },
      second_year: {
        label: 'independent undergraduate or PLUS denied, second year',
        subsidizedMaximum: 4_500,
        subsidizedSource: `34 CFR 685.203(a)(2); ${TABLE_1B}`,
        total: 10_500,
        totalSource: `34 CFR 685.203(a)(2), (b)(2), (c)(2); ${TABLE_1B}`,
      },
      third_year_and_beyond: {
        label: 'independent undergraduate or PLUS denied, third year and beyond',
        subsidizedMaximum: 5_500,
        subsidizedSource: `34 CFR 685.203(a)(3); ${TABLE_1B}`,
        total: 12_500,
        totalSource: `34 CFR 685.203(a)(3), (b)(2), (c)(2); ${TABLE_1B}`,
      },
    },
    graduate: {
      label: 'graduate student',
      subsidizedMaximum: 0,
      subsidizedSource: NO_SUBSIDIZED_GRADUATES,
      total: 20_500,
      totalSource: '20 U.S.C. 1087e(a)(4)(A)(i); 34 CFR 685.203(b)(2)(iv)(A)',
    },
    professional: {
      label: 'professional student',
      subsidizedMaximum: 0,
      subsidizedSource: NO_SUBSIDIZED_GRADUATES,
      total: 50_000,
      totalSource: '20 U.S.C. 1087e(a)(4)(A)(ii); 34 CFR 685.203(b)(2)(iv)(A)',
    },
    legacy: {
      label: 'graduate or professional student, legacy borrower',
      subsidizedMaximum: 0,
      subsidizedSource: NO_SUBSIDIZED_GRADUATES,
      total: 20_500,
      totalSource: '20 U.S.C. 1087e(a)(8), by which the earlier limit stays; 34 CFR 685.203(b)(2)(iv)(B)',
    },
  },
};

/** The award year that requests are calculated for. */
export const CURRENT_AWARD_YEAR: AwardYear = '2026-27';

/**
 * The limits of one award year.
 *
 * @throws RangeError naming the year when the table has no record for it: a limit is never guessed.
 */
export function limitsFor(awardYear: string): AnnualLimits {
  const limits = Object.hasOwn(LIMITS, awardYear) ? LIMITS[awardYear as AwardYear] : undefined;
  if (limits === undefined) {
    const known = Object.keys(LIMITS).join(', ');
    throw new RangeError(
      `No annual loan limits are recorded for award year "${awardYear}"; known: ${known}.`,
    );
  }
  return limits;
}
