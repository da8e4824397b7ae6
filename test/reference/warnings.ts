import { whatRemains } from './distribute.js';
import { annualEligibility, mayBorrowGradPlus, statutoryTotal, UNREDUCED_GRADUATE_LIMIT } from './limits.js';
import { ZERO } from './rational.js';
import { effectiveCredits, enrollmentStatus, fullTimeCredits, isPayable } from './terms.js';
import { LOAN_TYPES, type StudentInput, type TermInput } from './types.js';

/** Section 9: term warnings. Whether "below half time" includes 0 credits (`not_enrolled`) is left open. */
export function termWarningKinds(term: TermInput, isOverDisbursed: boolean): string[] {
  const status = enrollmentStatus(term);
  const isPaid = LOAN_TYPES.some((loanType) => term.prior[loanType]?.isAbove(0));
  return [
    ...(term.credits_enrolled === null ? ['full_time_assumed'] : []),
    ...(effectiveCredits(term).isAbove(fullTimeCredits(term).times(2)) ? ['overload'] : []),
    ...(status === 'Less Than Half-Time' ? ['below_half_time'] : []),
    ...(status === 'Not Enrolled' ? ['not_enrolled'] : []),
    ...(status === 'Not Enrolled' && isPaid ? ['paid_without_credits'] : []),
    ...(isOverDisbursed ? ['over_disbursement'] : []),
  ];
}

/** Whether a warning is due; null if the rules leave it open. */
export function mustWarn(kinds: readonly string[]): boolean | null {
  if (kinds.some((kind) => kind !== 'not_enrolled')) return true;
  return kinds.length === 0 ? false : null;
}

/** Section 9: the student's own warnings. */
export function studentWarningKinds(student: StudentInput): string[] {
  const isUndergraduate = student.degree_level === 'undergraduate';
  const hasGradPlus = mayBorrowGradPlus(student.degree_level, student.is_legacy_borrower);
  // A cost of attendance within the unsubsidized limit leaves nothing for Grad PLUS.
  const isWithinLimit = student.cost_of_attendance?.isAbove(UNREDUCED_GRADUATE_LIMIT) === false;
  // White space around a label does not distinguish two terms.
  const labels = new Set(student.terms.map(({ label }) => label.trim()));
  const isDenialUseless = !isUndergraduate || student.dependency_status === 'independent';
  return [
    ...(student.terms.some(isPayable) ? [] : ['nothing_payable']),
    ...(student.grade_level !== null && !isUndergraduate ? ['no_effect:grade_level'] : []),
    ...(student.cost_of_attendance !== null && !hasGradPlus ? ['no_effect:cost_of_attendance'] : []),
    ...(hasGradPlus && isWithinLimit ? ['no_grad_plus_left'] : []),
    ...(student.is_legacy_borrower && isUndergraduate ? ['no_effect:is_legacy_borrower'] : []),
    ...(student.plus_denied && isDenialUseless ? ['no_effect:plus_denied'] : []),
    ...(isTotalLimitUseless(student) ? ['no_effect:total_limit'] : []),
    ...(student.unknown_fields.length > 0 ? ['unknown_fields'] : []),
    ...(labels.size < student.terms.length ? ['repeated_label'] : []),
    ...(student.terms.length === 1 && student.academic_year_terms === null ? ['single_term'] : []),
  ];
}

/** Even at or above the statutory total, a limit matters if it lowers what is left of legacy Grad PLUS. */
function isTotalLimitUseless(student: StudentInput): boolean {
  const { total_limit: limit, cost_of_attendance: cost } = student;
  const total = statutoryTotal(student);
  if (limit === null || limit.isBelow(total)) return false;
  if (!mayBorrowGradPlus(student.degree_level, student.is_legacy_borrower) || cost === null) return true;
  const eligibility = annualEligibility(student, effectiveCredits);
  const [own, without] = [student, { ...student, total_limit: null }].map((each) =>
    whatRemains(each, eligibility),
  );
  if (own?.grad_plus.isBelow(without?.grad_plus ?? ZERO) === true) return false;
  return !limit.minus(total).isBelow(cost.minus(UNREDUCED_GRADUATE_LIMIT));
}
