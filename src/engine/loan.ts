import type { AnnualEligibility } from './eligibility.js';
import { add, type Exact, exact, FULL_PERCENT, isPositive, ratioHalfDown, ZERO } from './exact.js';
import { isOpen, type ResolvedTerm } from './resolved-term.js';
import type { LoanType } from './student.js';

/** Sections 6 and 7 for one loan type, in whole dollars. Arrays have one value per term, in order. */
export interface Loan {
  /** Section 5.4: what a term was paid and keeps; null if the term is not settled. */
  readonly settled: readonly (number | null)[];
  /** P of the rules: what has been paid and stays paid. */
  readonly disbursed: number;
  /** Eligibility not yet paid. */
  readonly remaining: number;
  /** What cannot be scheduled because no term is open. */
  readonly unscheduled: number;
  readonly equal: readonly number[];
  /** The same as `equal` if unequal installments are not permitted. */
  readonly proportional: readonly number[];
  /** Section 7.2, D of the rules, signed. */
  readonly change: number;
  /** Section 7.3, signed; empty if nothing changed. */
  readonly adjustments: readonly number[];
  /** Section 7.5: the amount paid beyond the reduced limit. */
  readonly excess: number;
}

/** Sections 6 and 7 as a whole; `asPlanned` is the eligibility at the planned credits. */
export function workOutLoan(
  loanType: LoanType,
  terms: readonly ResolvedTerm[],
  { amounts, percent }: AnnualEligibility,
  asPlanned: AnnualEligibility,
): Loan {
  const eligibility = amounts[loanType];
  const settled = terms.map((term) => term.settled[loanType]);
  const disbursed = total(settled);
  const remaining = remainingToPay(eligibility, disbursed);
  const change = changeInRemaining(eligibility, asPlanned.amounts[loanType], disbursed);
  const weights = equalWeights(terms, loanType);
  const equal = split(remaining, weights, settled);
  const isSame = remaining === 0 || !permitsUnequalInstallments(percent);
  return {
    settled,
    disbursed,
    remaining,
    unscheduled: isPositive(totalWeight(weights)) ? 0 : remaining,
    equal,
    proportional: isSame ? equal : split(remaining, creditWeights(terms, loanType), settled),
    change,
    adjustments: change === 0 ? NONE : split(change, weights),
    excess: excessDisbursed(eligibility, disbursed),
  };
}

const NONE: readonly number[] = [];

/** The total of all terms in dollars: section 6.5, and section 6.1 for what was paid. */
export function total(amounts: readonly (number | null)[]): number {
  let dollars = 0;
  for (const amount of amounts) dollars += amount ?? 0;
  return dollars;
}

/** Section 6.1, `max(0, R - P)`: what is left to pay. */
function remainingToPay(eligibility: number, disbursed: number): number {
  return Math.max(0, eligibility - disbursed);
}

/**
 * Section 6.2: splits whole dollars by weights, in the order of the terms: part k is c_k - c_(k-1) with c_k =
 * half_down(amount x (w_1 + ... + w_k) / W). A term with weight 0 gets no part and keeps what is `settled`.
 *
 * Parts are whole, never negative, and add up to the amount if any weight is above 0. An odd dollar goes to the later
 * part, so a first disbursement never exceeds its exact share on a tie [choice]. A negative amount is split like its
 * absolute value, with each part negated.
 */
export function split(
  amount: number,
  weights: readonly Exact[],
  settled: readonly (number | null)[] = [],
): number[] {
  // True of Grad PLUS for nearly every student.
  if (amount === 0) return weights.map((_, index) => settled[index] ?? 0);
  const size = Math.abs(amount);
  const weightOfAll = totalWeight(weights);
  let weightSoFar = ZERO;
  let given = 0;
  return weights.map((weight, index) => {
    if (!isPositive(weight)) return settled[index] ?? 0;
    weightSoFar = add(weightSoFar, weight);
    const before = given;
    given = ratioHalfDown(size, weightSoFar, weightOfAll);
    return amount < 0 ? before - given : given - before;
  });
}

/** W of section 6.2. */
export function totalWeight(weights: readonly Exact[]): Exact {
  let sum = ZERO;
  for (const weight of weights) sum = add(sum, weight);
  return sum;
}

const ONE = exact(1);

/** Section 6.3: every open term has weight 1, any other 0. */
export function equalWeights(terms: readonly ResolvedTerm[], loanType: LoanType): Exact[] {
  return terms.map((term) => (isOpen(term, loanType) ? ONE : ZERO));
}

/** Section 6.4: the weight of an open term is its credits, uncapped [ED workbook]; any other term has 0. */
export function creditWeights(terms: readonly ResolvedTerm[], loanType: LoanType): Exact[] {
  return terms.map((term) => (isOpen(term, loanType) ? term.effectiveCredits : ZERO));
}

/** Section 6.4: unequal installments are permitted only where a reduction applies [34 CFR 685.303(d)]. */
export function permitsUnequalInstallments(percent: number): boolean {
  return percent < FULL_PERCENT;
}

/** Section 6.6: whether equal and unequal installments differ in any term. */
export function hasTwoOptions({ equal, proportional }: Loan): boolean {
  return equal.some((amount, index) => amount !== proportional[index]);
}

/**
 * Section 7.2, D of the rules, signed: how much a change of credits moved the amount left to pay. 0 if nothing of the
 * loan type was paid, since there is then nothing to net from the other terms.
 */
function changeInRemaining(eligibility: number, asPlanned: number, disbursed: number): number {
  if (disbursed === 0) return 0;
  return remainingToPay(eligibility, disbursed) - remainingToPay(asPlanned, disbursed);
}

/** Section 7.5, `max(0, P - R)`: whole dollars paid beyond the reduced limit. */
function excessDisbursed(eligibility: number, disbursed: number): number {
  return Math.max(0, disbursed - eligibility);
}

/** Section 7.5: index of the last term that was paid more than 0 of the loan type, or -1. */
export function lastPaidTerm({ settled }: Loan): number {
  return settled.findLastIndex((amount) => amount !== null && amount > 0);
}

/** Section 7.5: whether this term carries an over-disbursement, which no later term can absorb. */
export function isOverdisbursed(loan: Loan, termIndex: number): boolean {
  return loan.excess > 0 && lastPaidTerm(loan) === termIndex;
}
