import type { Allotment } from './allotment.js';
import { mayBorrowGradPlus, statutoryLimit, totalLimitHasEffect } from './annual-limit.js';
import type { Overdisbursement } from './changes.js';
import { toText } from './exact.js';
import { limitsFor } from './limits.js';
import type { ResolvedTerm } from './resolved-term.js';
import { LOAN_TYPES, type PerLoanType, type Student } from './student.js';
import { dollars, LOAN_TYPE_NAMES, listed, wholeDollars } from './texts.js';

/** How many unknown field names are spelled out before the rest is only counted. */
const NAMED_FIELDS = 20;
const NAME_LENGTH = 100;

/** Section 9, the student's own: inputs without effect, unknown fields, nothing payable, money without a term. */
export function studentWarnings(
  student: Student,
  awardYear: string,
  terms: readonly ResolvedTerm[],
  allotments: PerLoanType<Allotment>,
): string[] {
  const warnings = inputsWithoutEffect(student, awardYear);
  if (student.ignored_fields !== undefined) warnings.push(...unknownFields(student.ignored_fields));
  if (!terms.some((term) => term.enrollment.isPayable)) {
    warnings.push('No term is at least half time, so nothing can be disbursed.');
    return warnings;
  }
  for (const loanType of LOAN_TYPES) {
    const { unscheduled } = allotments[loanType];
    if (unscheduled === 0) continue;
    warnings.push(
      `${wholeDollars(unscheduled)} of ${LOAN_TYPE_NAMES[loanType]} eligibility is in no disbursement: every term that is at least half time is already paid.`,
    );
  }
  return warnings;
}

function inputsWithoutEffect(student: Student, awardYear: string): string[] {
  const warnings: string[] = [];
  const isUndergraduate = student.degree_level === 'undergraduate';
  if (student.grade_level !== null && !isUndergraduate) {
    warnings.push(`grade_level has no effect on a ${student.degree_level} student's limit.`);
  }
  if (student.cost_of_attendance !== null && !mayBorrowGradPlus(student)) {
    warnings.push(
      'cost_of_attendance has no effect: only a legacy graduate or professional borrower has a Grad PLUS amount.',
    );
  }
  if (student.is_legacy_borrower && isUndergraduate) {
    warnings.push('is_legacy_borrower has no effect on an undergraduate limit.');
  }
  if (student.plus_denied && (!isUndergraduate || student.dependency_status === 'independent')) {
    warnings.push('plus_denied has no effect: it raises the limit of dependent undergraduates only.');
  }
  const limits = limitsFor(awardYear);
  const statutory = statutoryLimit(student, limits);
  if (
    student.total_limit !== null &&
    statutory !== null &&
    !totalLimitHasEffect(student, statutory.total, limits)
  ) {
    warnings.push(
      `total_limit of ${dollars(student.total_limit)} has no effect: it is not lower than the statutory limit of ${wholeDollars(statutory.total)}.`,
    );
  }
  return warnings;
}

/** Section 9, one term's: unknown fields, assumed enrollment, below half time, over-disbursements, in this order. */
export function termWarnings(
  term: ResolvedTerm,
  index: number,
  overdisbursements: readonly Overdisbursement[],
): string[] {
  const warnings = unknownFields(term.ignoredFields);
  if (term.isFullTimeAssumed) {
    warnings.push(
      `Full-time enrollment of ${toText(term.fullTimeCredits)} credits was assumed because credits_enrolled was not given.`,
    );
  }
  if (term.enrollment.status === 'Less Than Half-Time') {
    warnings.push('Enrollment is less than half time, so nothing new is disbursed for this term.');
  }
  if (term.enrollment.status === 'Not Enrolled' && term.required) {
    warnings.push('The student is not enrolled, so nothing new is disbursed for this term.');
  }
  const own = overdisbursements.filter((over) => over.termIndex === index);
  if (own.length > 0) {
    const excess = own.map((over) => `${wholeDollars(over.excess)} ${LOAN_TYPE_NAMES[over.loanType]}`);
    warnings.push(
      `${listed(excess)} more than the reduced annual limit has been disbursed, and no later disbursement can absorb it.`,
    );
  }
  return warnings;
}

function unknownFields(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const named = names
    .slice(0, NAMED_FIELDS)
    .map((name) => `Unknown field "${name.slice(0, NAME_LENGTH)}" was ignored.`);
  const more = names.length - named.length;
  return more > 0 ? [...named, `${more} more unknown fields were ignored.`] : named;
}
