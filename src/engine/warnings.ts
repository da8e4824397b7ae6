import { mayBorrowGradPlus, totalLimitHasEffect, type UnreducedLimit } from './annual-limit.js';
import { add, compare, toText } from './exact.js';
import { isOverdisbursed, type Loan } from './loan.js';
import type { ResolvedTerm } from './resolved-term.js';
import { LOAN_TYPES, type PerLoanType, type Student } from './student.js';
import { dollars, LOAN_TYPE_NAMES, listed, wholeDollars } from './texts.js';
import type { Working } from './working.js';

/** Receives a warning: its sentence, and the ids of the trace steps it follows from; none for a reader's note. */
export type Warn = (text: string, ...steps: readonly string[]) => void;

/**
 * Section 9, the student's warnings: inputs without effect, the reader's notes, a single term, labels, nothing payable,
 * money without a term.
 */
export function studentWarnings(student: Student, working: Working, warn: Warn): void {
  const { terms, loans } = working;
  inputsWithoutEffect(student, working.unreduced, warn);
  for (const note of student.notes ?? NO_NOTES) warn(note);
  if (terms.length === 1 && student.academic_year_terms === null) {
    warn(
      'Only one term was given, and it was taken for the whole academic year. If the year has more terms, give academic_year_terms or the other terms.',
      'annual_full_time_credits',
    );
  }
  const repeated = repeatedNames(terms);
  if (repeated.length > 0) {
    warn(`More than one term is called ${listed(repeated)}: check that none is listed twice.`);
  }
  if (!terms.some((term) => term.isPayable)) {
    const steps = terms.map(({ index }) => `payable.${index}`);
    warn('No term is at least half time, so nothing new can be disbursed.', ...steps);
    return;
  }
  for (const loanType of LOAN_TYPES) {
    const { unscheduled } = loans[loanType];
    if (unscheduled === 0) continue;
    const isClosedByZero = terms.some((term) => term.isPayable && term.settled[loanType] === 0);
    const orClosed = isClosedByZero ? ', or has final credits and a recorded $0' : '';
    warn(
      `${wholeDollars(unscheduled)} of ${LOAN_TYPE_NAMES[loanType]} eligibility cannot be paid in any term: every term that is at least half time is already paid${orClosed}.`,
      `unscheduled.${loanType}`,
    );
  }
}

const NO_NOTES: readonly string[] = [];

function inputsWithoutEffect(student: Student, unreduced: UnreducedLimit, warn: Warn): void {
  const isUndergraduate = student.degree_level === 'undergraduate';
  if (student.grade_level !== null && !isUndergraduate) {
    warn(`grade_level has no effect on a ${student.degree_level} student's limit.`, 'statutory_limit');
  }
  if (student.cost_of_attendance !== null && !mayBorrowGradPlus(student)) {
    warn(
      'cost_of_attendance has no effect: only a legacy graduate or professional borrower has a Grad PLUS amount.',
      'grad_plus_base.grad_plus',
    );
  }
  if (student.is_legacy_borrower && isUndergraduate) {
    warn('is_legacy_borrower has no effect on an undergraduate limit.', 'statutory_limit');
  }
  if (student.plus_denied && (!isUndergraduate || student.dependency_status === 'independent')) {
    warn(
      'plus_denied has no effect: it raises the limit of dependent undergraduates only.',
      'statutory_limit',
    );
  }
  if (student.total_limit !== null && !totalLimitHasEffect(unreduced)) {
    warn(
      `total_limit of ${dollars(student.total_limit)} has no effect: it is not lower than the statutory limit of ${wholeDollars(unreduced.statutory.total)}.`,
      'limit_before_reduction',
    );
  }
}

/** Names that more than one term has, in quotes. */
function repeatedNames(terms: readonly ResolvedTerm[]): string[] {
  const repeated: string[] = [];
  for (const { index, name } of terms) {
    let earlier = 0;
    for (let at = 0; at < index; at++) if (terms[at]?.name === name) earlier += 1;
    if (earlier === 1) repeated.push(`"${name}"`);
  }
  return repeated;
}

/**
 * Section 9, the warnings of one term: notes, assumed enrollment, an overload, below half time, over-disbursements, in
 * this order.
 */
export function termWarnings(term: ResolvedTerm, loans: PerLoanType<Loan>, warn: Warn): void {
  const { index } = term;
  for (const note of term.notes) warn(note);
  if (term.isFullTimeAssumed) {
    warn(
      `Full-time enrollment of ${toText(term.fullTimeCredits)} credits was assumed because credits_enrolled was not given.`,
      `planned_credits.${index}`,
    );
  }
  if (compare(term.effectiveCredits, add(term.fullTimeCredits, term.fullTimeCredits)) > 0) {
    warn(
      `${toText(term.effectiveCredits)} credits are more than twice the full-time credits of ${toText(term.fullTimeCredits)}: check for a typo.`,
      `effective_credits.${index}`,
    );
  }
  if (term.status === 'Less Than Half-Time') {
    warn('Enrollment is less than half time, so nothing new is disbursed for this term.', `payable.${index}`);
  }
  if (term.status === 'Not Enrolled' && term.required) {
    warn('The student is not enrolled, so nothing new is disbursed for this term.', `payable.${index}`);
  }
  const excess: string[] = [];
  for (const loanType of LOAN_TYPES) {
    const loan = loans[loanType];
    if (!isOverdisbursed(loan, index)) continue;
    excess.push(`${wholeDollars(loan.excess)} ${LOAN_TYPE_NAMES[loanType]}`);
  }
  if (excess.length > 0) {
    warn(
      `${listed(excess)} ${excess.length === 1 ? 'was' : 'were'} disbursed beyond the eligibility for the year, and no later disbursement can absorb the excess.`,
      `overdisbursement.${index}`,
    );
  }
}
