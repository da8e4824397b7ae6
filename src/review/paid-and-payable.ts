import { toText } from '../engine/exact.js';
import type { PaidField } from '../recipe/our-fields.js';
import { amountOf } from '../recipe/read-cells.js';
import type { AnswerColumn } from './answer-reader.js';
import { type CalculatedRow, cellOf } from './calculated-rows.js';

/**
 * What was already paid for a term, and what may be paid now. The amounts of an answer include what was paid (section 6 of the rules), so
 * whoever pays from them without this pays a term twice.
 */

const LOANS = [
  ['Subsidized', 'sub', 'subsidized'],
  ['Unsubsidized', 'unsub', 'unsubsidized'],
  ['Grad PLUS', 'grad_plus', 'grad_plus'],
] as const;

/** Each loan with its columns: what was paid, in the file that was calculated; the amounts of a term, in the answer. */
export const LOANS_OF_TERM = LOANS.map(([name, short, long]) => ({
  name,
  paid: `term_prior_disbursement_${short}` as const,
  equal: `term_equal_${long}`,
  proportional: `term_proportional_${long}`,
  adjustment: `term_adjustment_${short}`,
})) satisfies readonly (Readonly<Record<'equal' | 'proportional' | 'adjustment', AnswerColumn>> & {
  readonly name: string;
  readonly paid: PaidField;
})[];

const NOTHING: readonly number[] = LOANS_OF_TERM.map(() => 0);

/** What was paid for the term of a row, in whole dollars, in the order of {@link LOANS_OF_TERM}; 0 where the cell is blank. */
export function paidOf(row: Pick<CalculatedRow, 'cells' | 'columns'>): readonly number[] {
  const cells = LOANS_OF_TERM.map(({ paid }) => cellOf(row, paid));
  if (cells.every((cell) => cell === '')) return NOTHING;
  return LOANS_OF_TERM.map(({ paid }, nth) => {
    const dollars = amountOf(paid, cells[nth] ?? '');
    return dollars === null ? 0 : Number(toText(dollars));
  });
}

/** What may be paid now of an amount of the answer, both in whole dollars; null if the student failed and has no amount. */
export function payableNow(amount: string, paid: number): number | null {
  return amount === '' ? null : Number(amount) - paid;
}
