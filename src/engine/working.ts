import type { UnreducedLimit } from './annual-limit.js';
import type { AnnualEligibility } from './eligibility.js';
import type { AnnualLimits } from './limits.js';
import type { Loans } from './loan.js';
import type { ResolvedTerm } from './resolved-term.js';

/** Every figure behind the answer for one student, in the order of the rules. */
export interface Working extends Loans {
  readonly limits: AnnualLimits;
  /** Sections 1 and 5. */
  readonly terms: readonly ResolvedTerm[];
  /** Section 3. */
  readonly unreduced: UnreducedLimit;
  /** Sections 2 and 4. */
  readonly eligibility: AnnualEligibility;
  /** Section 7.1: the latest changed term; undefined if no term changed. */
  readonly changed: ResolvedTerm | undefined;
  /** Sections 2 and 4 with the planned credits; the same object as `eligibility` if nothing changed. */
  readonly asPlanned: AnnualEligibility;
}
