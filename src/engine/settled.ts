import type { ResolvedTerm } from './resolved-term.js';
import type { LoanType, PerLoanType, Term } from './student.js';

/** Section 5.4 for each loan type: the dollars that a term was paid and keeps, or null where it is not settled. */
export function settledAmounts(term: Term): PerLoanType<number | null> {
  return {
    sub: settledAmount(term, term.prior_disbursement_sub),
    unsub: settledAmount(term, term.prior_disbursement_unsub),
    grad_plus: settledAmount(term, term.prior_disbursement_grad_plus),
  };
}

/**
 * Section 5.4: a term is settled where something was paid, or where it is over (it has final credits) and 0 is on
 * record. A plain 0 means "nothing disbursed yet", as exports write it [choice].
 */
function settledAmount(term: Term, prior: number | null): number | null {
  if (prior === null) return null;
  return prior > 0 || term.actual_final_credits !== null ? prior : null;
}

/** Section 5.5: whether the term still takes money of this loan type. */
export function isOpen(term: ResolvedTerm, loanType: LoanType): boolean {
  return term.enrollment.isPayable && term.settled[loanType] === null;
}

/** Section 6.1, P of the rules: the dollars of a loan type that stay paid, over all terms. */
export function disbursedTotal(terms: readonly ResolvedTerm[], loanType: LoanType): number {
  let total = 0;
  for (const term of terms) total += term.settled[loanType] ?? 0;
  return total;
}
