import { alreadyDisbursed, distribute, splitSigned, whatRemains } from './distribute.js';
import { annualEligibility } from './limits.js';
import { type Rational, ZERO } from './rational.js';
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

/** The result or refusal that the service owes for a request body. Exact and slow; shares no product code. */
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
  const proportional = percent.equals(100)
    ? null
    : perLoanType((loanType) => distribute(student, loanType, remaining[loanType], 'proportional'));
  const adjustment = perLoanType((loanType) => adjustments(student, loanType, eligibility));
  const overDisbursed = LOAN_TYPES.map((loanType) => overDisbursedTerm(student, loanType, eligibility));
  const latestChanged = student.terms.findLastIndex(isChanged);

  const warningKinds = student.terms.map((term, index) =>
    termWarningKinds(term, overDisbursed.includes(index)),
  );
  const terms = student.terms.map((term, index): ReferenceTerm => {
    const adjusted = perLoanType((loanType) => (adjustment[loanType][index] ?? ZERO).toNumber());
    const isAdjusted = LOAN_TYPES.some((loanType) => adjusted[loanType] !== 0);
    return {
      label: term.label,
      required: term.required,
      credits_enrolled: plannedCredits(term).toString(),
      full_time_credits: fullTimeCredits(term).toString(),
      enrollment_status: enrollmentStatus(term),
      enrollment_intensity_pct: intensityPercent(term).toNumber(),
      disbursement_pct: isPayable(term) ? intensityPercent(term).toNumber() : 0,
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
    annual_ft_credits: annualFullTimeCredits(student, effectiveCredits).toString(),
    reduced_annual_pct: percent.toNumber(),
    annual_basic_eligibility_sub: eligibility.sub.toNumber(),
    annual_basic_eligibility_unsub: eligibility.unsub.toNumber(),
    annual_basic_eligibility_grad_plus: eligibility.grad_plus.toNumber(),
    terms,
    total_equal: totalOf(terms.map((term) => term.equal)),
    total_proportional: totalOf(terms.map((term) => term.proportional ?? term.equal)),
    show_both_options: terms.some(
      ({ equal, proportional }) =>
        proportional !== null && JSON.stringify(equal) !== JSON.stringify(proportional),
    ),
    warning_kinds: [
      ...studentWarningKinds(student),
      ...warningKinds.flatMap((kinds, index) => kinds.map((kind) => `terms.${index}:${kind}`)),
    ],
  };
}

/** Section 7. R0 is the eligibility without any change; disbursed amounts are the same on both sides. */
function adjustments(
  student: StudentInput,
  loanType: LoanType,
  eligibility: PerLoanType<Rational>,
): Rational[] {
  const disbursed = alreadyDisbursed(student, loanType);
  const applies = student.terms.some(isChanged) && disbursed.isAbove(0);
  if (!applies) return student.terms.map(() => ZERO);
  const asPlanned = annualEligibility(student, plannedCredits);
  const change = whatRemains(student, eligibility)[loanType].minus(whatRemains(student, asPlanned)[loanType]);
  return splitSigned(student, loanType, change);
}

/** Section 7: the last term that was paid a loan type disbursed above R_L; null without an excess. */
function overDisbursedTerm(
  student: StudentInput,
  loanType: LoanType,
  eligibility: PerLoanType<Rational>,
): number | null {
  if (!alreadyDisbursed(student, loanType).isAbove(eligibility[loanType])) return null;
  return student.terms.findLastIndex((term) => term.prior[loanType]?.isAbove(0));
}

function optionAt(amounts: PerLoanType<readonly Rational[]>, index: number): ReferenceOption {
  return {
    subsidized: (amounts.sub[index] ?? ZERO).toNumber(),
    unsubsidized: (amounts.unsub[index] ?? ZERO).toNumber(),
    grad_plus: (amounts.grad_plus[index] ?? ZERO).toNumber(),
  };
}

function totalOf(options: readonly ReferenceOption[]): ReferenceOption {
  const total = (name: keyof ReferenceOption): number => options.reduce((sum, each) => sum + each[name], 0);
  return {
    subsidized: total('subsidized'),
    unsubsidized: total('unsubsidized'),
    grad_plus: total('grad_plus'),
  };
}
