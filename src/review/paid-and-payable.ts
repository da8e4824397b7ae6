import { toText } from '../engine/exact.js';
import { exactCell } from '../recipe/cell-rules.js';
import type { AnswerColumn } from './answer-records.js';
import { type CalculatedRow, cellOf } from './calculated-rows.js';

/**
 * What was already paid for a term, and what may be paid now. The amounts of an answer include what was paid (section 6 of the rules), so
 * whoever pays from them without this pays a term twice.
 */

/** A loan, with its columns: what was paid, in the file that was calculated; the amounts of a term, in the answer. */
export const LOANS_OF_TERM = [
  {
    name: 'Subsidized',
    paid: 'term_prior_disbursement_sub',
    equal: 'term_equal_subsidized',
    proportional: 'term_proportional_subsidized',
  },
  {
    name: 'Unsubsidized',
    paid: 'term_prior_disbursement_unsub',
    equal: 'term_equal_unsubsidized',
    proportional: 'term_proportional_unsubsidized',
  },
  {
    name: 'Grad PLUS',
    paid: 'term_prior_disbursement_grad_plus',
    equal: 'term_equal_grad_plus',
    proportional: 'term_proportional_grad_plus',
  },
] as const satisfies readonly {
  readonly name: string;
  readonly paid: string;
  readonly equal: AnswerColumn;
  readonly proportional: AnswerColumn;
}[];

const NOTHING: readonly number[] = LOANS_OF_TERM.map(() => 0);

/** What was paid for the term of a row, in whole dollars, in the order of {@link LOANS_OF_TERM}; 0 where the cell is blank. */
export function paidOf(row: Pick<CalculatedRow, 'cells' | 'columns'>): readonly number[] {
  const cells = LOANS_OF_TERM.map(({ paid }) => cellOf(row, paid));
  if (cells.every((cell) => cell === '')) return NOTHING;
  return cells.map((cell) => {
    const dollars = exactCell({ kind: 'whole dollars' }, cell);
    return dollars === null ? 0 : Number(toText(dollars));
  });
}

/** What may be paid now of an amount of the answer, both in whole dollars; null if the student failed and has no amount. */
export function payableNow(amount: string, paid: number): number | null {
  return amount === '' ? null : Number(amount) - paid;
}
