import { toJson, toText } from './exact.js';
import { isOverdisbursed, type Loan, permitsUnequalInstallments } from './loan.js';
import { disbursementPercent, type ResolvedTerm } from './resolved-term.js';
import { type DisbursementOption, LOAN_TYPES, type PerLoanType, type TermResult } from './student.js';
import { LOAN_TYPE_NAMES, listed, wholeDollars } from './texts.js';
import type { Working } from './working.js';

/** The figures of a term in the shape that callers see. */
export function termResult(
  term: ResolvedTerm,
  { terms, loans, changed, eligibility }: Working,
  warnings: readonly string[],
): TermResult {
  const { index } = term;
  const { sub, unsub, grad_plus } = loans;
  const adjustments: PerLoanType = {
    sub: sub.adjustments[index] ?? 0,
    unsub: unsub.adjustments[index] ?? 0,
    grad_plus: grad_plus.adjustments[index] ?? 0,
  };
  const isAdjusted = adjustments.sub !== 0 || adjustments.unsub !== 0 || adjustments.grad_plus !== 0;
  const source = isAdjusted ? changed : undefined;
  return {
    label: term.label,
    required: term.required,
    credits_enrolled: toJson(term.plannedCredits),
    full_time_credits: toJson(term.fullTimeCredits),
    enrollment_status: term.status,
    enrollment_intensity_pct: term.intensityPercent,
    disbursement_pct: disbursementPercent(term),
    equal: optionOf(loans, ({ equal }) => equal[index]),
    proportional: permitsUnequalInstallments(eligibility.percent)
      ? optionOf(loans, ({ proportional }) => proportional[index])
      : null,
    adjustment_sub: adjustments.sub,
    adjustment_unsub: adjustments.unsub,
    adjustment_grad_plus: adjustments.grad_plus,
    adjustment_source_index: source?.index ?? null,
    adjustment_explanation: source === undefined ? '' : explain(terms, adjustments),
    final_term_overdisbursement:
      isOverdisbursed(sub, index) || isOverdisbursed(unsub, index) || isOverdisbursed(grad_plus, index),
    warning: warnings.join(' '),
  };
}

/** One amount of each loan type, 0 where there is none. */
export function optionOf(
  { sub, unsub, grad_plus }: PerLoanType<Loan>,
  amountOf: (loan: Loan) => number | undefined,
): DisbursementOption {
  return {
    subsidized: amountOf(sub) ?? 0,
    unsubsidized: amountOf(unsub) ?? 0,
    grad_plus: amountOf(grad_plus) ?? 0,
  };
}

/** One sentence: every term that changed, its credits before and after, and the adjustment of this term in dollars. */
function explain(terms: readonly ResolvedTerm[], adjustments: PerLoanType): string {
  const parts: string[] = [];
  for (const loanType of LOAN_TYPES) {
    const amount = adjustments[loanType];
    if (amount === 0) continue;
    const way = amount < 0 ? 'less' : 'more';
    parts.push(`${wholeDollars(Math.abs(amount))} ${way} ${LOAN_TYPE_NAMES[loanType]}`);
  }
  const changes = terms
    .filter(({ isChanged }) => isChanged)
    .map((term) => {
      const [before, after] = [toText(term.plannedCredits), toText(term.effectiveCredits)];
      return `${term.name} changed from ${before} to ${after} credits`;
    });
  return `${listed(changes)}, so this term pays ${listed(parts)}.`;
}
