import { add, type Exact, greatest, isPositive, ZERO } from './exact.js';
import type { ResolvedTerm } from './resolved-term.js';
import { cappedPercent } from './whole-percent.js';

/** Which credits of a term a calculation goes by. */
export type CreditsOf = (term: ResolvedTerm) => Exact;

export const effective: CreditsOf = (term) => term.effectiveCredits;
export const planned: CreditsOf = (term) => term.plannedCredits;

/** Section 1: whether a term with these credits belongs to the year: required, or attended although optional [choice]. */
function counts(term: ResolvedTerm, credits: Exact): boolean {
  return term.required || isPositive(credits);
}

/**
 * Section 2.1: the credits that the program counts as full time for the academic year
 * [34 CFR 685.203(m)(1)]. Terms of the year that are not listed count as the largest listed one [choice].
 */
export function annualFullTimeCredits(
  terms: readonly ResolvedTerm[],
  academicYearTerms: number | null,
  creditsOf: CreditsOf,
): Exact {
  let sum = ZERO;
  let largest = ZERO;
  for (const term of terms) {
    if (counts(term, creditsOf(term))) sum = add(sum, term.fullTimeCredits);
    largest = greatest(largest, term.fullTimeCredits);
  }
  for (let listed = terms.length; listed < (academicYearTerms ?? 0); listed++) sum = add(sum, largest);
  return sum;
}

/**
 * Section 2.2: enrolled over full-time credits of the year as a whole percent, 0 to 100, half up
 * [20 U.S.C. 1087e(a)(7): nearest whole percentage point]. Overload and less-than-half-time credits stay in.
 */
export function reducedAnnualPercent(
  terms: readonly ResolvedTerm[],
  annualFtCredits: Exact,
  creditsOf: CreditsOf,
): number {
  let enrolled = ZERO;
  let anyCounts = false;
  for (const term of terms) {
    const credits = creditsOf(term);
    if (!counts(term, credits)) continue;
    anyCounts = true;
    enrolled = add(enrolled, credits);
  }
  return anyCounts ? cappedPercent(enrolled, annualFtCredits) : 0;
}
