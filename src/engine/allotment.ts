import { Split } from './distribution.js';
import { add, exact, ZERO } from './exact.js';
import { isOpen, type ResolvedTerm } from './resolved-term.js';
import type { LoanType } from './student.js';

/** Section 6 for one loan type: whole dollars per term, in the order of the terms. */
export interface Allotment {
  readonly equal: readonly number[];
  /** Null when no reduction applies [34 CFR 685.303(d)]. */
  readonly proportional: readonly number[] | null;
  /** The part of the amounts that a change of credits after a disbursement caused; signed. */
  readonly adjustment: readonly number[];
  /** P of the rules: what is paid and stays paid. */
  readonly settled: number;
  /** What no term can take because none is open. */
  readonly unscheduled: number;
}

/** What section 6 goes by for one loan type, whole dollars. */
export interface AmountToSplit {
  /** P: what is paid already. */
  readonly settled: number;
  /** `max(0, R - P)`: eligibility that is not paid yet. */
  readonly remaining: number;
  /** D of section 7, signed: by how much a change of credits moved `remaining`. */
  readonly change: number;
}

/**
 * Sections 6 and 7 for one loan type. A settled term keeps what was disbursed in both options [ED]; what
 * remains goes to the open terms: in equal parts, and by enrolled credits, uncapped [ED].
 */
export function allot(
  loanType: LoanType,
  terms: readonly ResolvedTerm[],
  { settled, remaining, change }: AmountToSplit,
  isReduced: boolean,
): Allotment {
  let openTerms = 0;
  let openCredits = ZERO;
  for (const term of terms) {
    if (!isOpen(term, loanType)) continue;
    openTerms += 1;
    openCredits = add(openCredits, term.effectiveCredits);
  }
  const equalSplit = new Split(remaining, exact(openTerms));
  const proportionalSplit = new Split(isReduced ? remaining : 0, openCredits);
  const changeSplit = new Split(change, exact(openTerms));

  const equal: number[] = [];
  const proportional: number[] = [];
  const adjustment: number[] = [];
  let termsSoFar = 0;
  let creditsSoFar = ZERO;
  for (const term of terms) {
    if (isOpen(term, loanType)) {
      termsSoFar += 1;
      creditsSoFar = add(creditsSoFar, term.effectiveCredits);
      equal.push(equalSplit.next(exact(termsSoFar)));
      proportional.push(proportionalSplit.next(creditsSoFar));
      adjustment.push(changeSplit.next(exact(termsSoFar)));
    } else {
      const kept = term.settled[loanType] ?? 0;
      equal.push(kept);
      proportional.push(kept);
      adjustment.push(0);
    }
  }
  return {
    equal,
    proportional: isReduced ? proportional : null,
    adjustment,
    settled,
    unscheduled: openTerms === 0 ? remaining : 0,
  };
}
