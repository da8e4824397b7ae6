import type { UnreducedLimit } from './annual-limit.js';
import { add, cappedPercent, type Exact, greatest, isPositive, percentOf, ZERO } from './exact.js';
import { type CreditsKind, countsTowardYear, type ResolvedTerm } from './resolved-term.js';
import type { PerLoanType } from './student.js';

/** Sections 2 and 4 together: what the student may borrow in the year with one set of credits. */
export interface AnnualEligibility {
  readonly annualFtCredits: Exact;
  /** The student's credits for the year. */
  readonly credits: Exact;
  /** Whole percent, 0 to 100. */
  readonly percent: number;
  /** Subsidized and unsubsidized together, in whole dollars. */
  readonly combined: number;
  /** R of the rules, whole dollars. */
  readonly amounts: PerLoanType;
}

/** Sections 2 and 4, with the effective credits for R or the planned credits for R0. */
export function annualEligibility(
  terms: readonly ResolvedTerm[],
  academicYearTerms: number | null,
  { total, base }: UnreducedLimit,
  kind: CreditsKind,
): AnnualEligibility {
  const annualFtCredits = annualFullTimeCredits(terms, academicYearTerms, kind);
  const credits = annualCredits(terms, kind);
  const percent = reducedAnnualPercent(credits, annualFtCredits);
  const combined = combinedEligibility(total, percent);
  const sub = subsidizedEligibility(base.sub, percent, combined);
  const unsub = unsubsidizedEligibility(combined, sub);
  const grad_plus = gradPlusEligibility(base.grad_plus, percent);
  return { annualFtCredits, credits, percent, combined, amounts: { sub, unsub, grad_plus } };
}

/**
 * Section 2.1: the credits that the program counts as full time for the academic year
 * [34 CFR 685.203(m)(1)]. Terms of the year that are not listed count as the largest listed one [choice].
 */
function annualFullTimeCredits(
  terms: readonly ResolvedTerm[],
  academicYearTerms: number | null,
  kind: CreditsKind,
): Exact {
  let sum = ZERO;
  for (const term of terms) {
    if (countsTowardYear(term, kind)) sum = add(sum, term.fullTimeCredits);
  }
  for (let missing = missingTerms(terms, academicYearTerms); missing > 0; missing--) {
    sum = add(sum, largestFullTimeCredits(terms));
  }
  return sum;
}

/** Section 2.1: how many terms of the academic year are not listed in the request. */
export function missingTerms(terms: readonly ResolvedTerm[], academicYearTerms: number | null): number {
  return Math.max(0, (academicYearTerms ?? 0) - terms.length);
}

/** Section 2.1: the full-time credits that each unlisted term counts with. */
export function largestFullTimeCredits(terms: readonly ResolvedTerm[]): Exact {
  return terms.reduce((largest, { fullTimeCredits }) => greatest(largest, fullTimeCredits), ZERO);
}

/**
 * Section 2.2: the student's credits in the terms that count. Overload and less-than-half-time credits are included
 * [ED].
 */
function annualCredits(terms: readonly ResolvedTerm[], kind: CreditsKind): Exact {
  let sum = ZERO;
  for (const term of terms) if (countsTowardYear(term, kind)) sum = add(sum, term[kind]);
  return sum;
}

/**
 * Section 2.2: credits over full-time credits of the year as a whole percent, 0 to 100, half up
 * [20 U.S.C. 1087e(a)(7): nearest whole percentage point]. It is 0 without credits, even if no term counts and there
 * are no full-time credits to divide by.
 */
export function reducedAnnualPercent(credits: Exact, annualFtCredits: Exact): number {
  return isPositive(credits) ? cappedPercent(credits, annualFtCredits) : 0;
}

/**
 * Section 4.1: T reduced by the percent [34 CFR 685.203(m)(1)], half up to whole dollars, capped at the whole dollars
 * of T [choice].
 */
export function combinedEligibility(total: Exact, percent: number): number {
  return percentOf(total, percent);
}

/**
 * Section 4.2: the need-limited amount reduced by the percent [ED], capped at its whole dollars and at the combined
 * figure [choice].
 */
export function subsidizedEligibility(base: Exact, percent: number, combined: number): number {
  return Math.min(percentOf(base, percent), combined);
}

/**
 * Section 4.3: the combined figure minus the subsidized one, so that the two together never exceed it by a rounding
 * dollar [choice].
 */
export function unsubsidizedEligibility(combined: number, subsidized: number): number {
  return combined - subsidized;
}

/** Section 4.4: legacy borrowers are reduced like everyone else [20 U.S.C. 1087e(a)(8)(A) does not exempt them]. */
export function gradPlusEligibility(base: Exact, percent: number): number {
  return percentOf(base, percent);
}
