import type { DisbursementOption } from '../engine/answer-format.js';
import type { AnswerColumn, AnswerRecord } from './answer-records.js';

type LoanColumns = Readonly<Record<keyof DisbursementOption, AnswerColumn>>;

/** The reduced annual limits of a student. */
export const ANNUAL: LoanColumns = {
  subsidized: 'annual_basic_eligibility_sub',
  unsubsidized: 'annual_basic_eligibility_unsub',
  grad_plus: 'annual_basic_eligibility_grad_plus',
};

/** What the terms pay together when it is split equally. */
export const EQUAL: LoanColumns = {
  subsidized: 'total_equal_subsidized',
  unsubsidized: 'total_equal_unsubsidized',
  grad_plus: 'total_equal_grad_plus',
};

/** What the terms pay together when it is split by credits. */
export const PROPORTIONAL: LoanColumns = {
  subsidized: 'total_proportional_subsidized',
  unsubsidized: 'total_proportional_unsubsidized',
  grad_plus: 'total_proportional_grad_plus',
};

/** The amounts of a record; 0 for those of a student who failed. */
export function loansOf(record: AnswerRecord, columns: LoanColumns): DisbursementOption {
  return {
    subsidized: record.whole(columns.subsidized) ?? 0,
    unsubsidized: record.whole(columns.unsubsidized) ?? 0,
    grad_plus: record.whole(columns.grad_plus) ?? 0,
  };
}

export const NO_LOANS: DisbursementOption = { subsidized: 0, unsubsidized: 0, grad_plus: 0 };

/** Adds up two amounts by loan type. Sums of a million students stay far below what a double holds exactly. */
export function added(one: DisbursementOption, other: DisbursementOption): DisbursementOption {
  return {
    subsidized: one.subsidized + other.subsidized,
    unsubsidized: one.unsubsidized + other.unsubsidized,
    grad_plus: one.grad_plus + other.grad_plus,
  };
}
