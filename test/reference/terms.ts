import { larger, type Rational, smaller, sum, whole, ZERO } from './rational.js';
import type { ReferenceTerm, StudentInput, TermInput } from './types.js';

/** Section 1: null means 12 credits. */
export function fullTimeCredits(term: TermInput): Rational {
  return term.full_time_credits ?? whole(12);
}

/** Section 1, p_i: null means enrolled full time. */
export function plannedCredits(term: TermInput): Rational {
  return term.credits_enrolled ?? fullTimeCredits(term);
}

/** Section 1, e_i. */
export function effectiveCredits(term: TermInput): Rational {
  return term.actual_final_credits ?? plannedCredits(term);
}

/** Section 1: final credits equal to the planned ones are no change, however they are written. */
export function isChanged(term: TermInput): boolean {
  const actual = term.actual_final_credits;
  return actual !== null && !actual.equals(plannedCredits(term));
}

/** p_i or e_i: the credits that a figure is computed with. */
export type CreditsOf = (term: TermInput) => Rational;

/** Section 1: an optional term counts only if it has credits of the kind computed with. */
function countingTerms(student: StudentInput, creditsOf: CreditsOf): TermInput[] {
  return student.terms.filter((term) => term.required || creditsOf(term).isAbove(0));
}

/** Section 2.1. The largest figure is taken from all listed terms, even one that does not count. */
export function annualFullTimeCredits(student: StudentInput, creditsOf: CreditsOf): Rational {
  const counted = sum(countingTerms(student, creditsOf).map(fullTimeCredits));
  const largest = student.terms.map(fullTimeCredits).reduce(larger);
  const missing = Math.max(0, (student.academic_year_terms ?? 0) - student.terms.length);
  return counted.plus(largest.times(missing));
}

/** Section 2.2. */
export function reducedAnnualPercent(student: StudentInput, creditsOf: CreditsOf): Rational {
  const counting = countingTerms(student, creditsOf);
  if (counting.length === 0) return ZERO;
  return cappedPercent(sum(counting.map(creditsOf)), annualFullTimeCredits(student, creditsOf));
}

/** min(100, half_up(100 x part / of)). */
function cappedPercent(part: Rational, of: Rational): Rational {
  return smaller(whole(100), part.times(100).over(of).halfUp());
}

/** Section 5. */
export function intensityPercent(term: TermInput): Rational {
  return cappedPercent(effectiveCredits(term), fullTimeCredits(term));
}

/** Section 5: half of the full-time credits, compared exactly. */
export function isPayable(term: TermInput): boolean {
  return !effectiveCredits(term).times(2).isBelow(fullTimeCredits(term));
}

/** Section 5. */
export function enrollmentStatus(term: TermInput): ReferenceTerm['enrollment_status'] {
  const credits = effectiveCredits(term);
  if (credits.equals(0)) return 'Not Enrolled';
  if (!isPayable(term)) return 'Less Than Half-Time';
  return credits.isBelow(fullTimeCredits(term)) ? 'Part-Time' : 'Full-Time';
}
