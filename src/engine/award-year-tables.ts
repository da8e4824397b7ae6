import type { GradeLevel } from './student.js';

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

/** Subsidized amounts for undergraduates: the statute, the regulation, and the effective date. */
const SUBSIDIZED = {
  first_year: { maximum: 3_500, paragraph: 1, effective: '2007-07-01' },
  second_year: { maximum: 4_500, paragraph: 2, effective: '2007-07-01' },
  third_year_and_beyond: { maximum: 5_500, paragraph: 3, effective: '1993-07-01' },
} as const satisfies Record<GradeLevel, object>;

const GRADE_NAMES: Readonly<Record<GradeLevel, string>> = {
  first_year: 'first year',
  second_year: 'second year',
  third_year_and_beyond: 'third year and beyond',
};

/** One undergraduate row, as in table 1A or 1B of the handbook. */
function undergraduate(
  who: string,
  grade: GradeLevel,
  total: number,
  { statute, rule, table }: { readonly statute: string; readonly rule: string; readonly table: string },
): AnnualLimit {
  const { maximum, paragraph, effective } = SUBSIDIZED[grade];
  const handbook = `FSA Handbook 2025-26, volume 8, table ${table}`;
  return {
    label: `${who}, ${GRADE_NAMES[grade]}`,
    subsidizedMaximum: maximum,
    subsidizedEffective: effective,
    subsidizedSource: `20 U.S.C. 1087e(a)(1) with 1078(b)(1)(A); 34 CFR 685.203(a)(${paragraph}); ${handbook}`,
    total,
    totalEffective: '2008-07-01',
    totalSource: `20 U.S.C. 1087e(a)(1) with ${statute}; 34 CFR 685.203(a)(${paragraph}), ${rule}; ${handbook}`,
  };
}

const DEPENDENT = { statute: '1078-8(d)(3)', rule: '(b)(1)', table: '1A' };
const INDEPENDENT = { statute: '1078-8(d)(4)', rule: '(b)(2), (c)(2)', table: '1B' };
const INDEPENDENT_NAME = 'independent undergraduate or PLUS denied';

/** Graduate and professional students have had no subsidized loans since award year 2012-13. */
const NO_SUBSIDIZED = {
  subsidizedMaximum: 0,
  subsidizedEffective: '2012-07-01',
  subsidizedSource: '20 U.S.C. 1087e(a)(3)(A)',
} as const;

/**
 * The codified text of the paragraph is not the amended one: the Federal Register says that the amendment could not be
 * incorporated.
 */
const GRADUATE_RULE = '34 CFR 685.203(b)(2)(iv)(A) as amended by 91 FR 23768';

/**
 * The annual loan limits by award year, which runs from July 1 to June 30. This is the only place with dollar amounts.
 * To add a year, add a record here; move `CURRENT_AWARD_YEAR` when requests that name no year should use it.
 */
export const AWARD_YEAR_TABLES: Readonly<Record<string, AnnualLimits>> = {
  '2026-27': {
    effective: '2026-07-01',
    dependentUndergraduate: {
      first_year: undergraduate('dependent undergraduate', 'first_year', 5_500, DEPENDENT),
      second_year: undergraduate('dependent undergraduate', 'second_year', 6_500, DEPENDENT),
      third_year_and_beyond: undergraduate(
        'dependent undergraduate',
        'third_year_and_beyond',
        7_500,
        DEPENDENT,
      ),
    },
    independentUndergraduate: {
      first_year: undergraduate(INDEPENDENT_NAME, 'first_year', 9_500, INDEPENDENT),
      second_year: undergraduate(INDEPENDENT_NAME, 'second_year', 10_500, INDEPENDENT),
      third_year_and_beyond: undergraduate(INDEPENDENT_NAME, 'third_year_and_beyond', 12_500, INDEPENDENT),
    },
    graduate: {
      label: 'graduate student',
      ...NO_SUBSIDIZED,
      total: 20_500,
      totalEffective: '2026-07-01',
      totalSource: `20 U.S.C. 1087e(a)(4)(A)(i); ${GRADUATE_RULE}`,
    },
    professional: {
      label: 'professional student',
      ...NO_SUBSIDIZED,
      total: 50_000,
      totalEffective: '2026-07-01',
      totalSource: `20 U.S.C. 1087e(a)(4)(A)(ii); ${GRADUATE_RULE}`,
    },
    legacy: {
      label: 'graduate or professional student, legacy borrower',
      ...NO_SUBSIDIZED,
      total: 20_500,
      totalEffective: '2007-07-01',
      totalSource:
        '20 U.S.C. 1087e(a)(8), by which the earlier limit stays; 34 CFR 685.203(b)(2)(iv) as amended by 91 FR 23768',
    },
  },
};
