import type { AnnualLimitBase } from './annual-limit.js';
import { type Exact, percentOf } from './exact.js';
import { annualFullTimeCredits, type CreditsOf, reducedAnnualPercent } from './percent.js';
import type { ResolvedTerm } from './resolved-term.js';
import type { PerLoanType } from './student.js';

/** Sections 2 and 4 together: what the student may borrow in the year at one set of credits. */
export interface AnnualEligibility {
  readonly annualFtCredits: Exact;
  /** Whole percent, 0 to 100. */
  readonly percent: number;
  /** R of the rules, whole dollars. */
  readonly reduced: PerLoanType;
}

/**
 * Section 4: the limit reduced by the percent. The two Stafford figures together never exceed the reduced
 * combined limit by a rounding dollar, so the unsubsidized one is what the subsidized one leaves [choice].
 */
function reduceBase({ total, base }: AnnualLimitBase, percent: number): PerLoanType {
  const reducedTotal = percentOf(total, percent);
  const sub = Math.min(percentOf(base.sub, percent), reducedTotal);
  return { sub, unsub: reducedTotal - sub, grad_plus: percentOf(base.grad_plus, percent) };
}

/** Sections 2 and 4 at the credits that `creditsOf` picks: effective ones for R, planned ones for R0. */
export function annualEligibility(
  terms: readonly ResolvedTerm[],
  academicYearTerms: number | null,
  limit: AnnualLimitBase,
  creditsOf: CreditsOf,
): AnnualEligibility {
  const annualFtCredits = annualFullTimeCredits(terms, academicYearTerms, creditsOf);
  const percent = reducedAnnualPercent(terms, annualFtCredits, creditsOf);
  return { annualFtCredits, percent, reduced: reduceBase(limit, percent) };
}
