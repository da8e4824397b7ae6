import { type Enrollment, enrollment } from './enrollment.js';
import { compare, type Exact, exact } from './exact.js';
import type { LoanType, PerLoanType, Term } from './student.js';

/** Undergraduate full-time standard, assumed where a term names none [practice]. */
export const DEFAULT_FULL_TIME_CREDITS = exact(12);

/** A term with sections 1 and 5 of the rules applied: all that can be said of it without its siblings. */
export interface ResolvedTerm {
  readonly label: string;
  readonly required: boolean;
  readonly fullTimeCredits: Exact;
  /** Credits that the award was planned on: p in the rules. */
  readonly plannedCredits: Exact;
  /** Credits that count now: e in the rules, the final ones once they are known [ED]. */
  readonly effectiveCredits: Exact;
  /** Whether the final credits differ from the planned ones. */
  readonly isChanged: boolean;
  readonly enrollment: Enrollment;
  /** Full-time enrollment stands in for credits that were not given. */
  readonly isFullTimeAssumed: boolean;
  /** Dollars paid and kept for each loan type, or null where the term is not settled. */
  readonly settled: PerLoanType<number | null>;
  /** Sentences of whoever read the term. */
  readonly notes: readonly string[];
}

/** Section 1: what nulls and final credits mean; section 5: status and settled amounts. */
export function resolveTerm(term: Term): ResolvedTerm {
  const fullTimeCredits = term.full_time_credits ?? DEFAULT_FULL_TIME_CREDITS;
  const plannedCredits = term.credits_enrolled ?? fullTimeCredits;
  const effectiveCredits = term.actual_final_credits ?? plannedCredits;
  return {
    label: term.label,
    required: term.required,
    fullTimeCredits,
    plannedCredits,
    effectiveCredits,
    enrollment: enrollment(effectiveCredits, fullTimeCredits),
    isChanged: compare(effectiveCredits, plannedCredits) !== 0,
    isFullTimeAssumed: term.credits_enrolled === null,
    settled: {
      sub: settledAmount(term, term.prior_disbursement_sub),
      unsub: settledAmount(term, term.prior_disbursement_unsub),
      grad_plus: settledAmount(term, term.prior_disbursement_grad_plus),
    },
    notes: term.notes ?? [],
  };
}

/**
 * Section 5, settled: something was paid, or the term is over (it has final credits) and 0 is on record.
 * A plain 0 means "nothing disbursed yet", as exports write it [choice].
 */
function settledAmount(term: Term, prior: number | null): number | null {
  if (prior === null) return null;
  return prior > 0 || term.actual_final_credits !== null ? prior : null;
}

/** Section 5: whether the term still takes money of this loan type. */
export function isOpen(term: ResolvedTerm, loanType: LoanType): boolean {
  return term.enrollment.isPayable && term.settled[loanType] === null;
}

/** P of section 6: the dollars of a loan type that stay paid, over all terms. */
export function settledTotal(terms: readonly ResolvedTerm[], loanType: LoanType): number {
  let total = 0;
  for (const term of terms) total += term.settled[loanType] ?? 0;
  return total;
}
