import { AWARD_YEARS, type AwardYear } from './award-years.js';
import { type Dollars, dollarsOf } from './dollars.js';
import { LEGACY, type Source, UNDERGRADUATE_LAW } from './rules/sources.js';
import type { GradeLevel, PartlyReadStudent } from './student.js';
import { listed } from './texts.js';

/** An amount of dollars for one academic year of full-time enrollment, with the provisions that set it. */
export interface DatedAmount {
  readonly amount: Dollars;
  /** The first day on which the amount applies, ISO date. */
  readonly effective: string;
  readonly source: string;
}

export interface AnnualLimit {
  /** The students whom the row applies to. */
  readonly label: string;
  readonly subsidizedMaximum: DatedAmount;
  /** Subsidized and unsubsidized together. */
  readonly total: DatedAmount;
  /** The sources that a trace cites for the row. */
  readonly sources: readonly Source[];
}

/** The limits of one award year. */
export interface AnnualLimits {
  /** First day of the award year, ISO date. */
  readonly effective: string;
  readonly dependentUndergraduate: Readonly<Record<GradeLevel, AnnualLimit>>;
  /** Independent undergraduates, and dependent undergraduates whose parent cannot borrow a PLUS loan. */
  readonly independentUndergraduate: Readonly<Record<GradeLevel, AnnualLimit>>;
  readonly graduate: AnnualLimit;
  readonly professional: AnnualLimit;
  /**
   * Graduate and professional students under the interim exception (a program loan before July 1, 2026).
   * Their Grad PLUS amount is the cost of attendance less other financial assistance, minus this total.
   */
  readonly legacy: AnnualLimit;
}

function dated(amount: number, effective: string, source: string): DatedAmount {
  return { amount: dollarsOf(amount), effective, source };
}

/** Annual dollars of a grade level, each with the ISO date from which it applies. */
type GradeAmounts = Readonly<Record<'subsidized' | 'total', readonly [amount: number, since: string]>>;

function undergraduates(
  who: string,
  { statute, rule, table }: Readonly<Record<'statute' | 'rule' | 'table', string>>,
  amounts: Readonly<Record<GradeLevel, GradeAmounts>>,
): Readonly<Record<GradeLevel, AnnualLimit>> {
  const row = (grade: string, paragraph: number, { subsidized, total }: GradeAmounts): AnnualLimit => {
    const law = (sections: string, paragraphs = ''): string =>
      `20 U.S.C. 1087e(a)(1) with ${sections}; 34 CFR 685.203(a)(${paragraph})${paragraphs}; ${table}`;
    return {
      label: `${who}, ${grade}`,
      subsidizedMaximum: dated(...subsidized, law('1078(b)(1)(A)')),
      total: dated(...total, law(statute, `, ${rule}`)),
      sources: [UNDERGRADUATE_LAW, `rule: 34 CFR 685.203${listed(['(a)', ...rule.split(', ')])}`],
    };
  };
  return {
    first_year: row('first year', 1, amounts.first_year),
    second_year: row('second year', 2, amounts.second_year),
    third_year_and_beyond: row('third year and beyond', 3, amounts.third_year_and_beyond),
  };
}

/** A row for graduate and professional students, without subsidized loans since award year 2012-13. */
function graduates(label: string, total: DatedAmount, ...sources: readonly Source[]): AnnualLimit {
  return { label, subsidizedMaximum: dated(0, '2012-07-01', '20 U.S.C. 1087e(a)(3)(A)'), total, sources };
}

/** The codified text may not include the amendment yet. */
const GRADUATE_RULE = '34 CFR 685.203(b)(2)(iv)(A) as amended by 91 FR 23768';
const LEGACY_RULE = '34 CFR 685.203(b)(2)(iv) as amended by 91 FR 23768';

/** The annual loan limits by award year. This is the only place with dollar amounts. */
const AWARD_YEAR_TABLES: Readonly<Record<AwardYear, AnnualLimits>> = {
  '2026-27': {
    effective: '2026-07-01',
    dependentUndergraduate: undergraduates(
      'dependent undergraduate',
      { statute: '1078-8(d)(3)', rule: '(b)(1)', table: 'FSA Handbook 2025-26, volume 8, table 1A' },
      {
        first_year: { subsidized: [3_500, '2007-07-01'], total: [5_500, '2008-07-01'] },
        second_year: { subsidized: [4_500, '2007-07-01'], total: [6_500, '2008-07-01'] },
        third_year_and_beyond: { subsidized: [5_500, '1993-07-01'], total: [7_500, '2008-07-01'] },
      },
    ),
    independentUndergraduate: undergraduates(
      'independent undergraduate or PLUS denied',
      { statute: '1078-8(d)(4)', rule: '(b)(2), (c)(2)', table: 'FSA Handbook 2025-26, volume 8, table 1B' },
      {
        first_year: { subsidized: [3_500, '2007-07-01'], total: [9_500, '2008-07-01'] },
        second_year: { subsidized: [4_500, '2007-07-01'], total: [10_500, '2008-07-01'] },
        third_year_and_beyond: { subsidized: [5_500, '1993-07-01'], total: [12_500, '2008-07-01'] },
      },
    ),
    graduate: graduates(
      'graduate student',
      dated(20_500, '2026-07-01', `20 U.S.C. 1087e(a)(4)(A)(i); ${GRADUATE_RULE}`),
      'statute: 20 U.S.C. 1087e(a)(4)(A)(i)',
      `rule: ${GRADUATE_RULE}`,
    ),
    professional: graduates(
      'professional student',
      dated(50_000, '2026-07-01', `20 U.S.C. 1087e(a)(4)(A)(ii); ${GRADUATE_RULE}`),
      'statute: 20 U.S.C. 1087e(a)(4)(A)(ii)',
      `rule: ${GRADUATE_RULE}`,
    ),
    legacy: graduates(
      'graduate or professional student, legacy borrower',
      dated(20_500, '2007-07-01', `20 U.S.C. 1087e(a)(8), by which the earlier limit stays; ${LEGACY_RULE}`),
      LEGACY,
      `rule: ${LEGACY_RULE}`,
    ),
  },
};

const hasTable = (year: string): year is AwardYear => Object.hasOwn(AWARD_YEAR_TABLES, year);

/** @throws RangeError naming the award year if it has no table: a limit is never guessed. */
export function limitsFor(awardYear: string): AnnualLimits {
  if (hasTable(awardYear)) return AWARD_YEAR_TABLES[awardYear];
  const known = AWARD_YEARS.join(', ');
  throw new RangeError(`There are no annual loan limits for award year "${awardYear}"; known: ${known}.`);
}

/**
 * Section 3.1: the table row for this student [20 U.S.C. 1087e; FSA Handbook, tables 1A and 1B]. Null if it
 * cannot be determined: an undergraduate without a grade level, or a missing field that the row depends on.
 */
export function statutoryLimit(student: PartlyReadStudent, limits: AnnualLimits): AnnualLimit | null {
  const { degree_level, grade_level, dependency_status, plus_denied, is_legacy_borrower } = student;
  if (degree_level === undefined) return null;
  if (degree_level !== 'undergraduate') {
    if (is_legacy_borrower) return limits.legacy;
    // A graduate student has the same limit with and without the legacy exception.
    return degree_level === 'professional' && is_legacy_borrower === undefined ? null : limits[degree_level];
  }
  if (!grade_level) return null;
  if (dependency_status === 'independent' || plus_denied) return limits.independentUndergraduate[grade_level];
  if (dependency_status === undefined || plus_denied === undefined) return null;
  return limits.dependentUndergraduate[grade_level];
}

/**
 * Section 3.1: the table's subsidized maximum. It depends only on degree level and grade level: dependency
 * and legacy status change only the total [34 CFR 685.203(a)(1)-(3)]. Null if it cannot be determined.
 */
export function subsidizedMaximum(student: PartlyReadStudent, limits: AnnualLimits): Dollars | null {
  const { degree_level, grade_level } = student;
  if (degree_level === undefined) return null;
  if (degree_level !== 'undergraduate') return limits[degree_level].subsidizedMaximum.amount;
  return grade_level ? limits.dependentUndergraduate[grade_level].subsidizedMaximum.amount : null;
}

/**
 * Section 3.5: whether the student may borrow Grad PLUS. Since July 2026 only legacy graduate and
 * professional borrowers may [20 U.S.C. 1087e(a)(8)]. Null if a field that decides it is missing.
 */
export function mayBorrowGradPlus({ degree_level, is_legacy_borrower }: PartlyReadStudent): boolean | null {
  if (degree_level === 'undergraduate') return false;
  return degree_level === undefined ? null : (is_legacy_borrower ?? null);
}
