import { mayBorrowGradPlus, totalLimitHasEffect } from './annual-limit.js';
import type { Overdisbursement } from './changes.js';
import { add, compare, toText } from './exact.js';
import type { ResolvedTerm } from './resolved-term.js';
import { LOAN_TYPES, type Student } from './student.js';
import { dollars, LOAN_TYPE_NAMES, listed, wholeDollars } from './texts.js';
import type { Working } from './working.js';

/** Section 9, the student's own: inputs without effect, notes of the reader, labels, nothing payable, money without a term. */
export function studentWarnings(student: Student, working: Working): string[] {
  const { terms, loans } = working;
  const warnings = inputsWithoutEffect(student, working);
  if (student.notes !== undefined) warnings.push(...student.notes);
  const repeated = repeatedLabels(terms);
  if (repeated.length > 0) {
    warnings.push(`More than one term is called ${listed(repeated)}: check that none is listed twice.`);
  }
  if (!terms.some((term) => term.enrollment.isPayable)) {
    warnings.push('No term is at least half time, so nothing can be disbursed.');
    return warnings;
  }
  for (const loanType of LOAN_TYPES) {
    const { unscheduled } = loans[loanType].schedule;
    if (unscheduled === 0) continue;
    warnings.push(
      `${wholeDollars(unscheduled)} of ${LOAN_TYPE_NAMES[loanType]} eligibility is in no disbursement: every term that is at least half time is already paid.`,
    );
  }
  return warnings;
}

function inputsWithoutEffect(student: Student, { limits, unreduced: { statutory } }: Working): string[] {
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
  if (student.total_limit !== null && !totalLimitHasEffect(student, statutory.total, limits)) {
    warnings.push(
      `total_limit of ${dollars(student.total_limit)} has no effect: it is not lower than the statutory limit of ${wholeDollars(statutory.total)}.`,
    );
  }
  return warnings;
}

/** Labels of more than one term, in quotes; blanks around them do not count. */
function repeatedLabels(terms: readonly ResolvedTerm[]): string[] {
  const repeated = new Set<string>();
  for (let later = 1; later < terms.length; later++) {
    const label = terms[later]?.label.trim();
    for (let earlier = 0; earlier < later; earlier++) {
      if (terms[earlier]?.label.trim() === label) repeated.add(`"${label}"`);
    }
  }
  return [...repeated];
}

/** Section 9, one term's: notes, assumed enrollment, an overload, below half time, over-disbursements, in this order. */
export function termWarnings(
  term: ResolvedTerm,
  index: number,
  overdisbursements: readonly Overdisbursement[],
): string[] {
  const warnings = [...term.notes];
  if (term.isFullTimeAssumed) {
    warnings.push(
      `Full-time enrollment of ${toText(term.fullTimeCredits)} credits was assumed because credits_enrolled was not given.`,
    );
  }
  if (compare(term.effectiveCredits, add(term.fullTimeCredits, term.fullTimeCredits)) > 0) {
    warnings.push(
      `${toText(term.effectiveCredits)} credits are more than twice the full-time credits of ${toText(term.fullTimeCredits)}: check for a slip.`,
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
