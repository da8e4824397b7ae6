import { alreadyDisbursed, distribute, splitSigned, whatRemains } from './distribute.js';
import { annualEligibility } from './eligibility.js';
import { compare, floor, type Rational, subtract, toDecimalString, ZERO } from './rational.js';
import { readRequest } from './read-request.js';
import {
  annualFullTimeCredits,
  effectiveCredits,
  enrollmentStatus,
  fullTimeCredits,
  intensityPercent,
  isChanged,
  isPayable,
  plannedCredits,
  reducedAnnualPercent,
} from './terms.js';
import {
  LOAN_TYPES,
  type LoanType,
  type PerLoanType,
  perLoanType,
  type ReferenceOption,
  type ReferenceRefusal,
  type ReferenceResult,
  type ReferenceTerm,
  type StudentInput,
} from './types.js';
import { mustWarn, studentWarningKinds, termWarningKinds } from './warnings.js';

/**
 * Every number, percent, flag and status that the service owes for a request body, or every field that it refuses.
 * Exact and slow on purpose; shares no code with the product.
 */
export function referenceCalculate(request: unknown): ReferenceResult | ReferenceRefusal {
  const student = readRequest(request);
  return 'refused' in student ? student : calculate(student);
}

export function isRefused(outcome: ReferenceResult | ReferenceRefusal): outcome is ReferenceRefusal {
  return 'refused' in outcome;
}

function calculate(student: StudentInput): ReferenceResult {
  const percent = reducedAnnualPercent(student, effectiveCredits);
  const eligibility = annualEligibility(student, effectiveCredits);

  const remaining = whatRemains(student, eligibility);

  const equal = perLoanType((loanType) => distribute(student, loanType, remaining[loanType], 'equal'));
  const proportional =
    integer(percent) === 100
      ? null
      : perLoanType((loanType) => distribute(student, loanType, remaining[loanType], 'proportional'));
  const adjustment = perLoanType((loanType) => adjustments(student, loanType, eligibility));
  const overDisbursed = LOAN_TYPES.map((loanType) => overDisbursedTerm(student, loanType, eligibility));
  const latestChanged = student.terms.findLastIndex(isChanged);

  const warningKinds = student.terms.map((term, index) =>
    termWarningKinds(term, overDisbursed.includes(index)),
  );
  const terms = student.terms.map((term, index): ReferenceTerm => {
    const adjusted = perLoanType((loanType) => integer(adjustment[loanType][index] ?? ZERO));
    const isAdjusted = LOAN_TYPES.some((loanType) => adjusted[loanType] !== 0);
    return {
      label: term.label,
      required: term.required,
      credits_enrolled: toDecimalString(plannedCredits(term)),
      full_time_credits: toDecimalString(fullTimeCredits(term)),
      enrollment_status: enrollmentStatus(term),
      enrollment_intensity_pct: integer(intensityPercent(term)),
      disbursement_pct: isPayable(term) ? integer(intensityPercent(term)) : 0,
      equal: optionAt(equal, index),
      proportional: proportional === null ? null : optionAt(proportional, index),
      adjustment_sub: adjusted.sub,
      adjustment_unsub: adjusted.unsub,
      adjustment_grad_plus: adjusted.grad_plus,
      adjustment_source_index: isAdjusted ? latestChanged : null,
      final_term_overdisbursement: overDisbursed.includes(index),
      has_adjustment_explanation: isAdjusted,
      has_warning: mustWarn(warningKinds[index] ?? []),
    };
  });

  return {
    annual_ft_credits: toDecimalString(annualFullTimeCredits(student, effectiveCredits)),
    reduced_annual_pct: integer(percent),
    annual_basic_eligibility_sub: integer(eligibility.sub),
    annual_basic_eligibility_unsub: integer(eligibility.unsub),
    annual_basic_eligibility_grad_plus: integer(eligibility.grad_plus),
    terms,
    total_equal: totalOf(terms.map((term) => term.equal)),
    total_proportional: totalOf(terms.map((term) => term.proportional ?? term.equal)),
    show_both_options: terms.some(
      (term) => term.proportional !== null && isDifferent(term.equal, term.proportional),
    ),
    warning_kinds: [
      ...studentWarningKinds(student),
      ...warningKinds.flatMap((kinds, index) => kinds.map((kind) => `terms.${index}:${kind}`)),
    ],
  };
}

/** Section 7. R0 is the eligibility had nothing changed; what was disbursed is the same on both sides. */
function adjustments(
  student: StudentInput,
  loanType: LoanType,
  eligibility: PerLoanType<Rational>,
): Rational[] {
  const disbursed = alreadyDisbursed(student, loanType);
  const applies = student.terms.some(isChanged) && compare(disbursed, ZERO) > 0;
  if (!applies) return student.terms.map(() => ZERO);
  const asPlanned = annualEligibility(student, plannedCredits);
  const change = subtract(
    whatRemains(student, eligibility)[loanType],
    whatRemains(student, asPlanned)[loanType],
  );
  return splitSigned(student, loanType, change);
}

/** Section 7: the last term paid more than 0 of a loan type of which more was disbursed than R_L; null without an excess. */
function overDisbursedTerm(
  student: StudentInput,
  loanType: LoanType,
  eligibility: PerLoanType<Rational>,
): number | null {
  const excess = subtract(alreadyDisbursed(student, loanType), eligibility[loanType]);
  if (compare(excess, ZERO) <= 0) return null;
  return student.terms.findLastIndex((term) => compare(term.prior[loanType] ?? ZERO, ZERO) > 0);
}

function optionAt(amounts: PerLoanType<readonly Rational[]>, index: number): ReferenceOption {
  return {
    subsidized: integer(amounts.sub[index] ?? ZERO),
    unsubsidized: integer(amounts.unsub[index] ?? ZERO),
    grad_plus: integer(amounts.grad_plus[index] ?? ZERO),
  };
}

function totalOf(options: readonly ReferenceOption[]): ReferenceOption {
  const total = (name: keyof ReferenceOption): number =>
    options.reduce((sum, option) => sum + option[name], 0);
  return {
    subsidized: total('subsidized'),
    unsubsidized: total('unsubsidized'),
    grad_plus: total('grad_plus'),
  };
}

function isDifferent(a: ReferenceOption, b: ReferenceOption): boolean {
  return a.subsidized !== b.subsidized || a.unsubsidized !== b.unsubsidized || a.grad_plus !== b.grad_plus;
}

/** A whole amount or percent, all of which are small enough for a JavaScript number. */
function integer(x: Rational): number {
  if (x.denominator !== 1n) throw new RangeError('A result amount must be whole.');
  return Number(floor(x));
}
