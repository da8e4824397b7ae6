import type { DisbursementOption } from '../engine/answer-format.js';

function columnsOf<Loan extends string, Short extends string>(loan: Loan, name: string, short: Short) {
  return {
    loan,
    name,
    paid: `term_prior_disbursement_${short}`,
    annual: `annual_basic_eligibility_${short}`,
    equal: `term_equal_${loan}`,
    proportional: `term_proportional_${loan}`,
    adjustment: `term_adjustment_${short}`,
  } as const;
}

/** Each loan with its columns: what was paid for a term, in the file that was calculated; the others, in the answer. */
export const LOANS = [
  columnsOf('subsidized', 'Subsidized', 'sub'),
  columnsOf('unsubsidized', 'Unsubsidized', 'unsub'),
  columnsOf('grad_plus', 'Grad PLUS', 'grad_plus'),
] as const;

/** Whole dollars by loan. Sums of a million students stay far below what a double holds exactly. */
export function byLoan(dollarsOf: (loan: (typeof LOANS)[number]) => number): DisbursementOption {
  const [subsidized, unsubsidized, gradPlus] = LOANS;
  return {
    subsidized: dollarsOf(subsidized),
    unsubsidized: dollarsOf(unsubsidized),
    grad_plus: dollarsOf(gradPlus),
  };
}
