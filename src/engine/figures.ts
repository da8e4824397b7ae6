import type { Dollars } from './dollars.js';
import { type Exact, exact } from './exact.js';
import type { AnnualLimit, AnnualLimits } from './limits.js';
import type { EnrollmentStatus, PerLoanType } from './student.js';

/** Every figure of the calculation, section by section of docs/rules.md. `rules/` has one record for each, which says what it is. */

/** Section 1.1: the undergraduate full-time standard, assumed for a term that names none [practice]. */
export const DEFAULT_FULL_TIME_CREDITS = exact(12);

/** Section 1: what a term says. */
export interface TermFigures {
  readonly fullTimeCredits: Exact;
  /** p of the rules: the credits that the award was planned on. */
  readonly plannedCredits: Exact;
  /** e of the rules: the credits that count now, the final ones once they are known. */
  readonly effectiveCredits: Exact;
  readonly isChanged: boolean;
  readonly required: boolean;
}

/** Section 5: enrollment in a term. */
export interface EnrollmentFigures {
  /** Whole percent, 0 to 100. */
  readonly intensityPercent: number;
  readonly status: EnrollmentStatus;
  readonly isPayable: boolean;
  readonly disbursementPercent: number;
  /** Paid and kept for each loan type, or null where the term is not settled. */
  readonly settled: PerLoanType<Dollars | null>;
  readonly isOpen: PerLoanType<boolean>;
}

/** A term with sections 1 and 5 applied: everything that can be said about it without the other terms. */
export interface ResolvedTerm extends TermFigures, EnrollmentFigures {
  readonly index: number;
  readonly label: string;
  /** The label without surrounding blanks, as sentences call the term. */
  readonly name: string;
  /** Section 1.2: full-time enrollment stands in for credits that were not given. */
  readonly isFullTimeAssumed: boolean;
  readonly notes: readonly string[];
}

/** Which credits of a term a year uses: those that count now, or the planned ones. */
export type CreditsKind = 'effectiveCredits' | 'plannedCredits';

/** Section 3, for a student who passes section 8: the amounts that the percent is applied to, in dollars. */
export interface UnreducedLimit {
  readonly statutory: AnnualLimit;
  /** T of the rules. */
  readonly total: Exact;
  readonly base: PerLoanType<Exact>;
  /** What Grad PLUS could fill without a program limit; 0 for students who may not borrow it. */
  readonly gradPlusGap: Exact;
}

/** Sections 2 and 4 together: what the student may borrow in the year with one set of credits. */
export interface AnnualEligibility {
  readonly annualFtCredits: Exact;
  readonly credits: Exact;
  /** Whole percent, 0 to 100. */
  readonly percent: number;
  /** Subsidized and unsubsidized together. */
  readonly combined: Dollars;
  /** R of the rules. */
  readonly amounts: PerLoanType;
}

/** Section 6.1: what remains to be paid with one set of credits. */
export interface Remaining {
  readonly left: Dollars;
  readonly amounts: PerLoanType;
}

/** Sections 6 and 7 for one loan type. Arrays have one value per term, in order. */
export interface Loan {
  /** Section 5.4: what a term was paid and keeps; null if the term is not settled. */
  readonly settled: readonly (Dollars | null)[];
  /** P of the rules: what has been paid and stays paid. */
  readonly disbursed: Dollars;
  readonly remaining: Dollars;
  readonly openTerms: number;
  readonly unscheduled: Dollars;
  readonly equal: readonly Dollars[];
  /** The same as `equal` if unequal installments are not permitted. */
  readonly proportional: readonly Dollars[];
  /** D of the rules, signed. */
  readonly change: Dollars;
  /** Signed; empty if nothing changed. */
  readonly adjustments: readonly Dollars[];
  readonly excess: Dollars;
  /** More was paid than the limit as planned, too, so that no change of credits explains the excess. */
  readonly isOveraward: boolean;
}

/** Every figure behind the answer for one student, in the order of the rules. */
export interface Working {
  readonly limits: AnnualLimits;
  readonly terms: readonly ResolvedTerm[];
  readonly unreduced: UnreducedLimit;
  readonly eligibility: AnnualEligibility;
  /** Section 7.1: the latest changed term; undefined if no term changed. */
  readonly changed: ResolvedTerm | undefined;
  /** Section 7.1: the same with the planned credits; the same object as `eligibility` if nothing changed. */
  readonly asPlanned: AnnualEligibility;
  readonly remaining: Remaining;
  /** Section 7.1: the same with the planned credits; the same object as `remaining` if nothing changed. */
  readonly remainingAsPlanned: Remaining;
  readonly loans: PerLoanType<Loan>;
}
