import { compare, type Exact, exact, greatest, least, subtract, ZERO } from './exact.js';
import type { AnnualLimit, AnnualLimits } from './limits.js';
import type { Partly, PerLoanType, Student } from './student.js';

/** What the table is looked up by. */
export type LimitSubject = Pick<
  Student,
  'dependency_status' | 'degree_level' | 'grade_level' | 'is_legacy_borrower' | 'plus_denied'
>;

/** Dollars before the reduction, per loan type: section 3. */
export type BaseAmounts = PerLoanType<Exact>;

/**
 * Section 3.1: the row of the table for this student [20 U.S.C. 1087e; FSA Handbook, tables 1A and 1B].
 * Null where it cannot be told: an undergraduate without a grade level, or a field that it depends on is missing.
 */
export function statutoryLimit(student: Partly<LimitSubject>, limits: AnnualLimits): AnnualLimit | null {
  switch (student.degree_level) {
    case 'graduate':
      // With the exception or without, the amount is the same.
      return student.is_legacy_borrower ? limits.legacy : limits.graduate;
    case 'professional':
      if (student.is_legacy_borrower === undefined) return null;
      return student.is_legacy_borrower ? limits.legacy : limits.professional;
    case 'undergraduate':
      return undergraduateLimit(student, limits);
    case undefined:
      return null;
  }
}

/**
 * Section 3.1: the table's subsidized maximum in dollars. It depends on level and grade alone: dependency and
 * legacy status move only the total [34 CFR 685.203(a)(1)-(3)]. Null where it cannot be told.
 */
export function subsidizedMaximum(student: Partly<LimitSubject>, limits: AnnualLimits): number | null {
  switch (student.degree_level) {
    case 'graduate':
      return limits.graduate.subsidizedMaximum;
    case 'professional':
      return limits.professional.subsidizedMaximum;
    case 'undergraduate':
      return student.grade_level
        ? limits.dependentUndergraduate[student.grade_level].subsidizedMaximum
        : null;
    case undefined:
      return null;
  }
}

function undergraduateLimit(student: Partly<LimitSubject>, limits: AnnualLimits): AnnualLimit | null {
  const { grade_level, dependency_status, plus_denied } = student;
  if (!grade_level) return null;
  if (dependency_status === 'independent' || plus_denied) return limits.independentUndergraduate[grade_level];
  const isKnown = dependency_status !== undefined && plus_denied !== undefined;
  return isKnown ? limits.dependentUndergraduate[grade_level] : null;
}

/** Section 3.2: T, the total to start from. A program's own lower limit replaces the statutory one [rule (m)(2)]. */
export function totalBeforeReduction(statutoryTotal: number, totalLimit: Exact | null): Exact {
  const total = exact(statutoryTotal);
  return totalLimit === null ? total : least(total, totalLimit);
}

/**
 * Section 3.5: only legacy graduate and professional borrowers may still borrow Grad PLUS [20 U.S.C. 1087e(a)(8)].
 * Null where a field that it depends on is missing.
 */
export function mayBorrowGradPlus(
  student: Partly<Pick<Student, 'degree_level' | 'is_legacy_borrower'>>,
): boolean | null {
  if (student.degree_level === 'undergraduate') return false;
  if (student.degree_level === undefined) return null;
  return student.is_legacy_borrower ?? null;
}

/**
 * Section 3.5: the gap that Grad PLUS may fill before any program limit, which is the cost of attendance over the
 * unreduced unsubsidized limit [choice: never awards too much].
 */
function gradPlusGap(costOfAttendance: Exact, limits: AnnualLimits): Exact {
  return greatest(ZERO, subtract(costOfAttendance, exact(limits.legacy.total)));
}

/**
 * Section 3.5: base_grad_plus of a borrower who may have one. A program limit covers both loans, so the gap
 * fits into what `total`, the T of the rules, leaves of it.
 */
export function gradPlusBase(
  costOfAttendance: Exact,
  total: Exact,
  totalLimit: Exact | null,
  limits: AnnualLimits,
): Exact {
  const gap = gradPlusGap(costOfAttendance, limits);
  return totalLimit === null ? gap : least(gap, subtract(totalLimit, total));
}

/** Section 3 for a student that section 8 lets pass: what the percent is applied to. */
export interface UnreducedLimit {
  /** The row of the table that applies. */
  readonly statutory: AnnualLimit;
  /** T of the rules, dollars. */
  readonly total: Exact;
  readonly base: BaseAmounts;
}

/**
 * Section 3 as a whole. The subsidized base is the need-limited amount [ED]; what it leaves of T is the unsubsidized one.
 *
 * @throws RangeError for an undergraduate without a grade level, whom section 8 refuses beforehand.
 */
export function unreducedLimit(student: Student, limits: AnnualLimits): UnreducedLimit {
  const statutory = statutoryLimit(student, limits);
  if (statutory === null) throw new RangeError('An undergraduate without grade_level has no annual limit.');
  const { total_limit, cost_of_attendance } = student;
  const total = totalBeforeReduction(statutory.total, total_limit);
  const sub = student.subsidized_amount;
  const gradPlus =
    cost_of_attendance !== null && mayBorrowGradPlus(student)
      ? gradPlusBase(cost_of_attendance, total, total_limit, limits)
      : ZERO;
  return { statutory, total, base: { sub, unsub: unsubsidizedBase(total, sub), grad_plus: gradPlus } };
}

/** Section 3.4: subsidized room that need does not claim becomes unsubsidized [34 CFR 685.203(b)]. */
export function unsubsidizedBase(total: Exact, subsidized: Exact): Exact {
  return subtract(total, subsidized);
}

/** Section 9: whether a program limit lowers what this student may borrow: the total, or the Grad PLUS amount it leaves room for. */
export function totalLimitHasEffect(student: Student, statutoryTotal: number, limits: AnnualLimits): boolean {
  const { total_limit: totalLimit, cost_of_attendance: cost } = student;
  if (totalLimit === null) return false;
  const statutory = exact(statutoryTotal);
  if (compare(totalLimit, statutory) < 0) return true;
  if (!mayBorrowGradPlus(student) || cost === null) return false;
  return compare(subtract(totalLimit, statutory), gradPlusGap(cost, limits)) < 0;
}
