import { type Dollars, minus } from './dollars.js';
import { ZERO } from './exact.js';
import type { CreditsKind, Loan, ResolvedTerm, UnreducedLimit, Working, Year } from './figures.js';
import { type AnnualLimits, limitsFor, mayBorrowGradPlus } from './limits.js';
import { CHANGE_RULES } from './rules/change-rules.js';
import { creditWeights, DISBURSEMENT_RULES, equalWeights } from './rules/disbursement-rules.js';
import { gradPlusGap, LIMIT_RULES } from './rules/limit-rules.js';
import { TERM_RULES } from './rules/term-rules.js';
import { leftOfProgramLimit, YEAR_RULES } from './rules/year-rules.js';
import { type LoanType, type PerLoanType, perLoanType, type Student, type Term } from './student.js';

/** Every figure of the calculation, rule by rule, by the functions of the rules' records. */
export function workOut(student: Student, awardYear: string): Working {
  const limits = limitsFor(awardYear);
  const terms = student.terms.map(resolveTerm);
  const unreduced = unreducedLimit(student, limits);
  const settled = perLoanType((loanType) => terms.map((term) => term.settled[loanType]));
  const paid = perLoanType((loanType) => TERM_RULES.disbursed.of(settled[loanType]));
  const year = yearWith('effectiveCredits', student, terms, unreduced, paid);
  const changed = CHANGE_RULES.changed.of(terms);
  const planned = changed === undefined ? year : yearWith('plannedCredits', student, terms, unreduced, paid);
  const loans = perLoanType((loanType) =>
    workOutLoan(loanType, terms, settled[loanType], paid[loanType], year, planned),
  );
  return { limits, terms, unreduced, year, changed, planned, loans };
}

/** Sections 1 and 5. */
function resolveTerm(term: Term, index: number): ResolvedTerm {
  const rules = TERM_RULES;
  const fullTimeCredits = rules.fullTimeCredits.of(term);
  const plannedCredits = rules.plannedCredits.of(term, fullTimeCredits);
  const effectiveCredits = rules.effectiveCredits.of(term, plannedCredits);
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
    name: term.label.trim(),
    given: term,
    required: rules.required.of(term),
    fullTimeCredits,
    plannedCredits,
    effectiveCredits,
    isChanged: rules.isChanged.of(effectiveCredits, plannedCredits),
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
  };
}

/** Section 3. */
function unreducedLimit(student: Student, limits: AnnualLimits): UnreducedLimit {
  const { cost_of_attendance } = student;
  const statutory = LIMIT_RULES.statutory.of(student, limits);
  const total = LIMIT_RULES.total.of(statutory, student);
  const sub = LIMIT_RULES.sub.of(student);
  const unsub = LIMIT_RULES.unsub.of(total, sub);
  const mayBorrow = cost_of_attendance !== null && mayBorrowGradPlus(student);
  const gap = mayBorrow ? gradPlusGap(cost_of_attendance, limits) : ZERO;
  const grad_plus = LIMIT_RULES.grad_plus.of(gap, total, student);
  return { statutory, total, base: { sub, unsub, grad_plus }, gradPlusGap: gap };
}

/** Sections 2, 4 and 6.1, with the effective credits, or with the planned ones (section 7.1). */
function yearWith(
  kind: CreditsKind,
  student: Student,
  terms: readonly ResolvedTerm[],
  { total, base }: UnreducedLimit,
  paid: PerLoanType,
): Year {
  const rules = YEAR_RULES;
  const counted = terms.filter((term) => rules.counts.of(term.required, term[kind]));
  const ftCredits = rules.ftCredits.of(counted, terms, student);
  const credits = rules.credits.of(counted, kind);
  const percent = rules.percent.of(credits, ftCredits);
  const unequal = DISBURSEMENT_RULES.unequal.of(percent);
  const both = rules.both.of(total, percent);
  const sub = rules.sub.of(base.sub, percent, both);
  const unsub = rules.unsub.of(both, sub);
  const grad_plus = rules.grad_plus.of(base.grad_plus, percent);
  const eligible = { sub, unsub, grad_plus };
  const left = rules.left.of(both, paid);
  const subLeft = rules.remaining.of(sub, paid.sub, left);
  const unsubLeft = rules.remaining.of(unsub, paid.unsub, minus(left, subLeft));
  const leftOfProgram =
    student.total_limit === null ? grad_plus : leftOfProgramLimit(eligible, paid, unsubLeft);
  const gradPlusLeft = rules.remaining.of(grad_plus, paid.grad_plus, leftOfProgram);
  const remaining = { sub: subLeft, unsub: unsubLeft, grad_plus: gradPlusLeft };
  return { kind, counted, ftCredits, credits, percent, unequal, both, eligible, left, remaining };
}

/** Sections 6 and 7 for one loan type. */
function workOutLoan(
  loanType: LoanType,
  terms: readonly ResolvedTerm[],
  settled: readonly (Dollars | null)[],
  disbursed: Dollars,
  year: Year,
  planned: Year,
): Loan {
  const remaining = year.remaining[loanType];
  const eligible = year.eligible[loanType];
  const weights = equalWeights(terms, loanType);
  const openTerms = DISBURSEMENT_RULES.openTerms.of(terms, loanType);
  const equal = DISBURSEMENT_RULES.equal.of(remaining, weights, settled);
  const isSame = remaining === 0 || !year.unequal;
  const change = CHANGE_RULES.change.of(remaining, planned.remaining[loanType], disbursed);
  return {
    settled,
    disbursed,
    openTerms,
    unscheduled: DISBURSEMENT_RULES.unscheduled.of(remaining, openTerms),
    equal,
    proportional: isSame
      ? equal
      : DISBURSEMENT_RULES.proportional.of(remaining, creditWeights(terms, loanType), settled),
    change,
    adjustments: change === 0 ? UNADJUSTED : CHANGE_RULES.adjustments.of(change, weights),
    excess: CHANGE_RULES.excess.of(disbursed, eligible),
    isOveraward: CHANGE_RULES.isOveraward.of(disbursed, eligible, planned.eligible[loanType]),
  };
}

const UNADJUSTED: readonly Dollars[] = [];
