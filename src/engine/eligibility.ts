import type { UnreducedLimit } from './annual-limit.js';
import { type Exact, percentOf } from './exact.js';
import { annualCredits, annualFullTimeCredits, reducedAnnualPercent } from './percent.js';
import type { CreditsOf, ResolvedTerm } from './resolved-term.js';
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

/** Sections 2 and 4 at the credits that `creditsOf` picks: effective ones for R, planned ones for R0. */
export function annualEligibility(
  terms: readonly ResolvedTerm[],
  academicYearTerms: number | null,
  { total, base }: UnreducedLimit,
  creditsOf: CreditsOf,
): AnnualEligibility {
  const annualFtCredits = annualFullTimeCredits(terms, academicYearTerms, creditsOf);
  const credits = annualCredits(terms, creditsOf);
  const percent = reducedAnnualPercent(credits, annualFtCredits);
  const combined = combinedEligibility(total, percent);
  const sub = subsidizedEligibility(base.sub, percent, combined);
  const unsub = unsubsidizedEligibility(combined, sub);
  const grad_plus = gradPlusEligibility(base.grad_plus, percent);
  return { annualFtCredits, credits, percent, combined, amounts: { sub, unsub, grad_plus } };
}

/** Section 4.1: T reduced by the percent, half up to whole dollars [34 CFR 685.203(m)(1)]. */
export function combinedEligibility(total: Exact, percent: number): number {
  return percentOf(total, percent);
}

/** Section 4.2: the need-limited amount reduced by the percent [ED], not above the combined figure. */
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
