import type { UnreducedLimit } from './annual-limit.js';
import { add, cappedPercent, type Exact, greatest, isPositive, percentOf, ZERO } from './exact.js';
import { type CreditsKind, countsTowardYear, type ResolvedTerm } from './resolved-term.js';
import type { PerLoanType } from './student.js';

/** Sections 2 and 4 together: what the student may borrow in the year at one set of credits. */
export interface AnnualEligibility {
  readonly annualFtCredits: Exact;
  /** The student's credits of the year. */
  readonly credits: Exact;
  /** Whole percent, 0 to 100. */
  readonly percent: number;
  /** Whole dollars of subsidized and unsubsidized loan together. */
  readonly combined: number;
  /** R of the rules, whole dollars. */
  readonly amounts: PerLoanType;
}

/** Sections 2 and 4 at the effective credits for R, at the planned ones for R0. */
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

/** Section 2.1: how many terms of the academic year are not listed. */
export function missingTerms(terms: readonly ResolvedTerm[], academicYearTerms: number | null): number {
  return Math.max(0, (academicYearTerms ?? 0) - terms.length);
}

/** Section 2.1: the full-time credits that each term counts with that is not listed. */
export function largestFullTimeCredits(terms: readonly ResolvedTerm[]): Exact {
  return terms.reduce((largest, { fullTimeCredits }) => greatest(largest, fullTimeCredits), ZERO);
}

/** Section 2.2: the student's credits in the terms that count. Overload and less-than-half-time credits stay in [ED]. */
function annualCredits(terms: readonly ResolvedTerm[], kind: CreditsKind): Exact {
  let sum = ZERO;
  for (const term of terms) if (countsTowardYear(term, kind)) sum = add(sum, term[kind]);
  return sum;
}

/**
 * Section 2.2: credits over full-time credits of the year as a whole percent, 0 to 100, half up
 * [20 U.S.C. 1087e(a)(7): nearest whole percentage point]. Without credits it is 0, also where no term counts and
 * there are no full-time credits to measure against.
 */
export function reducedAnnualPercent(credits: Exact, annualFtCredits: Exact): number {
  return isPositive(credits) ? cappedPercent(credits, annualFtCredits) : 0;
}

/**
 * Section 4.1: T reduced by the percent [34 CFR 685.203(m)(1)], half up to whole dollars and not above those of T [choice].
 */
export function combinedEligibility(total: Exact, percent: number): number {
  return percentOf(total, percent);
}

/** Section 4.2: the need-limited amount reduced by the percent [ED], not above its whole dollars or the combined figure [choice]. */
export function subsidizedEligibility(base: Exact, percent: number, combined: number): number {
  return Math.min(percentOf(base, percent), combined);
}

/**
 * Section 4.3: what the subsidized figure leaves of the combined one, so that the two together never exceed it by a
 * rounding dollar [choice].
 */
export function unsubsidizedEligibility(combined: number, subsidized: number): number {
  return combined - subsidized;
}

/** Section 4.4: legacy borrowers are reduced like everyone else [20 U.S.C. 1087e(a)(8)(A) does not exempt them]. */
export function gradPlusEligibility(base: Exact, percent: number): number {
  return percentOf(base, percent);
}
