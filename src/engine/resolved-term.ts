import { add, cappedPercent, compare, type Exact, exact, isPositive } from './exact.js';
import type { EnrollmentStatus, LoanType, PerLoanType, Term } from './student.js';

/** Section 1.1: the undergraduate full-time standard, assumed for a term that names none [practice]. */
export const DEFAULT_FULL_TIME_CREDITS = exact(12);

/** A term with sections 1 and 5 of the rules applied: everything that can be said about it without the other terms. */
export interface ResolvedTerm {
  /** 0-based position among the student's terms. */
  readonly index: number;
  readonly label: string;
  /** The label without surrounding blanks, as sentences call the term. */
  readonly name: string;
  readonly required: boolean;
  readonly fullTimeCredits: Exact;
  /** Section 1.2, p of the rules: the credits that the award was planned on. */
  readonly plannedCredits: Exact;
  /** Section 1.3, e of the rules: the credits that count now: the final ones once they are known [ED]. */
  readonly effectiveCredits: Exact;
  /** Section 1.2: full-time enrollment stands in for credits that were not given [practice]. */
  readonly isFullTimeAssumed: boolean;
  /** Section 1.4: whether the final credits differ from the planned ones. */
  readonly isChanged: boolean;
  /** Section 5.1: whole percent, 0 to 100. */
  readonly intensityPercent: number;
  readonly status: EnrollmentStatus;
  readonly isPayable: boolean;
  /** Section 5.4: dollars paid and kept for each loan type, or null where the term is not settled. */
  readonly settled: PerLoanType<number | null>;
  /** Sentences from the reader of the term. */
  readonly notes: readonly string[];
}

/** Which credits of a term a year uses: those that count now, or the planned ones. */
export type CreditsKind = 'effectiveCredits' | 'plannedCredits';

const NO_NOTES: readonly string[] = [];

/** Section 1, the meaning of nulls and final credits; section 5, enrollment and settled amounts. */
export function resolveTerm(term: Term, index: number): ResolvedTerm {
  const fullTimeCredits = term.full_time_credits ?? DEFAULT_FULL_TIME_CREDITS;
  const plannedCredits = term.credits_enrolled ?? fullTimeCredits;
  const effectiveCredits = term.actual_final_credits ?? plannedCredits;
  const status = enrollmentStatus(effectiveCredits, fullTimeCredits);
  const isOver = term.actual_final_credits !== null;
  return {
    index,
    label: term.label,
    name: term.label.trim(),
    required: term.required,
    fullTimeCredits,
    plannedCredits,
    effectiveCredits,
    isFullTimeAssumed: term.credits_enrolled === null,
    isChanged: compare(effectiveCredits, plannedCredits) !== 0,
    intensityPercent: enrollmentIntensity(effectiveCredits, fullTimeCredits),
    status,
    isPayable: isPayable(status),
    settled: {
      sub: settledAmount(term.prior_disbursement_sub, isOver),
      unsub: settledAmount(term.prior_disbursement_unsub, isOver),
      grad_plus: settledAmount(term.prior_disbursement_grad_plus, isOver),
    },
    notes: term.notes ?? NO_NOTES,
  };
}

/** Section 1.5: whether a term belongs to the academic year: it is required, or optional but attended [choice]. */
export function countsTowardYear(term: ResolvedTerm, kind: CreditsKind): boolean {
  return term.required || isPositive(term[kind]);
}

/** Section 5.1: credits over the full-time credits of the term as a whole percent, half up, 0 to 100. */
function enrollmentIntensity(credits: Exact, fullTimeCredits: Exact): number {
  return cappedPercent(credits, fullTimeCredits);
}

/** Section 5.2: decided on exact credits, never on the rounded percent. Half time starts at half of full time. */
function enrollmentStatus(credits: Exact, fullTimeCredits: Exact): EnrollmentStatus {
  if (!isPositive(credits)) return 'Not Enrolled';
  if (compare(add(credits, credits), fullTimeCredits) < 0) return 'Less Than Half-Time';
  return compare(credits, fullTimeCredits) < 0 ? 'Part-Time' : 'Full-Time';
}

/** Section 5.3: a disbursement may be made for a term of at least half time [FSA Handbook, volume 8]. */
function isPayable(status: EnrollmentStatus): boolean {
  return status === 'Full-Time' || status === 'Part-Time';
}

/** Section 5.3: the `disbursement_pct` of a term: its intensity if it is payable, otherwise 0. */
export function disbursementPercent(term: ResolvedTerm): number {
  return term.isPayable ? term.intensityPercent : 0;
}

/**
 * Section 5.4: a term is settled if something was paid, or if it is over (it has final credits) and 0 is on record. A 0
 * alone means "nothing disbursed yet", as exports write it [choice].
 */
function settledAmount(prior: number | null, isOver: boolean): number | null {
  return prior !== null && (prior > 0 || isOver) ? prior : null;
}

/** Whether a term was paid something of the loan type and has no credits now. */
export function isPaidWithoutCredits({ status, settled }: ResolvedTerm, loanType: LoanType): boolean {
  return status === 'Not Enrolled' && (settled[loanType] ?? 0) > 0;
}

/** Section 5.5: whether the term can still receive money of this loan type. */
export function isOpen(term: ResolvedTerm, loanType: LoanType): boolean {
  return term.isPayable && term.settled[loanType] === null;
}
