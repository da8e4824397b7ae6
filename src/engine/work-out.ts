import { type Dollars, minus } from './dollars.js';
import { ZERO } from './exact.js';
import type {
  AnnualEligibility,
  CreditsKind,
  Loan,
  Remaining,
  ResolvedTerm,
  UnreducedLimit,
  Working,
} from './figures.js';
import { type AnnualLimits, limitsFor, mayBorrowGradPlus } from './limits.js';
import { CHANGE_RULES, LATEST_CHANGE_RULES } from './rules/change-rules.js';
import {
  creditWeights,
  DISBURSEMENT_RULES,
  equalWeights,
  permitsUnequal,
} from './rules/disbursement-rules.js';
import { ELIGIBILITY_RULES, PERCENT_RULES } from './rules/eligibility-rules.js';
import { gradPlusGap, LIMIT_RULES } from './rules/limit-rules.js';
import { leftOfProgramLimit, REMAINING_RULES } from './rules/remaining-rules.js';
import { ENROLLMENT_RULES, TERM_RULES } from './rules/term-rules.js';
import { type LoanType, type PerLoanType, perLoanType, type Student, type Term } from './student.js';

/** Every figure of the calculation, rule by rule, by the functions of the rules' records. */
export function workOut(student: Student, awardYear: string): Working {
  const { academic_year_terms } = student;
  const limits = limitsFor(awardYear);
  const terms = student.terms.map(resolveTerm);
  const unreduced = unreducedLimit(student, limits);
  const eligibility = annualEligibility(terms, academic_year_terms, unreduced, 'effectiveCredits');
  // Section 7.1: the same with the planned credits, if any term changed.
  const changed = LATEST_CHANGE_RULES.changed.of(terms);
  const asPlanned =
    changed === undefined
      ? eligibility
      : annualEligibility(terms, academic_year_terms, unreduced, 'plannedCredits');
  const settled = perLoanType((loanType) => terms.map((term) => term.settled[loanType]));
  const paid = perLoanType((loanType) => REMAINING_RULES.disbursed.of(settled[loanType]));
  const hasProgramLimit = student.total_limit !== null;
  const remaining = whatRemains(eligibility.amounts, paid, hasProgramLimit);
  const remainingAsPlanned =
    changed === undefined ? remaining : whatRemains(asPlanned.amounts, paid, hasProgramLimit);
  const loans = perLoanType((loanType) =>
    workOutLoan(loanType, terms, settled[loanType], {
      paid: paid[loanType],
      remaining: remaining.amounts[loanType],
      remainingAsPlanned: remainingAsPlanned.amounts[loanType],
      eligibility,
      asPlanned,
    }),
  );
  return { limits, terms, unreduced, eligibility, changed, asPlanned, remaining, remainingAsPlanned, loans };
}

const NO_NOTES: readonly string[] = [];

/** Sections 1 and 5. */
function resolveTerm(term: Term, index: number): ResolvedTerm {
  const rules = ENROLLMENT_RULES;
  const fullTimeCredits = TERM_RULES.fullTimeCredits.of(term.full_time_credits);
  const plannedCredits = TERM_RULES.plannedCredits.of(term.credits_enrolled, fullTimeCredits);
  const effectiveCredits = TERM_RULES.effectiveCredits.of(term.actual_final_credits, plannedCredits);
  const intensityPercent = rules.intensityPercent.of(effectiveCredits, fullTimeCredits);
  const status = rules.status.of(effectiveCredits, fullTimeCredits);
  const isPayable = rules.isPayable.of(status);
  const isFinal = term.actual_final_credits !== null;
  const settled: PerLoanType<Dollars | null> = {
    sub: rules.settled.of(term.prior_disbursement_sub, isFinal),
    unsub: rules.settled.of(term.prior_disbursement_unsub, isFinal),
    grad_plus: rules.settled.of(term.prior_disbursement_grad_plus, isFinal),
  };
  return {
    index,
    label: term.label,
    name: term.label.trim(),
    required: TERM_RULES.required.of(term.required),
    fullTimeCredits,
    plannedCredits,
    effectiveCredits,
    isFullTimeAssumed: term.credits_enrolled === null,
    isChanged: TERM_RULES.isChanged.of(effectiveCredits, plannedCredits),
    intensityPercent,
    status,
    isPayable,
    disbursementPercent: rules.disbursementPercent.of(isPayable, intensityPercent),
    settled,
    isOpen: {
      sub: rules.isOpen.of(isPayable, settled.sub),
      unsub: rules.isOpen.of(isPayable, settled.unsub),
      grad_plus: rules.isOpen.of(isPayable, settled.grad_plus),
    },
    notes: term.notes ?? NO_NOTES,
  };
}

/** Section 3. */
function unreducedLimit(student: Student, limits: AnnualLimits): UnreducedLimit {
  const { total_limit, cost_of_attendance, subsidized_amount } = student;
  const statutory = LIMIT_RULES.statutory.of(student, limits);
  const total = LIMIT_RULES.total.of(statutory, total_limit);
  const sub = LIMIT_RULES.sub.of(subsidized_amount);
  const mayBorrow = cost_of_attendance !== null && mayBorrowGradPlus(student);
  const gap = mayBorrow ? gradPlusGap(cost_of_attendance, limits) : ZERO;
  return {
    statutory,
    total,
    base: {
      sub,
      unsub: LIMIT_RULES.unsub.of(total, sub),
      grad_plus: LIMIT_RULES.grad_plus.of(gap, total, total_limit),
    },
    gradPlusGap: gap,
  };
}

/** Sections 2 and 4, with the effective credits for R or the planned credits for R0. */
function annualEligibility(
  terms: readonly ResolvedTerm[],
  academicYearTerms: number | null,
  { total, base }: UnreducedLimit,
  kind: CreditsKind,
): AnnualEligibility {
  const annualFtCredits = PERCENT_RULES.annualFtCredits.of(terms, academicYearTerms, kind);
  const credits = PERCENT_RULES.credits.of(terms, kind);
  const percent = PERCENT_RULES.percent.of(credits, annualFtCredits);
  const combined = ELIGIBILITY_RULES.combined.of(total, percent);
  const sub = ELIGIBILITY_RULES.sub.of(base.sub, percent, combined);
  const unsub = ELIGIBILITY_RULES.unsub.of(combined, sub);
  const grad_plus = ELIGIBILITY_RULES.grad_plus.of(base.grad_plus, percent);
  return { annualFtCredits, credits, percent, combined, amounts: { sub, unsub, grad_plus } };
}

/** Section 6.1. */
function whatRemains(eligible: PerLoanType, paid: PerLoanType, hasProgramLimit: boolean): Remaining {
  const rule = REMAINING_RULES.remaining;
  const left = REMAINING_RULES.left.of(eligible, paid);
  const sub = rule.of(eligible.sub, paid.sub, left);
  const unsub = rule.of(eligible.unsub, paid.unsub, minus(left, sub));
  const leftOfProgram = hasProgramLimit ? leftOfProgramLimit(eligible, paid, unsub) : eligible.grad_plus;
  const grad_plus = rule.of(eligible.grad_plus, paid.grad_plus, leftOfProgram);
  return { left, amounts: { sub, unsub, grad_plus } };
}

interface PaidAndRemaining extends Pick<Working, 'eligibility' | 'asPlanned'> {
  readonly paid: Dollars;
  readonly remaining: Dollars;
  readonly remainingAsPlanned: Dollars;
}

/** Sections 6 and 7 for one loan type. */
function workOutLoan(
  loanType: LoanType,
  terms: readonly ResolvedTerm[],
  settled: readonly (Dollars | null)[],
  { paid: disbursed, remaining, remainingAsPlanned, eligibility, asPlanned }: PaidAndRemaining,
): Loan {
  const weights = equalWeights(terms, loanType);
  const openTerms = DISBURSEMENT_RULES.openTerms.of(terms, loanType);
  const equal = DISBURSEMENT_RULES.equal.of(remaining, weights, settled);
  const isSame = remaining === 0 || !permitsUnequal(eligibility);
  const change = CHANGE_RULES.change.of(remaining, remainingAsPlanned, disbursed);
  const eligible = eligibility.amounts[loanType];
  return {
    settled,
    disbursed,
    remaining,
    openTerms,
    unscheduled: DISBURSEMENT_RULES.unscheduled.of(remaining, openTerms),
    equal,
    proportional: isSame
      ? equal
      : DISBURSEMENT_RULES.proportional.of(remaining, creditWeights(terms, loanType), settled),
    change,
    adjustments: CHANGE_RULES.adjustments.of(change, weights),
    excess: CHANGE_RULES.excess.of(disbursed, eligible),
    isOveraward: CHANGE_RULES.isOveraward.of(disbursed, eligible, asPlanned.amounts[loanType]),
  };
}
