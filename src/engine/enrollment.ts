import { add, compare, type Exact, isPositive } from './exact.js';
import type { EnrollmentStatus } from './student.js';
import { cappedPercent } from './whole-percent.js';

/** Section 5 of the rules for one term: what its credits say without a look at money. */
export interface Enrollment {
  /** Whole percent, 0 to 100. */
  readonly intensityPercent: number;
  readonly status: EnrollmentStatus;
  readonly isPayable: boolean;
  /** Whole percent, 0 to 100. */
  readonly disbursementPercent: number;
}

/** What a term with these credits is in every rule that follows. */
export function enrollment(credits: Exact, fullTimeCredits: Exact): Enrollment {
  const intensityPercent = enrollmentIntensity(credits, fullTimeCredits);
  const status = enrollmentStatus(credits, fullTimeCredits);
  const payable = isPayable(status);
  return {
    intensityPercent,
    status,
    isPayable: payable,
    disbursementPercent: disbursementPercent(intensityPercent, payable),
  };
}

/** Section 5.1: credits over the full-time credits of the term as a whole percent, half up, 0 to 100. */
function enrollmentIntensity(credits: Exact, fullTimeCredits: Exact): number {
  return cappedPercent(credits, fullTimeCredits);
}

/** Section 5.2: decided on exact credits, never on the rounded percent. Half time is half of full time or more. */
export function enrollmentStatus(credits: Exact, fullTimeCredits: Exact): EnrollmentStatus {
  if (!isPositive(credits)) return 'Not Enrolled';
  if (compare(add(credits, credits), fullTimeCredits) < 0) return 'Less Than Half-Time';
  return compare(credits, fullTimeCredits) < 0 ? 'Part-Time' : 'Full-Time';
}

/** Section 5.3: a disbursement may be made for a term of at least half time [FSA Handbook, volume 8]. */
export function isPayable(status: EnrollmentStatus): boolean {
  return status === 'Full-Time' || status === 'Part-Time';
}

/** Section 5.3: the `disbursement_pct` of a term, which is its intensity where it is payable, else 0. */
export function disbursementPercent(intensityPercent: number, isTermPayable: boolean): number {
  return isTermPayable ? intensityPercent : 0;
}
