import { CumulativeSplit } from './cumulative-split.js';
import { add, type Exact, exact, ZERO } from './exact.js';
import { effective, type ResolvedTerm } from './resolved-term.js';
import { disbursedTotal, isOpen } from './settled.js';
import type { LoanType } from './student.js';
import { FULL_PERCENT } from './whole-percent.js';

/** Section 6 for one loan type: whole dollars, per term in the order of the terms. */
export interface DisbursementSchedule {
  /** P of the rules: what is paid and stays paid. */
  readonly disbursed: number;
  /** Eligibility that is not paid yet. */
  readonly remaining: number;
  readonly equal: readonly number[];
  /** Null where unequal installments are not permitted. */
  readonly proportional: readonly number[] | null;
  /** What no term can take because none is open. */
  readonly unscheduled: number;
}

/** Section 6 as a whole. `percent` is the reduced annual percent. */
export function scheduleDisbursements(
  loanType: LoanType,
  terms: readonly ResolvedTerm[],
  eligibility: number,
  percent: number,
): DisbursementSchedule {
  const disbursed = disbursedTotal(terms, loanType);
  const remaining = remainingToPay(eligibility, disbursed);
  return {
    disbursed,
    remaining,
    equal: installments(loanType, terms, remaining, equalWeight),
    proportional: permitsUnequalInstallments(percent)
      ? installments(loanType, terms, remaining, effective)
      : null,
    unscheduled: remaining === 0 || terms.some((term) => isOpen(term, loanType)) ? 0 : remaining,
  };
}

/** Section 6.1, `max(0, R - P)`: what is left to pay of one loan type, whole dollars. */
export function remainingToPay(eligibility: number, disbursed: number): number {
  return Math.max(0, eligibility - disbursed);
}

/** What an open term weighs when an amount is split. */
export type WeightOf = (term: ResolvedTerm) => Exact;

const ONE = exact(1);

/** Section 6.3: every open term the same. Section 6.4 weighs by {@link effective} credits, uncapped [ED workbook]. */
export const equalWeight: WeightOf = () => ONE;

/** Section 6.4: unequal installments are permitted only where a reduction applies [34 CFR 685.303(d)]. */
export function permitsUnequalInstallments(percent: number): boolean {
  return percent < FULL_PERCENT;
}

/** Sections 6.3 and 6.4: a settled term keeps what was disbursed [ED]; the open ones share what remains. */
function installments(
  loanType: LoanType,
  terms: readonly ResolvedTerm[],
  remaining: number,
  weightOf: WeightOf,
): number[] {
  const kept = (term: ResolvedTerm): number => term.settled[loanType] ?? 0;
  // Grad PLUS for nearly everybody: worth its line, because every student comes by here six times.
  if (remaining === 0) return terms.map(kept);
  return splitOverOpenTerms(loanType, terms, remaining, weightOf, kept);
}

/** Section 6.2: the part of an amount that each open term gets, and what `otherwise` says for one that is not open. */
export function splitOverOpenTerms(
  loanType: LoanType,
  terms: readonly ResolvedTerm[],
  amount: number,
  weightOf: WeightOf,
  otherwise: (term: ResolvedTerm) => number,
): number[] {
  const split = new CumulativeSplit(amount, openWeight(loanType, terms, weightOf));
  let weightSoFar = ZERO;
  return terms.map((term) => {
    if (!isOpen(term, loanType)) return otherwise(term);
    weightSoFar = add(weightSoFar, weightOf(term));
    return split.next(weightSoFar);
  });
}

/** W of section 6.2: the weight of all open terms. */
export function openWeight(loanType: LoanType, terms: readonly ResolvedTerm[], weightOf: WeightOf): Exact {
  let sum = ZERO;
  for (const term of terms) if (isOpen(term, loanType)) sum = add(sum, weightOf(term));
  return sum;
}
