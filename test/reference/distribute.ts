import { larger, type Rational, smaller, sum, whole, ZERO } from './rational.js';
import { effectiveCredits, isPayable } from './terms.js';
import { type LoanType, type PerLoanType, perLoanType, type StudentInput, type TermInput } from './types.js';

/** Section 5: more than 0 was disbursed, or 0 in a term whose final credits are known. */
function isSettled(term: TermInput, loanType: LoanType): boolean {
  const prior = term.prior[loanType];
  return prior !== null && (prior.isAbove(0) || term.actual_final_credits !== null);
}

/** Section 6, P_L. */
export function alreadyDisbursed(student: StudentInput, loanType: LoanType): Rational {
  return sum(
    student.terms.filter((term) => isSettled(term, loanType)).map((term) => term.prior[loanType] ?? ZERO),
  );
}

/**
 * Section 6, version 3: `remaining_L`. One annual limit covers both loans: what was paid above one of them is
 * not paid again as the other. A program's own limit covers Grad PLUS, too.
 */
export function whatRemains(
  student: StudentInput,
  eligibility: PerLoanType<Rational>,
): PerLoanType<Rational> {
  const paid = perLoanType((loanType) => alreadyDisbursed(student, loanType));
  const unpaid = perLoanType((loanType) => larger(ZERO, eligibility[loanType].minus(paid[loanType])));
  const left = larger(ZERO, eligibility.sub.plus(eligibility.unsub).minus(paid.sub).minus(paid.unsub));
  const sub = smaller(unpaid.sub, left);
  const unsub = smaller(unpaid.unsub, left.minus(sub));
  if (student.total_limit === null) return { sub, unsub, grad_plus: unpaid.grad_plus };
  const ofProgram = eligibility.unsub
    .plus(eligibility.grad_plus)
    .minus(sum([paid.unsub, paid.grad_plus, unsub]));
  return { sub, unsub, grad_plus: smaller(unpaid.grad_plus, larger(ZERO, ofProgram)) };
}

/** Section 6: c_k - c_(k-1) with c_k = half_down(A x (w_1 + ... + w_k) / W). */
function split(amount: Rational, weights: readonly Rational[]): Rational[] {
  const all = sum(weights);
  const cumulative = (k: number): Rational =>
    k === 0
      ? ZERO
      : amount
          .times(sum(weights.slice(0, k)))
          .over(all)
          .halfDown();
  return weights.map((_, index) => cumulative(index + 1).minus(cumulative(index)));
}

/** An amount split over the open terms; 0 for all others. One part per term of the student. */
function overOpenTerms(
  student: StudentInput,
  loanType: LoanType,
  amount: Rational,
  weightOf: (term: TermInput) => Rational,
): Rational[] {
  const open = student.terms.filter((term) => isPayable(term) && !isSettled(term, loanType));
  const parts = split(amount, open.map(weightOf));
  return student.terms.map((term) => parts[open.indexOf(term)] ?? ZERO);
}

const equally = (): Rational => whole(1);

/** Section 6: settled terms keep what was disbursed; the rest is split over the open terms. */
export function distribute(
  student: StudentInput,
  loanType: LoanType,
  remaining: Rational,
  option: 'equal' | 'proportional',
): Rational[] {
  const parts = overOpenTerms(student, loanType, remaining, option === 'equal' ? equally : effectiveCredits);
  return student.terms.map((term, index) =>
    isSettled(term, loanType) ? (term.prior[loanType] ?? ZERO) : (parts[index] ?? ZERO),
  );
}

/** Section 7: D_L split equally over the open terms, with its sign. */
export function splitSigned(student: StudentInput, loanType: LoanType, change: Rational): Rational[] {
  const sign = change.isBelow(0) ? -1 : 1;
  return overOpenTerms(student, loanType, change.times(sign), equally).map((part) => part.times(sign));
}
