import { FIELDS } from '../contract/field-list.js';
import { pointIn } from '../table/decimal-marks.js';
import { Tally } from './tally.js';

/** Our columns of dollars. */
export const DOLLAR_COLUMNS: readonly string[] = FIELDS.flatMap(({ column, kind }) =>
  kind === 'dollars' || kind === 'whole dollars' ? [column] : [],
);

/**
 * Amounts that are read with a decimal point, but may be meant as thousands: `3.500` in a column where no number shows
 * that it has three decimal places.
 */
export class DoubtfulAmounts {
  readonly #tally = new Tally();
  #example = '';
  #hasThousandths = false;

  add(cell: string, student: number, row: number): void {
    if (this.#hasThousandths) return;
    const point = pointIn(cell);
    this.#hasThousandths = point === 'thousandths';
    if (point !== 'either') return;
    if (this.#tally.count === 0) this.#example = cell;
    this.#tally.add(student, row);
  }

  /** The number of such amounts, and the first; null if there are none. */
  get found(): { readonly count: number; readonly example: string; readonly row: number } | null {
    const [row] = this.#tally.rows;
    if (this.#hasThousandths || row === undefined) return null;
    return { count: this.#tally.count, example: this.#example, row };
  }
}
