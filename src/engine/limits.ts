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

/** One row of the table: whole dollars for one academic year of full-time enrollment. */
export interface AnnualLimit {
  /** Whom the row is for. */
  readonly label: string;
  readonly subsidizedMaximum: number;
  readonly total: number;
  /** The provisions that set both amounts. */
  readonly source: string;
}

/** One amount of the law that is no limit by itself. */
export interface LegalAmount {
  readonly label: string;
  /** Whole dollars. */
  readonly amount: number;
  readonly source: string;
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
  readonly legacyGradPlusThreshold: LegalAmount;
}

const DEPENDENT = '34 CFR 685.203(a)(1)-(3), (b)(1); FSA Handbook 2025-26, volume 8, table 1A';
const INDEPENDENT = '34 CFR 685.203(a)(1)-(3), (c)(2); FSA Handbook 2025-26, volume 8, table 1B';
const GRADUATE = '20 U.S.C. 1087e(a)(4) as amended by P.L. 119-21, section 81001';
const LEGACY = '20 U.S.C. 1087e(a)(8) (interim exception), P.L. 119-21, section 81001';

const LIMITS: Readonly<Record<AwardYear, AnnualLimits>> = {
  '2026-27': {
    effective: '2026-07-01',
    dependentUndergraduate: {
      first_year: {
        label: 'dependent undergraduate, first year',
        subsidizedMaximum: 3_500,
        total: 5_500,
        source: DEPENDENT,
      },
      second_year: {
        label: 'dependent undergraduate, second year',
        subsidizedMaximum: 4_500,
        total: 6_500,
        source: DEPENDENT,
      },
      third_year_and_beyond: {
        label: 'dependent undergraduate, third year and beyond',
        subsidizedMaximum: 5_500,
        total: 7_500,
        source: DEPENDENT,
      },
    },
    independentUndergraduate: {
      first_year: {
        label: 'independent undergraduate or PLUS denied, first year',
        subsidizedMaximum: 3_500,
        total: 9_500,
        source: INDEPENDENT,
      },
      second_year: {
        label: 'independent undergraduate or PLUS denied, second year',
        subsidizedMaximum: 4_500,
        total: 10_500,
        source: INDEPENDENT,
      },
      third_year_and_beyond: {
        label: 'independent undergraduate or PLUS denied, third year and beyond',
        subsidizedMaximum: 5_500,
        total: 12_500,
        source: INDEPENDENT,
      },
    },
    graduate: { label: 'graduate student', subsidizedMaximum: 0, total: 20_500, source: GRADUATE },
    professional: { label: 'professional student', subsidizedMaximum: 0, total: 50_000, source: GRADUATE },
    legacyProfessional: {
      label: 'professional student, legacy borrower',
      subsidizedMaximum: 0,
      total: 20_500,
      source: LEGACY,
    },
    legacyGradPlusThreshold: {
      label: 'unreduced unsubsidized limit of a legacy borrower',
      amount: 20_500,
      source: '20 U.S.C. 1087e(a)(8); 34 CFR 685.203(m)',
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
