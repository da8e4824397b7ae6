import { basesOf } from './limits.js';
import {
  add,
  floor,
  fraction,
  halfUp,
  multiply,
  type Rational,
  smaller,
  subtract,
  whole,
} from './rational.js';
import { type CreditsOf, reducedAnnualPercent } from './terms.js';
import type { PerLoanType, StudentInput } from './types.js';

/** Section 4, computed with p_i (R0) or e_i (R): counting of terms, percent and amounts alike. */
export function annualEligibility(student: StudentInput, creditsOf: CreditsOf): PerLoanType<Rational> {
  const share = multiply(reducedAnnualPercent(student, creditsOf), fraction(1n, 100n));
  const bases = basesOf(student);
  const reduced = (base: Rational): Rational =>
    smaller(whole(halfUp(multiply(base, share))), whole(floor(base)));
  const total = reduced(add(bases.sub, bases.unsub));
  const sub = smaller(reduced(bases.sub), total);
  return { sub, unsub: subtract(total, sub), grad_plus: reduced(bases.grad_plus) };
}
