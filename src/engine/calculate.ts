import type { CalculationResult, DisbursementOption, TermResult } from './answer-format.js';
import type { Dollars } from './dollars.js';
import { jsonNumber, toJson, toText } from './exact.js';
import type { Loan, ResolvedTerm, Working } from './figures.js';
import { CURRENT_AWARD_YEAR } from './limits.js';
import { CHANGE_RULES } from './rules/change-rules.js';
import { DISBURSEMENT_RULES } from './rules/disbursement-rules.js';
import { LOAN_TYPE_NAMES, LOAN_TYPES, type PerLoanType, type Student } from './student.js';
import { listed, wholeDollars } from './texts.js';
import type { TraceWarning } from './trace/trace-format.js';
import { warningsOf } from './warnings.js';
import { workOut } from './work-out.js';

/** Version of the rules. Raise it with every change that can alter a figure of an answer. Traces include it. */
export const RULES_VERSION = '3';

/**
 * The prorated limits of one student by 34 CFR 685.203(m)(1), section by section of docs/rules.md.
 *
 * Pure, and never throws for a student without {@link refusals}. Amounts are whole dollars.
 */
export function calculate(student: Student, awardYear: string = CURRENT_AWARD_YEAR): CalculationResult {
  return resultOf(student, workOut(student, awardYear));
}

/** The answer that callers see, with the warnings of section 9. */
export function resultOf(student: Student, working: Working): CalculationResult {
  const { terms, year, loans } = working;
  const warnings = warningsOf(student, working);
  return {
    annual_ft_credits: toJson(year.ftCredits),
    reduced_annual_pct: year.percent,
    annual_basic_eligibility_sub: year.eligible.sub,
    annual_basic_eligibility_unsub: year.eligible.unsub,
    annual_basic_eligibility_grad_plus: year.eligible.grad_plus,
    terms: terms.map((term) => termResult(term, working, warnings)),
    total_equal: optionOf(loans, ({ equal }) => DISBURSEMENT_RULES.totalEqual.of(equal)),
    total_proportional: optionOf(loans, ({ proportional }) =>
      DISBURSEMENT_RULES.totalProportional.of(proportional),
    ),
    show_both_options: DISBURSEMENT_RULES.showBoth.of(loans),
    warnings: warnings.map(({ text, term }) => (term === null ? text : `${terms[term]?.name}: ${text}`)),
  };
}

/** The figures of a term in the shape that callers see. */
function termResult(
  term: ResolvedTerm,
  { terms, loans, changed, year }: Working,
  warnings: readonly TraceWarning[],
): TermResult {
  const { index } = term;
  const { sub, unsub, grad_plus } = loans;
  // Written out: a closure for each loan type would cost every student.
  const adjustments: PerLoanType = {
    sub: sub.adjustments[index] ?? 0,
    unsub: unsub.adjustments[index] ?? 0,
    grad_plus: grad_plus.adjustments[index] ?? 0,
  };
  const isAdjusted = adjustments.sub !== 0 || adjustments.unsub !== 0 || adjustments.grad_plus !== 0;
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
    warning: textOf(warnings, index),
  };
}

/** One amount of each loan type, 0 where there is none. */
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

/** One sentence: every term that changed, its credits before and after, and the adjustment of this term in dollars. */
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

/** The warnings of a term in one text. */
function textOf(warnings: readonly TraceWarning[], index: number): string {
  let all = '';
  for (const { term, text } of warnings) if (term === index) all += all === '' ? text : ` ${text}`;
  return all;
}
