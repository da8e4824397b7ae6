import type { CalculationResult, DisbursementOption } from '../../engine/answer-format.js';
import type { LoanType, Student } from '../../engine/student.js';

/** The loan types as an answer names them, in the order of the page's columns. */
export const LOANS = ['subsidized', 'unsubsidized', 'grad_plus'] as const;
export type Loan = (typeof LOANS)[number];

/** What an answer calls each loan type of the rules. */
export const LOAN_OF_TYPE: Readonly<Record<LoanType, Loan>> = {
  sub: 'subsidized',
  unsub: 'unsubsidized',
  grad_plus: 'grad_plus',
};

export const LOAN_LABELS: Readonly<Record<Loan, string>> = {
  subsidized: 'Subsidized',
  unsubsidized: 'Unsubsidized',
  grad_plus: 'Grad PLUS',
};

/** The fields of an answer with each loan type's limit for the year. */
export const LIMIT_FIELDS = {
  subsidized: 'annual_basic_eligibility_sub',
  unsubsidized: 'annual_basic_eligibility_unsub',
  grad_plus: 'annual_basic_eligibility_grad_plus',
} as const;

/** Equal installments, or installments by credits. */
export type Way = 'equal' | 'proportional';
export const WAYS: readonly Way[] = ['equal', 'proportional'];

export const WAY_LABELS: Readonly<Record<Way, string>> = {
  equal: 'in equal installments',
  proportional: 'by credits',
};

/** The ways in which an answer may be paid. */
export function waysOf({ show_both_options }: CalculationResult): readonly Way[] {
  return show_both_options ? WAYS : ['equal'];
}

/** Each loan type's limit for the year in whole dollars. */
export function limitsOf(result: CalculationResult): DisbursementOption {
  return {
    subsidized: result[LIMIT_FIELDS.subsidized],
    unsubsidized: result[LIMIT_FIELDS.unsubsidized],
    grad_plus: result[LIMIT_FIELDS.grad_plus],
  };
}

/** An answer and the student it is for. */
interface AnswerOfStudent {
  readonly student: Pick<Student, 'degree_level'>;
  readonly result: CalculationResult;
}

/** The loan types that a table of this answer needs: subsidized for undergraduates, Grad PLUS if the student has some. */
export function loansIn({ student, result }: AnswerOfStudent): readonly Loan[] {
  const limits = limitsOf(result);
  return LOANS.filter((loan) => {
    if (loan === 'unsubsidized' || (loan === 'subsidized' && student.degree_level === 'undergraduate'))
      return true;
    return limits[loan] > 0 || result.total_equal[loan] > 0;
  });
}
