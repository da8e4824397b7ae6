import { beyond, minus } from './dollars.js';
import { add, compare, dollars, exact, toText } from './exact.js';
import { mayBorrowGradPlus } from './limits.js';
import { heldBackBy, isOverdisbursed } from './rules/change-rules.js';
import { isPaidWithoutCredits } from './rules/term-rules.js';
import { LOAN_TYPE_NAMES, LOAN_TYPES, type LoanType, type Student } from './student.js';
import { listed, wholeDollars } from './texts.js';
import type { TraceWarning } from './trace/trace-format.js';
import type { ResolvedTerm, Working } from './working.js';

/** Takes the sentence of a warning and the ids of the trace steps behind it; a reader's note has no steps. */
type Warn = (text: string, ...steps: readonly string[]) => void;

/** Section 9: the student's own warnings, then those of each term. */
export function warningsOf(student: Student, working: Working): TraceWarning[] {
  const found: TraceWarning[] = [];
  studentWarnings(student, working, (text, ...steps) => found.push({ text, term: null, steps }));
  for (const term of working.terms) {
    termWarnings(term, student, working, (text, ...steps) => found.push({ text, term: term.index, steps }));
  }
  return found;
}

function studentWarnings(student: Student, working: Working, warn: Warn): void {
  const { terms, loans } = working;
  inputsWithoutEffect(student, working, warn);
  for (const note of student.notes ?? []) warn(note);
  if (terms.length === 1 && student.academic_year_terms === null) {
    warn(
      'Only one term was given, so it was taken as the whole academic year. If the year has more terms, list them or give their number (academic_year_terms).',
      'annual_full_time_credits',
    );
  }
  const repeated = terms.filter(({ name, index }) => terms.findIndex((term) => term.name === name) < index);
  if (repeated.length > 0) {
    const names = new Set(repeated.map(({ name }) => `"${name}"`));
    warn(`More than one term is called ${listed([...names])}: check that none is listed twice.`);
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

function inputsWithoutEffect(student: Student, working: Working, warn: Warn): void {
  const { unreduced, limits } = working;
  const isUndergraduate = student.degree_level === 'undergraduate';
  if (student.grade_level !== null && !isUndergraduate) {
    warn(`grade_level has no effect on a ${student.degree_level} student's limit.`, 'statutory_limit');
  }
  const { cost_of_attendance: cost } = student;
  if (cost !== null && !mayBorrowGradPlus(student)) {
    warn(
      'cost_of_attendance has no effect: only a legacy graduate or professional borrower has a Grad PLUS amount.',
      'grad_plus_base.grad_plus',
    );
  } else if (cost !== null && compare(cost, exact(limits.legacy.total.amount)) <= 0) {
    warn(
      `Nothing is left for Grad PLUS: the cost of attendance less other financial assistance, ${dollars(cost)}, is not above ${wholeDollars(limits.legacy.total.amount)}.`,
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
  if (student.total_limit !== null && !lowers(working)) {
    warn(
      `total_limit of ${dollars(student.total_limit)} has no effect on the ${mayBorrowGradPlus(student) ? 'unsubsidized and Grad PLUS' : 'subsidized and unsubsidized'} loans: it is not lower than the statutory limit of ${wholeDollars(unreduced.statutory.total.amount)}.`,
      'limit_before_reduction',
    );
  }
}

/** Whether a program limit lowers the total, or Grad PLUS by itself or because of payments. */
function lowers({ unreduced, year, loans }: Working): boolean {
  const { statutory, total, base, gradPlusGap } = unreduced;
  const left = beyond(year.eligible.grad_plus, loans.grad_plus.disbursed);
  const isBelow = year.remaining.grad_plus < left || compare(base.grad_plus, gradPlusGap) < 0;
  return isBelow || compare(total, exact(statutory.total.amount)) < 0;
}

function termWarnings(term: ResolvedTerm, student: Student, working: Working, warn: Warn): void {
  const { index } = term;
  for (const note of term.given.notes ?? []) warn(note);
  if (term.given.credits_enrolled === null) {
    warn(
      `No ${term.given.actual_final_credits === null ? '' : 'planned '}credits were given, so full-time enrollment (${toText(term.fullTimeCredits)} credits) was assumed.`,
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
  if (LOAN_TYPES.some((loanType) => isPaidWithoutCredits(term, loanType))) {
    warn(
      'This term was paid and has no credits: 34 CFR 668.22 decides what is returned if the student attended, 34 CFR 668.21 if not.',
      `enrollment_status.${index}`,
    );
  }
  for (const loanType of LOAN_TYPES) {
    const loan = working.loans[loanType];
    if (!isOverdisbursed(loan, index)) continue;
    const beyond = `${wholeDollars(loan.excess)} ${LOAN_TYPE_NAMES[loanType]} was disbursed beyond the eligibility for the year.`;
    warn(
      `${beyond} ${madeUp(loanType, student, working)} ${whoseDecision(loanType, working)}`,
      `overdisbursement.${index}`,
      `held_back.${loanType}`,
      `overaward.${loanType}`,
    );
  }
}

/** Section 7.5: whether another loan makes up for what was disbursed beyond the eligibility. */
function madeUp(loanType: LoanType, student: Student, { loans }: Working): string {
  const { excess, heldBack: less } = loans[loanType];
  const other = heldBackBy(loanType, student);
  if (other === null || less === 0) return 'Nothing later can absorb it.';
  const lower = `The ${LOAN_TYPE_NAMES[other]} amount that remains is ${wholeDollars(less)} lower because of it`;
  if (less < excess)
    return `${lower}. Nothing later can absorb the other ${wholeDollars(minus(excess, less))}.`;
  const limit = other === 'grad_plus' ? "the program's own limit" : 'the annual limit';
  return `${lower}, so both loans together stay within ${limit}.`;
}

/** Section 7.5: whether a return is the school's choice, which it is not for a term without credits. */
function whoseDecision(loanType: LoanType, { loans, terms, changed }: Working): string {
  const overaward = 'an overaward, which has to be resolved before any more federal aid is paid';
  if (changed === undefined) return `It is ${overaward}.`;
  if (loans[loanType].isOveraward)
    return `More was disbursed than the eligibility as planned, too: it is ${overaward}.`;
  const within = 'What was disbursed is within the eligibility as planned';
  if (terms.some((term) => isPaidWithoutCredits(term, loanType))) return `${within}.`;
  return `${within}. If it was disbursed before the credits changed, returning it is the school's choice. If after, it is ${overaward}.`;
}
