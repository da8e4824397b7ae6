import { mayBorrowGradPlus, totalLimitHasEffect, type UnreducedLimit } from './annual-limit.js';
import { add, compare, toText } from './exact.js';
import { isOverdisbursed, type Loan } from './loan.js';
import type { ResolvedTerm } from './resolved-term.js';
import { LOAN_TYPES, type PerLoanType, type Student } from './student.js';
import { dollars, LOAN_TYPE_NAMES, listed, wholeDollars } from './texts.js';
import type { Working } from './working.js';

/** Section 9, the student's own: inputs without effect, notes of the reader, a single term, labels, nothing payable, money without a term. */
export function studentWarnings(student: Student, working: Working): string[] {
  const { terms, loans } = working;
  const warnings = inputsWithoutEffect(student, working.unreduced);
  if (student.notes !== undefined) warnings.push(...student.notes);
  if (terms.length === 1 && student.academic_year_terms === null) {
    warnings.push(
      'Only one term was given, and it was taken for the whole academic year. If the year has more terms, give academic_year_terms or the other terms.',
    );
  }
  const repeated = repeatedNames(terms);
  if (repeated.length > 0) {
    warnings.push(`More than one term is called ${listed(repeated)}: check that none is listed twice.`);
  }
  if (!terms.some((term) => term.isPayable)) {
    warnings.push('No term is at least half time, so nothing can be disbursed.');
    return warnings;
  }
  for (const loanType of LOAN_TYPES) {
    const { unscheduled } = loans[loanType];
    if (unscheduled === 0) continue;
    warnings.push(
      `${wholeDollars(unscheduled)} of ${LOAN_TYPE_NAMES[loanType]} eligibility is in no disbursement: every term that is at least half time is already paid.`,
    );
  }
  return warnings;
}

function inputsWithoutEffect(student: Student, unreduced: UnreducedLimit): string[] {
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
  if (student.total_limit !== null && !totalLimitHasEffect(unreduced)) {
    warnings.push(
      `total_limit of ${dollars(student.total_limit)} has no effect: it is not lower than the statutory limit of ${wholeDollars(unreduced.statutory.total)}.`,
    );
  }
  return warnings;
}

/** Names of more than one term, in quotes. */
function repeatedNames(terms: readonly ResolvedTerm[]): string[] {
  const repeated: string[] = [];
  for (const { index, name } of terms) {
    let earlier = 0;
    for (let at = 0; at < index; at++) if (terms[at]?.name === name) earlier += 1;
    if (earlier === 1) repeated.push(`"${name}"`);
  }
  return repeated;
}

/** Section 9, one term's: notes, assumed enrollment, an overload, below half time, over-disbursements, in this order. */
export function termWarnings(term: ResolvedTerm, loans: PerLoanType<Loan>): string[] {
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
  if (term.status === 'Less Than Half-Time') {
    warnings.push('Enrollment is less than half time, so nothing new is disbursed for this term.');
  }
  if (term.status === 'Not Enrolled' && term.required) {
    warnings.push('The student is not enrolled, so nothing new is disbursed for this term.');
  }
  const excess: string[] = [];
  for (const loanType of LOAN_TYPES) {
    const loan = loans[loanType];
    if (!isOverdisbursed(loan, term.index)) continue;
    excess.push(`${wholeDollars(loan.excess)} ${LOAN_TYPE_NAMES[loanType]}`);
  }
  if (excess.length > 0) {
    warnings.push(
      `${listed(excess)} more than the reduced annual limit has been disbursed, and no later disbursement can absorb it.`,
    );
  }
  return warnings;
}
