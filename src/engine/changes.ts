import { equalWeight, remainingToPay, splitOverOpenTerms } from './disbursements.js';
import type { ResolvedTerm } from './resolved-term.js';
import { LOAN_TYPES, type LoanType, type PerLoanType } from './student.js';
import type { LoanWorking } from './working.js';

/** A term whose final credits differ from its planned ones, and its 0-based index. */
export interface ChangedTerm {
  readonly index: number;
  readonly term: ResolvedTerm;
}

/** Section 7.1: the latest changed term of the year, or null. */
export function latestChangedTerm(terms: readonly ResolvedTerm[]): ChangedTerm | null {
  for (let index = terms.length - 1; index >= 0; index--) {
    const term = terms[index];
    if (term?.isChanged) return { index, term };
  }
  return null;
}

/**
 * Section 7.2, D of the rules, signed: by how much a change of credits moved what is left to pay. 0 where nothing of
 * the loan type was paid, since then there is nothing to net from later terms.
 */
export function changeInRemaining(eligibility: number, asPlanned: number, disbursed: number): number {
  if (disbursed === 0) return 0;
  return remainingToPay(eligibility, disbursed) - remainingToPay(asPlanned, disbursed);
}

/** Section 7.3: the part of D that each open term takes, 0 elsewhere. */
export function adjustments(loanType: LoanType, terms: readonly ResolvedTerm[], change: number): number[] {
  // The usual case, and worth its line: every student comes by here three times.
  if (change === 0) return terms.map(() => 0);
  return splitOverOpenTerms(loanType, terms, change, equalWeight, () => 0);
}

/** An over-disbursement that no later term can absorb. */
export interface Overdisbursement {
  /** Index of the last term settled for the loan type. */
  readonly termIndex: number;
  readonly loanType: LoanType;
  /** Whole dollars paid beyond the reduced limit. */
  readonly excess: number;
}

/** Section 7.5: `max(0, P - R)` for each loan type that is paid in excess, with the term that carries it. */
export function overdisbursements(
  terms: readonly ResolvedTerm[],
  eligibility: PerLoanType,
  loans: PerLoanType<LoanWorking>,
): Overdisbursement[] {
  const found: Overdisbursement[] = [];
  for (const loanType of LOAN_TYPES) {
    const excess = excessDisbursed(eligibility[loanType], loans[loanType].schedule.disbursed);
    if (excess > 0) found.push({ termIndex: lastSettledTerm(terms, loanType), loanType, excess });
  }
  return found;
}

/** Section 7.5, `max(0, P - R)`: whole dollars paid beyond the reduced limit. */
export function excessDisbursed(eligibility: number, disbursed: number): number {
  return Math.max(0, disbursed - eligibility);
}

/** Section 7.5: index of the last term settled for a loan type, -1 without one. */
export function lastSettledTerm(terms: readonly ResolvedTerm[], loanType: LoanType): number {
  return terms.findLastIndex((term) => term.settled[loanType] !== null);
}
