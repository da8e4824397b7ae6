import { toJson, toText } from './exact.js';
import type { ResolvedTerm } from './resolved-term.js';
import { type DisbursementOption, LOAN_TYPES, type PerLoanType, type TermResult } from './student.js';
import { LOAN_TYPE_NAMES, listed, wholeDollars } from './texts.js';
import type { LoanWorking, Working } from './working.js';

/** Puts what was found for the term at `index` into the shape that callers see. */
export function termResult(
  term: ResolvedTerm,
  index: number,
  { loans, changed, overdisbursements }: Working,
  warnings: readonly string[],
): TermResult {
  const { enrollment } = term;
  const { sub, unsub, grad_plus } = loans;
  const adjustment = {
    sub: sub.adjustments[index] ?? 0,
    unsub: unsub.adjustments[index] ?? 0,
    grad_plus: grad_plus.adjustments[index] ?? 0,
  };
  const isAdjusted = adjustment.sub !== 0 || adjustment.unsub !== 0 || adjustment.grad_plus !== 0;
  return {
    label: term.label,
    required: term.required,
    credits_enrolled: toJson(term.plannedCredits),
    full_time_credits: toJson(term.fullTimeCredits),
    enrollment_status: enrollment.status,
    enrollment_intensity_pct: enrollment.intensityPercent,
    disbursement_pct: enrollment.disbursementPercent,
    equal: option(index, sub.schedule.equal, unsub.schedule.equal, grad_plus.schedule.equal),
    proportional: proportionalOption(index, loans),
    adjustment_sub: adjustment.sub,
    adjustment_unsub: adjustment.unsub,
    adjustment_grad_plus: adjustment.grad_plus,
    adjustment_source_index: isAdjusted && changed !== null ? changed.index : null,
    adjustment_explanation: isAdjusted && changed !== null ? explain(changed.term, adjustment) : '',
    final_term_overdisbursement: overdisbursements.some((over) => over.termIndex === index),
    warning: warnings.join(' '),
  };
}

/** Null where unequal installments are not permitted, which is the same for all loan types. */
function proportionalOption(index: number, loans: PerLoanType<LoanWorking>): DisbursementOption | null {
  const sub = loans.sub.schedule.proportional;
  const unsub = loans.unsub.schedule.proportional;
  const gradPlus = loans.grad_plus.schedule.proportional;
  return sub === null || unsub === null || gradPlus === null ? null : option(index, sub, unsub, gradPlus);
}

function option(
  index: number,
  sub: readonly number[],
  unsub: readonly number[],
  gradPlus: readonly number[],
): DisbursementOption {
  return { subsidized: sub[index] ?? 0, unsubsidized: unsub[index] ?? 0, grad_plus: gradPlus[index] ?? 0 };
}

/** One sentence: the changed term, its credits before and after, and the dollars of this term's adjustment. */
function explain(changed: ResolvedTerm, adjustment: PerLoanType): string {
  const parts: string[] = [];
  for (const loanType of LOAN_TYPES) {
    const amount = adjustment[loanType];
    if (amount === 0) continue;
    parts.push(
      `${wholeDollars(Math.abs(amount))} ${amount < 0 ? 'less' : 'more'} ${LOAN_TYPE_NAMES[loanType]}`,
    );
  }
  const before = toText(changed.plannedCredits);
  const after = toText(changed.effectiveCredits);
  return `${changed.label.trim()} changed from ${before} to ${after} credits after a disbursement, so this term pays ${listed(parts)}.`;
}
