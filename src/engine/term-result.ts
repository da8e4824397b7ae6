import type { Allotment } from './allotment.js';
import type { ChangedTerm, Overdisbursement } from './changes.js';
import { toJson, toText } from './exact.js';
import type { ResolvedTerm } from './resolved-term.js';
import { type DisbursementOption, LOAN_TYPES, type PerLoanType, type TermResult } from './student.js';
import { LOAN_TYPE_NAMES, listed, wholeDollars } from './texts.js';

/** What the steps found for the year. */
export interface YearFindings {
  readonly allotments: PerLoanType<Allotment>;
  readonly changed: ChangedTerm | null;
  readonly overdisbursements: readonly Overdisbursement[];
}

/** Puts what was found for the term at `index` into the shape that callers see. */
export function termResult(
  term: ResolvedTerm,
  index: number,
  { allotments: { sub, unsub, grad_plus }, changed, overdisbursements }: YearFindings,
  warnings: readonly string[],
): TermResult {
  const { enrollment } = term;
  const adjustment = {
    sub: sub.adjustment[index] ?? 0,
    unsub: unsub.adjustment[index] ?? 0,
    grad_plus: grad_plus.adjustment[index] ?? 0,
  };
  const isAdjusted = adjustment.sub !== 0 || adjustment.unsub !== 0 || adjustment.grad_plus !== 0;
  return {
    label: term.label,
    required: term.required,
    credits_enrolled: toJson(term.plannedCredits),
    full_time_credits: toJson(term.fullTimeCredits),
    enrollment_status: enrollment.status,
    enrollment_intensity_pct: enrollment.intensityPercent,
    disbursement_pct: enrollment.isPayable ? enrollment.intensityPercent : 0,
    equal: option(index, sub.equal, unsub.equal, grad_plus.equal),
    proportional:
      sub.proportional === null || unsub.proportional === null || grad_plus.proportional === null
        ? null
        : option(index, sub.proportional, unsub.proportional, grad_plus.proportional),
    adjustment_sub: adjustment.sub,
    adjustment_unsub: adjustment.unsub,
    adjustment_grad_plus: adjustment.grad_plus,
    adjustment_source_index: isAdjusted && changed !== null ? changed.index : null,
    adjustment_explanation: isAdjusted && changed !== null ? explain(changed.term, adjustment) : '',
    final_term_overdisbursement: overdisbursements.some((over) => over.termIndex === index),
    warning: warnings.join(' '),
  };
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
