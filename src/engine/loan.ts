import type { AnnualEligibility } from './eligibility.js';
import { add, type Exact, exact, FULL_PERCENT, isPositive, ratioHalfDown, ZERO } from './exact.js';
import { isOpen, type ResolvedTerm } from './resolved-term.js';
import { type LoanType, type PerLoanType, perLoanType } from './student.js';

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
  /** Section 7.5: more was paid than the limit as planned, too, so that no change of credits explains the excess. */
  readonly isOveraward: boolean;
}

/** Section 6.1: what remains to be paid, with one set of credits. */
export interface Remaining {
  /** What is left of the annual limit for subsidized and unsubsidized loans together. */
  readonly left: number;
  readonly amounts: PerLoanType;
}

/** Sections 6 and 7, in whole dollars. */
export interface Loans {
  readonly loans: PerLoanType<Loan>;
  readonly remaining: Remaining;
  /** Section 7.1: the same as `remaining` at the planned credits. */
  readonly remainingAsPlanned: Remaining;
}

/** Sections 6 and 7 as a whole; `asPlanned` is the eligibility at the planned credits. */
export function workOutLoans(
  terms: readonly ResolvedTerm[],
  eligibility: AnnualEligibility,
  asPlanned: AnnualEligibility,
  hasProgramLimit: boolean,
): Loans {
  const settled = perLoanType((loanType) => terms.map((term) => term.settled[loanType]));
  const disbursed = perLoanType((loanType) => total(settled[loanType]));
  const remaining = remainingToPay(eligibility.amounts, disbursed, hasProgramLimit);
  const remainingAsPlanned =
    asPlanned === eligibility ? remaining : remainingToPay(asPlanned.amounts, disbursed, hasProgramLimit);
  return {
    loans: perLoanType((loanType) =>
      workOutLoan(loanType, terms, settled[loanType], {
        percent: eligibility.percent,
        disbursed: disbursed[loanType],
        eligible: eligibility.amounts[loanType],
        eligibleAsPlanned: asPlanned.amounts[loanType],
        remaining: remaining.amounts[loanType],
        remainingAsPlanned: remainingAsPlanned.amounts[loanType],
      }),
    ),
    remaining,
    remainingAsPlanned,
  };
}

interface LoanFigures {
  readonly percent: number;
  readonly disbursed: number;
  readonly eligible: number;
  readonly eligibleAsPlanned: number;
  readonly remaining: number;
  readonly remainingAsPlanned: number;
}

function workOutLoan(
  loanType: LoanType,
  terms: readonly ResolvedTerm[],
  settled: readonly (number | null)[],
  { percent, disbursed, eligible, eligibleAsPlanned, remaining, remainingAsPlanned }: LoanFigures,
): Loan {
  const change = changeInRemaining(remaining, remainingAsPlanned, disbursed);
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
    excess: excessDisbursed(eligible, disbursed),
    isOveraward: disbursed > eligible && disbursed > eligibleAsPlanned,
  };
}

const NONE: readonly number[] = [];

/** The total of all terms in dollars: section 6.5, and section 6.1 for what was paid. */
export function total(amounts: readonly (number | null)[]): number {
  let dollars = 0;
  for (const amount of amounts) dollars += amount ?? 0;
  return dollars;
}

/**
 * Section 6.1: what is left to pay. The annual limit is one limit for both loans, so what was paid above one of them is
 * not paid again as the other [34 CFR 685.203(b), (c)]; a program's own limit covers Grad PLUS as well [rule (m)(2)].
 */
export function remainingToPay(
  eligible: PerLoanType,
  paid: PerLoanType,
  hasProgramLimit: boolean,
): Remaining {
  const left = Math.max(0, eligible.sub + eligible.unsub - paid.sub - paid.unsub);
  const sub = Math.min(unpaid(eligible.sub, paid.sub), left);
  const unsub = Math.min(unpaid(eligible.unsub, paid.unsub), left - sub);
  const ownGradPlus = unpaid(eligible.grad_plus, paid.grad_plus);
  const grad_plus = hasProgramLimit
    ? Math.min(ownGradPlus, leftOfProgramLimit(eligible, paid, unsub))
    : ownGradPlus;
  return { left, amounts: { sub, unsub, grad_plus } };
}

/** Section 6.1, `max(0, R - P)`: what one loan type would have left by itself. */
export function unpaid(eligible: number, paid: number): number {
  return Math.max(0, eligible - paid);
}

/** Section 6.1: what a program's own limit leaves for Grad PLUS once the unsubsidized loan is paid in full. */
export function leftOfProgramLimit(eligible: PerLoanType, paid: PerLoanType, unsubRemaining: number): number {
  return Math.max(0, eligible.unsub + eligible.grad_plus - paid.unsub - paid.grad_plus - unsubRemaining);
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
function changeInRemaining(remaining: number, asPlanned: number, disbursed: number): number {
  return disbursed === 0 ? 0 : remaining - asPlanned;
}

/** Section 7.5, `max(0, P - R)`: whole dollars paid beyond the reduced limit. */
function excessDisbursed(eligibility: number, disbursed: number): number {
  return Math.max(0, disbursed - eligibility);
}

/** Section 7.5: index of the last term that was paid more than 0 of the loan type, or -1. */
export function lastPaidTerm({ settled }: Loan): number {
  return settled.findLastIndex((amount) => amount !== null && amount > 0);
}

/** Section 7.5: the loan type that pays less because more than the limit was paid of this one; null if none can. */
export function otherLoan(loanType: LoanType, isUndergraduate: boolean): LoanType | null {
  if (loanType === 'sub') return 'unsub';
  if (loanType === 'grad_plus') return null;
  return isUndergraduate ? 'sub' : 'grad_plus';
}

/** Section 7.5: how much less remains of a loan type than it would have by itself. */
export function heldBack(eligible: number, { disbursed, remaining }: Loan): number {
  return unpaid(eligible, disbursed) - remaining;
}

/** Section 7.5: whether this term carries an over-disbursement of the loan type. */
export function isOverdisbursed(loan: Loan, termIndex: number): boolean {
  return loan.excess > 0 && lastPaidTerm(loan) === termIndex;
}
