import { type Exact, ratioHalfDown } from './exact.js';

/**
 * Section 6.2: splits whole dollars by weights, part after part in the order of the terms: part k is c_k - c_(k-1)
 * with c_k = half_down(amount x (w_1 + ... + w_k) / W).
 *
 * Parts are whole, never negative and add up to the amount. An odd dollar goes to the later part, so that a
 * first disbursement never exceeds its exact share on a tie [choice]. A negative amount gives the negative
 * of the parts that its size gives.
 */
export class CumulativeSplit {
  readonly #size: number;
  readonly #sign: 1 | -1;
  readonly #weightOfAll: Exact;
  #given = 0;

  /** `amount` is a whole number of dollars; `weightOfAll`, W, is above 0 when there is any part to take. */
  constructor(amount: number, weightOfAll: Exact) {
    this.#size = Math.abs(amount);
    this.#sign = amount < 0 ? -1 : 1;
    this.#weightOfAll = weightOfAll;
  }

  /** The next part, given the sum of the weights up to and with it. */
  next(weightSoFar: Exact): number {
    if (this.#size === 0) return 0;
    const due = ratioHalfDown(this.#size, weightSoFar, this.#weightOfAll);
    const part = due - this.#given;
    this.#given = due;
    return part === 0 ? 0 : this.#sign * part;
  }
}
