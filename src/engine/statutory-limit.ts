import type { AnnualLimit, AnnualLimits } from './limits.js';
import type { PartlyReadStudent } from './student.js';

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

/**
 * Section 3.5: since July 2026 only legacy graduate and professional borrowers may still borrow Grad PLUS [20 U.S.C. 1087e(a)(8)].
 * Null if a field that it depends on is missing.
 */
export function mayBorrowGradPlus({ degree_level, is_legacy_borrower }: PartlyReadStudent): boolean | null {
  if (degree_level === 'undergraduate') return false;
  return degree_level === undefined ? null : (is_legacy_borrower ?? null);
}
