import type { UnreducedLimit } from './annual-limit.js';
import type { ChangedTerm, Overdisbursement } from './changes.js';
import type { DisbursementSchedule } from './disbursements.js';
import type { AnnualEligibility } from './eligibility.js';
import type { AnnualLimits } from './limits.js';
import type { ResolvedTerm } from './resolved-term.js';
import type { PerLoanType } from './student.js';

/** Every figure that the answer for one student is made of, in the order of the rules. */
export interface Working {
  readonly limits: AnnualLimits;
  /** Sections 1 and 5. */
  readonly terms: readonly ResolvedTerm[];
  /** Section 3. */
  readonly unreduced: UnreducedLimit;
  /** Sections 2 and 4. */
  readonly eligibility: AnnualEligibility;
  /** Section 7.1: the latest changed term, null where the year went as planned. */
  readonly changed: ChangedTerm | null;
  /** Sections 2 and 4 with planned credits; the same object as `eligibility` where nothing changed. */
  readonly asPlanned: AnnualEligibility;
  readonly loans: PerLoanType<LoanWorking>;
  /** Section 7.5. */
  readonly overdisbursements: readonly Overdisbursement[];
}

/** The part of it that each loan type has for itself. Whole dollars. */
export interface LoanWorking {
  /** Section 6. */
  readonly schedule: DisbursementSchedule;
  /** Section 7.2, signed. */
  readonly change: number;
  /** Section 7.3, per term, signed. */
  readonly adjustments: readonly number[];
}
