import type { Dollars } from './dollars.js';
import { type Exact, exact } from './exact.js';
import type { AnnualLimit, AnnualLimits } from './limits.js';
import type { EnrollmentStatus, PerLoanType, Term } from './student.js';

/**
 * Every figure of the calculation, in the order of docs/rules.md. Each has a record in `rules/` that says
 * what it is; comments here add the rest. Percents are whole, from 0 to 100.
 */

/** Section 1.1: the undergraduate full-time standard, assumed for a term that names none [practice]. */
export const DEFAULT_FULL_TIME_CREDITS = exact(12);

/** Sections 1 and 5: the figures of one term that do not depend on other terms. */
export interface ResolvedTerm {
  readonly index: number;
  /** The label without surrounding blanks, as sentences call the term. */
  readonly name: string;
  readonly given: Term;
  readonly fullTimeCredits: Exact;
  readonly plannedCredits: Exact;
  readonly effectiveCredits: Exact;
  readonly isChanged: boolean;
  readonly required: boolean;
  readonly intensityPercent: number;
  readonly status: EnrollmentStatus;
  readonly isPayable: boolean;
  readonly disbursementPercent: number;
  /** Dollars paid and kept; null if the term is not settled. */
  readonly settled: PerLoanType<Dollars | null>;
  readonly isOpen: PerLoanType<boolean>;
}

/** Section 3, for a student who passes section 8: the amounts that the percent is applied to, in dollars. */
export interface UnreducedLimit {
  readonly statutory: AnnualLimit;
  readonly total: Exact;
  readonly base: PerLoanType<Exact>;
  /** What Grad PLUS could fill without a program limit; 0 for students who may not borrow it. */
  readonly gradPlusGap: Exact;
}

/** Which credits of a term a year uses. */
export type CreditsKind = 'effectiveCredits' | 'plannedCredits';

/** The figures of a year with one kind of credits: rule 1.5, sections 2 and 4, and rule 6.1. */
export interface Year {
  readonly kind: CreditsKind;
  /** The terms that count toward the year, in order. */
  readonly counted: readonly ResolvedTerm[];
  readonly ftCredits: Exact;
  readonly credits: Exact;
  readonly percent: number;
  readonly unequal: boolean;
  readonly both: Dollars;
  readonly eligible: PerLoanType;
  readonly left: Dollars;
  readonly remaining: PerLoanType;
}

/** Sections 6 and 7 for one loan type. Arrays have one value per term, in order. */
export interface Loan {
  readonly settled: readonly (Dollars | null)[];
  readonly disbursed: Dollars;
  readonly openTerms: number;
  readonly unscheduled: Dollars;
  readonly equal: readonly Dollars[];
  /** The same as `equal` if unequal installments are not permitted or nothing remains. */
  readonly proportional: readonly Dollars[];
  /** Negative for a deduction. */
  readonly change: Dollars;
  /** Negative for a deduction. */
  readonly adjustments: readonly Dollars[];
  readonly excess: Dollars;
  readonly heldBack: Dollars;
  /** More was paid than even the limit as planned, so no change of credits explains the excess. */
  readonly isOveraward: boolean;
}

/** Every figure behind the answer for one student, in the order of the rules. */
export interface Working {
  readonly limits: AnnualLimits;
  readonly terms: readonly ResolvedTerm[];
  readonly unreduced: UnreducedLimit;
  /** With the effective credits. */
  readonly year: Year;
  readonly changed: ResolvedTerm | undefined;
  /** The same object as `year` if no credits changed. */
  readonly planned: Year;
  readonly loans: PerLoanType<Loan>;
}
