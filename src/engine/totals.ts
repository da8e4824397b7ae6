import type { CalculationResult, DisbursementOption, TermResult } from './student.js';

const NOTHING: DisbursementOption = { subsidized: 0, unsubsidized: 0, grad_plus: 0 };

/** Sections 6.5 and 6.6: both options summed over the terms, and whether they differ in some term. */
export function totals(
  terms: readonly TermResult[],
): Pick<CalculationResult, 'total_equal' | 'total_proportional' | 'show_both_options'> {
  let equal = NOTHING;
  let proportional = NOTHING;
  let differ = false;
  for (const term of terms) {
    equal = plus(equal, term.equal);
    proportional = plus(proportional, term.proportional ?? term.equal);
    differ ||= term.proportional !== null && !isSame(term.proportional, term.equal);
  }
  return { total_equal: equal, total_proportional: proportional, show_both_options: differ };
}

function plus(a: DisbursementOption, b: DisbursementOption): DisbursementOption {
  return {
    subsidized: a.subsidized + b.subsidized,
    unsubsidized: a.unsubsidized + b.unsubsidized,
    grad_plus: a.grad_plus + b.grad_plus,
  };
}

function isSame(a: DisbursementOption, b: DisbursementOption): boolean {
  return a.subsidized === b.subsidized && a.unsubsidized === b.unsubsidized && a.grad_plus === b.grad_plus;
}
