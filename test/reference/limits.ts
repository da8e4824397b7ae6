import { larger, type Rational, smaller, whole, ZERO } from './rational.js';
import { type CreditsOf, reducedAnnualPercent } from './terms.js';
import type { DegreeLevel, GradeLevel, PerLoanType, StudentInput } from './types.js';

/** The award year of the amounts here. Tests that compare with them ask for it, whichever year is current. */
export const AWARD_YEAR = '2026-27';

export const UNREDUCED_GRADUATE_LIMIT = whole(20500);

/** Section 3, column "Subsidized maximum". */
export function subsidizedMaximum(degree: DegreeLevel, grade: GradeLevel | null): Rational {
  if (degree !== 'undergraduate') return ZERO;
  if (grade === 'first_year') return whole(3500);
  if (grade === 'second_year') return whole(4500);
  return whole(5500);
}

/** The fields that decide a student's row in the table of section 3. */
export type Profile = Pick<
  StudentInput,
  'dependency_status' | 'degree_level' | 'grade_level' | 'is_legacy_borrower' | 'plus_denied'
>;

/** Section 3, column "Total". */
export function statutoryTotal(student: Profile): Rational {
  if (student.degree_level === 'graduate') return whole(20500);
  if (student.degree_level === 'professional') return whole(student.is_legacy_borrower ? 20500 : 50000);
  const hasHigherLimit = student.dependency_status === 'independent' || student.plus_denied;
  if (student.grade_level === 'first_year') return whole(hasHigherLimit ? 9500 : 5500);
  if (student.grade_level === 'second_year') return whole(hasHigherLimit ? 10500 : 6500);
  return whole(hasHigherLimit ? 12500 : 7500);
}

/** T of section 3: the statutory total, or the program's limit if lower. */
export function combinedLimit(total: Rational, totalLimit: Rational | null): Rational {
  return totalLimit === null ? total : smaller(total, totalLimit);
}

/** Only legacy graduate and professional borrowers have a Grad PLUS limit. */
export function mayBorrowGradPlus(degree: DegreeLevel, isLegacy: boolean): boolean {
  return isLegacy && degree !== 'undergraduate';
}

/**
 * Section 3, `base_grad_plus`. "Where a total_limit applies" is read as "where one is given": if it is the
 * lower limit, total_limit - T is 0, so nothing is left for Grad PLUS.
 */
export function gradPlusBase(cost: Rational, limit: Rational, totalLimit: Rational | null): Rational {
  const gap = cost.minus(UNREDUCED_GRADUATE_LIMIT);
  const capped = totalLimit === null ? gap : smaller(gap, totalLimit.minus(limit));
  return larger(ZERO, capped);
}

/** The fields that decide a student's limits, except the credits. */
export type Amounts = Profile &
  Pick<StudentInput, 'subsidized_amount' | 'cost_of_attendance' | 'total_limit'>;

/** Section 3: the limits by loan type, before the reduction. */
export function basesOf(student: Amounts): PerLoanType<Rational> {
  const limit = combinedLimit(statutoryTotal(student), student.total_limit);
  const hasGradPlus = mayBorrowGradPlus(student.degree_level, student.is_legacy_borrower);
  return {
    sub: student.subsidized_amount,
    unsub: limit.minus(student.subsidized_amount),
    grad_plus: hasGradPlus
      ? gradPlusBase(student.cost_of_attendance ?? ZERO, limit, student.total_limit)
      : ZERO,
  };
}

/** Section 4, with p_i (R0) or e_i (R): for counted terms, percent and amounts alike. */
export function annualEligibility(student: StudentInput, creditsOf: CreditsOf): PerLoanType<Rational> {
  const percent = reducedAnnualPercent(student, creditsOf);
  const bases = basesOf(student);
  const reduced = (base: Rational): Rational => smaller(base.times(percent).over(100).halfUp(), base.floor());
  const total = reduced(bases.sub.plus(bases.unsub));
  const sub = smaller(reduced(bases.sub), total);
  return { sub, unsub: total.minus(sub), grad_plus: reduced(bases.grad_plus) };
}
