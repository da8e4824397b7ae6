import type { CalculationResult, DisbursementOption } from '../../engine/student.js';

/** The loan types as an answer names them, in the order of the page's columns. */
export const LOANS = ['subsidized', 'unsubsidized', 'grad_plus'] as const;
export type Loan = (typeof LOANS)[number];

export const LOAN_LABELS: Readonly<Record<Loan, string>> = {
  subsidized: 'Subsidized',
  unsubsidized: 'Unsubsidized',
  grad_plus: 'Grad PLUS',
};

/** Where an answer has the limit for the year of each loan type. */
export const LIMIT_FIELDS = {
  subsidized: 'annual_basic_eligibility_sub',
  unsubsidized: 'annual_basic_eligibility_unsub',
  grad_plus: 'annual_basic_eligibility_grad_plus',
} as const;

/** Equal installments, or installments by credits. */
export type Way = 'equal' | 'proportional';

/** Whole dollars of each loan type for the year. */
export function limitsOf(result: CalculationResult): DisbursementOption {
  return {
    subsidized: result[LIMIT_FIELDS.subsidized],
    unsubsidized: result[LIMIT_FIELDS.unsubsidized],
    grad_plus: result[LIMIT_FIELDS.grad_plus],
  };
}

/** Dollars of all loan types together. */
export function sumOf({ subsidized, unsubsidized, grad_plus }: DisbursementOption): number {
  return subsidized + unsubsidized + grad_plus;
}

/** Dollars of all loan types for the year. */
export function limitOf(result: CalculationResult): number {
  return sumOf(limitsOf(result));
}

/** The loan types that a table of these answers needs: Grad PLUS where any of them has some. */
export function loansIn(...results: readonly CalculationResult[]): readonly Loan[] {
  const hasGradPlus = results.some(
    (result) => limitsOf(result).grad_plus > 0 || result.total_equal.grad_plus > 0,
  );
  return LOANS.filter((loan) => loan !== 'grad_plus' || hasGradPlus);
}
