import { add, type Exact, greatest, isPositive, ZERO } from './exact.js';
import { type CreditsOf, countsTowardYear, type ResolvedTerm } from './resolved-term.js';
import { cappedPercent } from './whole-percent.js';

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
    if (countsTowardYear(term, creditsOf(term))) sum = add(sum, term.fullTimeCredits);
    largest = greatest(largest, term.fullTimeCredits);
  }
  for (let listed = terms.length; listed < (academicYearTerms ?? 0); listed++) sum = add(sum, largest);
  return sum;
}

/** Section 2.2: the student's credits in the terms that count. Overload and less-than-half-time credits stay in [ED]. */
export function annualCredits(terms: readonly ResolvedTerm[], creditsOf: CreditsOf): Exact {
  let sum = ZERO;
  for (const term of terms) {
    const credits = creditsOf(term);
    if (countsTowardYear(term, credits)) sum = add(sum, credits);
  }
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
