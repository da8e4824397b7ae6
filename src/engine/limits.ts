/**
 * Annual loan limits before any reduction, as dated records. Formulas elsewhere hold no dollar amount.
 *
 * An award year runs from 1 July to 30 June. Adding a year means a record here, its name in `AwardYear`, and
 * `CURRENT_AWARD_YEAR` when requests move to it.
 */

/** An award year that the table knows. */
export type AwardYear = '2026-27';

export type DependencyStatus = 'dependent' | 'independent';
export type DegreeLevel = 'undergraduate' | 'graduate' | 'professional';
export type GradeLevel = 'first_year' | 'second_year' | 'third_year_and_beyond';

/** Whole dollars for one academic year of full-time enrollment. */
export interface AnnualLimit {
  readonly subsidizedMaximum: number;
  readonly total: number;
}

/** The limits of one award year, each with the provisions that set it. */
export interface AnnualLimits {
  /** First day on which the record applies, ISO date. */
  readonly effective: string;
  readonly dependentUndergraduate: Readonly<Record<GradeLevel, AnnualLimit>>;
  /** Independent undergraduates, and dependent ones whose parent was denied a PLUS loan. */
  readonly independentUndergraduate: Readonly<Record<GradeLevel, AnnualLimit>>;
  readonly graduate: AnnualLimit;
  readonly professional: AnnualLimit;
  /** Professional students with the interim exception for borrowers who had a loan before 1 July 2026. */
  readonly legacyProfessional: AnnualLimit;
  /** The unreduced unsubsidized limit that a legacy borrower's Grad PLUS gap is sized from. */
  readonly legacyGradPlusThreshold: number;
  readonly citations: Readonly<Record<string, string>>;
}

const LIMITS: Readonly<Record<AwardYear, AnnualLimits>> = {
  '2026-27': {
    effective: '2026-07-01',
    dependentUndergraduate: {
      first_year: { subsidizedMaximum: 3_500, total: 5_500 },
      second_year: { subsidizedMaximum: 4_500, total: 6_500 },
      third_year_and_beyond: { subsidizedMaximum: 5_500, total: 7_500 },
    },
    independentUndergraduate: {
      first_year: { subsidizedMaximum: 3_500, total: 9_500 },
      second_year: { subsidizedMaximum: 4_500, total: 10_500 },
      third_year_and_beyond: { subsidizedMaximum: 5_500, total: 12_500 },
    },
    graduate: { subsidizedMaximum: 0, total: 20_500 },
    professional: { subsidizedMaximum: 0, total: 50_000 },
    legacyProfessional: { subsidizedMaximum: 0, total: 20_500 },
    legacyGradPlusThreshold: 20_500,
    citations: {
      dependentUndergraduate: '34 CFR 685.203(a)(1), (b)(1); FSA Handbook 2025-26, volume 8, table 1A',
      independentUndergraduate: '34 CFR 685.203(a)(1), (c)(2); FSA Handbook 2025-26, volume 8, table 1B',
      graduate: '20 U.S.C. 1087e(a)(4) as amended by P.L. 119-21, section 81001',
      professional: '20 U.S.C. 1087e(a)(4) as amended by P.L. 119-21, section 81001',
      legacyProfessional: '20 U.S.C. 1087e(a)(8) (interim exception), P.L. 119-21, section 81001',
      legacyGradPlusThreshold: '20 U.S.C. 1087e(a)(8); 34 CFR 685.203(m)',
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
