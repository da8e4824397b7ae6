import type { Allotment } from './allotment.js';
import type { ResolvedTerm } from './resolved-term.js';
import { LOAN_TYPES, type LoanType, type PerLoanType } from './student.js';

/** A term whose final credits differ from its planned ones, and its 0-based index. */
export interface ChangedTerm {
  readonly index: number;
  readonly term: ResolvedTerm;
}

/** The latest changed term of the year, or null. */
export function latestChangedTerm(terms: readonly ResolvedTerm[]): ChangedTerm | null {
  for (let index = terms.length - 1; index >= 0; index--) {
    const term = terms[index];
    if (term?.isChanged) return { index, term };
  }
  return null;
}

/** `max(0, R - P)`: what is left to pay of one loan type, whole dollars. */
export function remainingToPay(reduced: number, settled: number): number {
  return Math.max(0, reduced - settled);
}

/**
 * D of section 7: by how much a change after a disbursement moved what is left to pay. 0 where nothing of
 * the loan type was paid, since then there is nothing to net from later terms.
 */
export function changeInRemaining(reduced: number, reducedAsPlanned: number, settled: number): number {
  if (settled === 0) return 0;
  return remainingToPay(reduced, settled) - remainingToPay(reducedAsPlanned, settled);
}

/** An over-disbursement that no later term can absorb. */
export interface Overdisbursement {
  /** Index of the last term settled for the loan type. */
  readonly termIndex: number;
  readonly loanType: LoanType;
  /** Whole dollars paid beyond the reduced limit. */
  readonly excess: number;
}

/** Section 7: `max(0, P - R)` for each loan type that is paid in excess, with the term that carries it. */
export function overdisbursements(
  terms: readonly ResolvedTerm[],
  reduced: PerLoanType,
  allotments: PerLoanType<Pick<Allotment, 'settled'>>,
): Overdisbursement[] {
  const found: Overdisbursement[] = [];
  for (const loanType of LOAN_TYPES) {
    const excess = allotments[loanType].settled - reduced[loanType];
    if (excess <= 0) continue;
    const termIndex = terms.findLastIndex((term) => term.settled[loanType] !== null);
    found.push({ termIndex, loanType, excess });
  }
  return found;
}
