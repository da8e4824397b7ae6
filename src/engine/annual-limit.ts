import { compare, type Exact, exact, greatest, least, subtract, ZERO } from './exact.js';
import type { AnnualLimit, AnnualLimits } from './limits.js';
import type { PartlyReadStudent, PerLoanType, Student } from './student.js';

/** Section 3, for a student who passes section 8: the amounts that the percent is applied to. */
export interface UnreducedLimit {
  /** The row of the table that applies. */
  readonly statutory: AnnualLimit;
  /** T of the rules, dollars. */
  readonly total: Exact;
  /** Dollars for each loan type. */
  readonly base: PerLoanType<Exact>;
  /** What Grad PLUS could fill without a program limit, in dollars; 0 for students who may not borrow it. */
  readonly gradPlusGap: Exact;
}

/**
 * Section 3 as a whole. The subsidized base is the need-limited amount [ED]; the rest of T is unsubsidized.
 *
 * @throws RangeError for an undergraduate without a grade level, whom section 8 refuses beforehand.
 */
export function unreducedLimit(student: Student, limits: AnnualLimits): UnreducedLimit {
  const statutory = statutoryLimit(student, limits);
  if (statutory === null) throw new RangeError('An undergraduate without grade_level has no annual limit.');
  const { total_limit, cost_of_attendance, subsidized_amount: sub } = student;
  const total = totalBeforeReduction(statutory, total_limit);
  const unsub = unsubsidizedBase(total, sub);
  const mayBorrow = cost_of_attendance !== null && mayBorrowGradPlus(student);
  const gap = mayBorrow ? gradPlusGap(cost_of_attendance, limits) : ZERO;
  return {
    statutory,
    total,
    base: { sub, unsub, grad_plus: gradPlusBase(gap, total, total_limit) },
    gradPlusGap: gap,
  };
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
 * Section 3.1: the table's subsidized maximum in dollars. It depends only on level and grade: dependency and legacy
 * status change only the total [34 CFR 685.203(a)(1)-(3)]. Null if it cannot be determined.
 */
export function subsidizedMaximum(student: PartlyReadStudent, limits: AnnualLimits): number | null {
  const { degree_level, grade_level } = student;
  if (degree_level === undefined) return null;
  if (degree_level !== 'undergraduate') return limits[degree_level].subsidizedMaximum;
  return grade_level ? limits.dependentUndergraduate[grade_level].subsidizedMaximum : null;
}

/** Section 3.2: T, the total to start from. A program's own lower limit replaces the statutory one [rule (m)(2)]. */
export function totalBeforeReduction(statutory: AnnualLimit, totalLimit: Exact | null): Exact {
  const total = exact(statutory.total);
  return totalLimit === null ? total : least(total, totalLimit);
}

/** Section 3.4: subsidized room that need does not claim becomes unsubsidized [34 CFR 685.203(b)]. */
export function unsubsidizedBase(total: Exact, subsidized: Exact): Exact {
  return subtract(total, subsidized);
}

/**
 * Section 3.5: since July 2026 only legacy graduate and professional borrowers may still borrow Grad PLUS [20 U.S.C. 1087e(a)(8)].
 * Null if a field that it depends on is missing.
 */
export function mayBorrowGradPlus({ degree_level, is_legacy_borrower }: PartlyReadStudent): boolean | null {
  if (degree_level === 'undergraduate') return false;
  return degree_level === undefined ? null : (is_legacy_borrower ?? null);
}

/**
 * Section 3.5: the gap that Grad PLUS may fill before any program limit: the cost of attendance less other financial
 * assistance, minus the unreduced unsubsidized limit, never below 0 [choice].
 */
export function gradPlusGap(costOfAttendance: Exact, limits: AnnualLimits): Exact {
  return greatest(ZERO, subtract(costOfAttendance, exact(limits.legacy.total)));
}

/**
 * Section 3.5: base_grad_plus. A program limit covers both loans, so the gap is capped at what `total` (T of the rules)
 * leaves of it.
 */
export function gradPlusBase(gap: Exact, total: Exact, totalLimit: Exact | null): Exact {
  return totalLimit === null ? gap : least(gap, subtract(totalLimit, total));
}

/** Section 9: whether a program limit lowers what may be borrowed: the total, or the Grad PLUS amount it leaves room for. */
export function totalLimitHasEffect({ statutory, total, base, gradPlusGap }: UnreducedLimit): boolean {
  return compare(total, exact(statutory.total)) < 0 || compare(base.grad_plus, gradPlusGap) < 0;
}
