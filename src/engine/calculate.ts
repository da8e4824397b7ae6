import type { CalculationResult, DisbursementOption, TermResult } from './answer-format.js';
import { CURRENT_AWARD_YEAR } from './award-years.js';
import { type Dollars, minus } from './dollars.js';
import { jsonNumber, toJson, toText } from './exact.js';
import { type AnnualLimits, limitsFor } from './limits.js';
import { CHANGE_RULES, heldBackBy } from './rules/change-rules.js';
import { creditWeights, DISBURSEMENT_RULES, equalWeights } from './rules/disbursement-rules.js';
import { gradPlusGap, LIMIT_RULES } from './rules/limit-rules.js';
import { TERM_RULES } from './rules/term-rules.js';
import { leftOfProgramLimit, YEAR_RULES } from './rules/year-rules.js';
import type { PerLoanType, Student, Term } from './student.js';
import { LOAN_TYPE_NAMES, LOAN_TYPES, perLoanType } from './student.js';
import { listed, wholeDollars } from './texts.js';
import type { TraceWarning } from './trace/trace-format.js';
import { warningsOf } from './warnings.js';
import type { CreditsKind, Loan, ResolvedTerm, UnreducedLimit, Working, Year } from './working.js';

/** Version of the rules, for traces. Raise it with every change that can alter a figure of an answer. */
export const RULES_VERSION = '3';

/**
 * The prorated limits of one student under 34 CFR 685.203(m)(1), in the order of docs/rules.md. Amounts are
 * whole dollars. Never throws for a student who has no {@link refusals}.
 */
export function calculate(student: Student, awardYear: string = CURRENT_AWARD_YEAR): CalculationResult {
  return resultOf(student, workOut(student, awardYear));
}

/** Works out every figure by calling the functions of the rule records in `rules/`. */
export function workOut(student: Student, awardYear: string): Working {
  const limits = limitsFor(awardYear);
  const terms = student.terms.map(resolveTerm);
  const unreduced = unreducedLimit(student, limits);
  const settled = perLoanType((loanType) => terms.map((term) => term.settled[loanType]));
  const paid = perLoanType((loanType) => TERM_RULES.disbursed.of(settled[loanType]));
  const year = yearWith('effectiveCredits', student, terms, unreduced, paid);
  const changed = CHANGE_RULES.changed.of(terms);
  const planned = changed === undefined ? year : yearWith('plannedCredits', student, terms, unreduced, paid);

  // Sections 6 and 7.
  const rules = DISBURSEMENT_RULES;
  const loans = perLoanType((loanType): Loan => {
    const kept = settled[loanType];
    const disbursed = paid[loanType];
    const remaining = year.remaining[loanType];
    const eligible = year.eligible[loanType];
    const weights = equalWeights(terms, loanType);
    const openTerms = rules.openTerms.of(terms, loanType);
    const equal = rules.equal.of(remaining, weights, kept);
    const change = CHANGE_RULES.change.of(remaining, planned.remaining[loanType], disbursed);
    const excess = CHANGE_RULES.excess.of(disbursed, eligible);
    return {
      settled: kept,
      disbursed,
      openTerms,
      unscheduled: rules.unscheduled.of(remaining, openTerms),
      equal,
      proportional:
        year.unequal && remaining > 0
          ? rules.proportional.of(remaining, creditWeights(terms, loanType), kept)
          : equal,
      change,
      adjustments: CHANGE_RULES.adjustments.of(change, weights),
      excess,
      heldBack: excess === 0 ? 0 : CHANGE_RULES.heldBack.of(heldBackBy(loanType, student), year, paid),
      isOveraward: CHANGE_RULES.isOveraward.of(disbursed, eligible, planned.eligible[loanType]),
    };
  });
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
  const statutory = LIMIT_RULES.statutory.of(student, limits);
  const total = LIMIT_RULES.total.of(statutory, student);
  const sub = LIMIT_RULES.sub.of(student);
  const unsub = LIMIT_RULES.unsub.of(total, sub);
  const gap = gradPlusGap(student, limits);
  const grad_plus = LIMIT_RULES.grad_plus.of(gap, total, student);
  return { statutory, total, base: { sub, unsub, grad_plus }, gradPlusGap: gap };
}

/** Sections 2, 4 and 6.1, with either the effective or the planned credits (section 7.1). */
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

/** The answer that callers see, with the warnings of section 9. */
export function resultOf(student: Student, working: Working): CalculationResult {
  const rules = DISBURSEMENT_RULES;
  const { terms, year, loans } = working;
  const warnings = warningsOf(student, working);
  return {
    annual_ft_credits: toJson(year.ftCredits),
    reduced_annual_pct: year.percent,
    annual_basic_eligibility_sub: year.eligible.sub,
    annual_basic_eligibility_unsub: year.eligible.unsub,
    annual_basic_eligibility_grad_plus: year.eligible.grad_plus,
    terms: terms.map((term) => termResult(term, working, warnings)),
    total_equal: optionOf(loans, ({ equal }) => rules.totalEqual.of(equal)),
    total_proportional: optionOf(loans, ({ proportional }) => rules.totalProportional.of(proportional)),
    show_both_options: rules.showBoth.of(loans),
    warnings: warnings.map(({ text, term }) => (term === null ? text : `${terms[term]?.name}: ${text}`)),
  };
}

function termResult(term: ResolvedTerm, working: Working, warnings: readonly TraceWarning[]): TermResult {
  const { index } = term;
  const { terms, loans, changed, year } = working;
  const { sub, unsub, grad_plus } = loans;
  // Written out for speed: perLoanType would create a closure for every term.
  const adjustments: PerLoanType = {
    sub: sub.adjustments[index] ?? 0,
    unsub: unsub.adjustments[index] ?? 0,
    grad_plus: grad_plus.adjustments[index] ?? 0,
  };
  const isAdjusted = adjustments.sub !== 0 || adjustments.unsub !== 0 || adjustments.grad_plus !== 0;
  const ownWarnings = warnings.filter(({ term }) => term === index);
  const { isOverdisbursed } = CHANGE_RULES;
  return {
    label: term.given.label,
    required: term.required,
    credits_enrolled: jsonNumber(term.plannedCredits),
    full_time_credits: jsonNumber(term.fullTimeCredits),
    enrollment_status: term.status,
    enrollment_intensity_pct: term.intensityPercent,
    disbursement_pct: term.disbursementPercent,
    equal: optionOf(loans, ({ equal }) => equal[index]),
    proportional: year.unequal ? optionOf(loans, ({ proportional }) => proportional[index]) : null,
    adjustment_sub: adjustments.sub,
    adjustment_unsub: adjustments.unsub,
    adjustment_grad_plus: adjustments.grad_plus,
    adjustment_source_index: CHANGE_RULES.source.of(isAdjusted, changed),
    adjustment_explanation: isAdjusted ? explain(terms, adjustments) : '',
    final_term_overdisbursement:
      isOverdisbursed.of(sub, index) ||
      isOverdisbursed.of(unsub, index) ||
      isOverdisbursed.of(grad_plus, index),
    warning: ownWarnings.map(({ text }) => text).join(' '),
  };
}

function optionOf(
  { sub, unsub, grad_plus }: PerLoanType<Loan>,
  amountOf: (loan: Loan) => Dollars | undefined,
): DisbursementOption {
  return {
    subsidized: amountOf(sub) ?? 0,
    unsubsidized: amountOf(unsub) ?? 0,
    grad_plus: amountOf(grad_plus) ?? 0,
  };
}

/** One sentence: the changed terms, their credits before and after, and this term's adjustment in dollars. */
function explain(terms: readonly ResolvedTerm[], adjustments: PerLoanType): string {
  const parts = LOAN_TYPES.filter((loanType) => adjustments[loanType] !== 0).map((loanType) => {
    const amount = adjustments[loanType];
    return `${wholeDollars(Math.abs(amount))} ${amount < 0 ? 'less' : 'more'} ${LOAN_TYPE_NAMES[loanType]}`;
  });
  const changes = terms
    .filter(({ isChanged }) => isChanged)
    .map(({ name, plannedCredits, effectiveCredits }) => {
      return `${name} changed from ${toText(plannedCredits)} to ${toText(effectiveCredits)} credits`;
    });
  return `${listed(changes)}, so this term pays ${listed(parts)}.`;
}
