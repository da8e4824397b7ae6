import { add, compare, type Exact, isPositive } from './exact.js';
import type { EnrollmentStatus } from './student.js';
import { cappedPercent } from './whole-percent.js';

/** Section 5 of one term. */
export interface Enrollment {
  readonly status: EnrollmentStatus;
  /** Enrollment intensity, a whole percent of 0 to 100. */
  readonly intensityPercent: number;
  /** At least half time, so that a disbursement may be made [handbook]. */
  readonly isPayable: boolean;
}

/** Section 5: the status of a term with these credits, decided on exact credits and never on the rounded percent. */
export function enrollmentStatus(credits: Exact, fullTimeCredits: Exact): EnrollmentStatus {
  if (!isPositive(credits)) return 'Not Enrolled';
  if (compare(add(credits, credits), fullTimeCredits) < 0) return 'Less Than Half-Time';
  return compare(credits, fullTimeCredits) < 0 ? 'Part-Time' : 'Full-Time';
}

export function enrollment(credits: Exact, fullTimeCredits: Exact): Enrollment {
  const status = enrollmentStatus(credits, fullTimeCredits);
  return {
    status,
    intensityPercent: cappedPercent(credits, fullTimeCredits),
    isPayable: status === 'Full-Time' || status === 'Part-Time',
  };
}
