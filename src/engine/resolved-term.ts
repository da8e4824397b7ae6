import { type Enrollment, enrollment } from './enrollment.js';
import { compare, type Exact, exact, isPositive } from './exact.js';
import { settledAmounts } from './settled.js';
import type { PerLoanType, Term } from './student.js';

/** Section 1.1: the undergraduate full-time standard, assumed where a term names none [practice]. */
export const DEFAULT_FULL_TIME_CREDITS = exact(12);

/** A term with sections 1 and 5 of the rules applied: all that can be said of it without its siblings. */
export interface ResolvedTerm {
  readonly label: string;
  readonly required: boolean;
  readonly fullTimeCredits: Exact;
  /** Section 1.2, p of the rules: the credits that the award was planned on. */
  readonly plannedCredits: Exact;
  /** Section 1.3, e of the rules: the credits that count now, the final ones once they are known [ED]. */
  readonly effectiveCredits: Exact;
  /** Section 1.4: whether the final credits differ from the planned ones. */
  readonly isChanged: boolean;
  readonly enrollment: Enrollment;
  /** Section 1.2: full-time enrollment stands in for credits that were not given [practice]. */
  readonly isFullTimeAssumed: boolean;
  /** Section 5.4: dollars paid and kept for each loan type, or null where the term is not settled. */
  readonly settled: PerLoanType<number | null>;
  /** Sentences of whoever read the term. */
  readonly notes: readonly string[];
}

/** Section 1, what nulls and final credits mean; section 5, enrollment and settled amounts. */
export function resolveTerm(term: Term): ResolvedTerm {
  const fullTimeCredits = term.full_time_credits ?? DEFAULT_FULL_TIME_CREDITS;
  const plannedCredits = term.credits_enrolled ?? fullTimeCredits;
  const effectiveCredits = term.actual_final_credits ?? plannedCredits;
  return {
    label: term.label,
    required: term.required,
    fullTimeCredits,
    plannedCredits,
    effectiveCredits,
    isChanged: compare(effectiveCredits, plannedCredits) !== 0,
    enrollment: enrollment(effectiveCredits, fullTimeCredits),
    isFullTimeAssumed: term.credits_enrolled === null,
    settled: settledAmounts(term),
    notes: term.notes ?? [],
  };
}

/** Which credits of a term a calculation goes by. */
export type CreditsOf = (term: ResolvedTerm) => Exact;

export const effective: CreditsOf = (term) => term.effectiveCredits;
export const planned: CreditsOf = (term) => term.plannedCredits;

/**
 * Section 1.5: whether a term with these credits belongs to the academic year: required, or attended although
 * optional [choice].
 */
export function countsTowardYear(term: ResolvedTerm, credits: Exact): boolean {
  return term.required || isPositive(credits);
}
