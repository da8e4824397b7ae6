import { type Dollars, dollarsOf } from './dollars.js';
import type { GradeLevel, PartlyReadStudent } from './student.js';

/** One row of the table: the dollars for one academic year of full-time enrollment. */
export interface AnnualLimit {
  /** The students that the row applies to. */
  readonly label: string;
  readonly subsidizedMaximum: Dollars;
  /** ISO date. */
  readonly subsidizedEffective: string;
  /** The provisions that set the maximum. */
  readonly subsidizedSource: string;
  /** Subsidized and unsubsidized together. */
  readonly total: Dollars;
  readonly totalEffective: string;
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

/** What the three undergraduate grades have in common whoever the student is: the subsidized maximum and what sets it. */
const GRADES = {
  first_year: { name: 'first year', maximum: 3_500, paragraph: 1, effective: '2007-07-01' },
  second_year: { name: 'second year', maximum: 4_500, paragraph: 2, effective: '2007-07-01' },
  third_year_and_beyond: {
    name: 'third year and beyond',
    maximum: 5_500,
    paragraph: 3,
    effective: '1993-07-01',
  },
} as const satisfies Record<GradeLevel, object>;

/** The undergraduate rows of table 1A or 1B of the handbook. */
function undergraduates(
  who: string,
  totals: Readonly<Record<GradeLevel, number>>,
  { statute, rule, table }: { readonly statute: string; readonly rule: string; readonly table: string },
): Readonly<Record<GradeLevel, AnnualLimit>> {
  const handbook = `FSA Handbook 2025-26, volume 8, table ${table}`;
  const row = (grade: GradeLevel): AnnualLimit => {
    const { name, maximum, paragraph, effective } = GRADES[grade];
    return {
      label: `${who}, ${name}`,
      subsidizedMaximum: dollarsOf(maximum),
      subsidizedEffective: effective,
      subsidizedSource: `20 U.S.C. 1087e(a)(1) with 1078(b)(1)(A); 34 CFR 685.203(a)(${paragraph}); ${handbook}`,
      total: dollarsOf(totals[grade]),
      totalEffective: '2008-07-01',
      totalSource: `20 U.S.C. 1087e(a)(1) with ${statute}; 34 CFR 685.203(a)(${paragraph}), ${rule}; ${handbook}`,
    };
  };
  return {
    first_year: row('first_year'),
    second_year: row('second_year'),
    third_year_and_beyond: row('third_year_and_beyond'),
  };
}

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

/** The award year used when a request names none. */
export const CURRENT_AWARD_YEAR = '2026-27';

/**
 * The annual loan limits by award year, which runs from July 1 to June 30. This is the only place with dollar amounts.
 * To add a year, add a record here; move {@link CURRENT_AWARD_YEAR} when requests that name no year should use it.
 */
const AWARD_YEAR_TABLES: Readonly<Record<string, AnnualLimits>> = {
  '2026-27': {
    effective: '2026-07-01',
    dependentUndergraduate: undergraduates(
      'dependent undergraduate',
      { first_year: 5_500, second_year: 6_500, third_year_and_beyond: 7_500 },
      { statute: '1078-8(d)(3)', rule: '(b)(1)', table: '1A' },
    ),
    independentUndergraduate: undergraduates(
      'independent undergraduate or PLUS denied',
      { first_year: 9_500, second_year: 10_500, third_year_and_beyond: 12_500 },
      { statute: '1078-8(d)(4)', rule: '(b)(2), (c)(2)', table: '1B' },
    ),
    graduate: {
      label: 'graduate student',
      ...NO_SUBSIDIZED,
      total: dollarsOf(20_500),
      totalEffective: '2026-07-01',
      totalSource: `20 U.S.C. 1087e(a)(4)(A)(i); ${GRADUATE_RULE}`,
    },
    professional: {
      label: 'professional student',
      ...NO_SUBSIDIZED,
      total: dollarsOf(50_000),
      totalEffective: '2026-07-01',
      totalSource: `20 U.S.C. 1087e(a)(4)(A)(ii); ${GRADUATE_RULE}`,
    },
    legacy: {
      label: 'graduate or professional student, legacy borrower',
      ...NO_SUBSIDIZED,
      total: dollarsOf(20_500),
      totalEffective: '2007-07-01',
      totalSource:
        '20 U.S.C. 1087e(a)(8), by which the earlier limit stays; 34 CFR 685.203(b)(2)(iv) as amended by 91 FR 23768',
    },
  },
};

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

/**
 * Section 3.1: the row of the table for this student [20 U.S.C. 1087e; FSA Handbook, tables 1A and 1B].
 * Null if it cannot be determined: an undergraduate without a grade level, or a missing field that it depends on.
 */
export function statutoryLimit(student: PartlyReadStudent, limits: AnnualLimits): AnnualLimit | null {
  const { degree_level, grade_level, dependency_status, plus_denied, is_legacy_borrower } = student;
  switch (degree_level) {
    case 'graduate':
      // The amount is the same with or without the exception.
      return is_legacy_borrower ? limits.legacy : limits.graduate;
    case 'professional':
      if (is_legacy_borrower === undefined) return null;
      return is_legacy_borrower ? limits.legacy : limits.professional;
    case 'undergraduate':
      if (!grade_level) return null;
      if (dependency_status === 'independent' || plus_denied)
        return limits.independentUndergraduate[grade_level];
      if (dependency_status === undefined || plus_denied === undefined) return null;
      return limits.dependentUndergraduate[grade_level];
    case undefined:
      return null;
  }
}

/**
 * Section 3.1: the table's subsidized maximum. It depends only on level and grade: dependency and legacy status change
 * only the total [34 CFR 685.203(a)(1)-(3)]. Null if it cannot be determined.
 */
export function subsidizedMaximum(student: PartlyReadStudent, limits: AnnualLimits): Dollars | null {
  const { degree_level, grade_level } = student;
  if (degree_level === undefined) return null;
  if (degree_level !== 'undergraduate') return limits[degree_level].subsidizedMaximum;
  return grade_level ? limits.dependentUndergraduate[grade_level].subsidizedMaximum : null;
}

/**
 * Section 3.5: since July 2026 only legacy graduate and professional borrowers may still borrow Grad PLUS [20 U.S.C. 1087e(a)(8)].
 * Null if a field that it depends on is missing.
 */
export function mayBorrowGradPlus({ degree_level, is_legacy_borrower }: PartlyReadStudent): boolean | null {
  if (degree_level === 'undergraduate') return false;
  return degree_level === undefined ? null : (is_legacy_borrower ?? null);
}
