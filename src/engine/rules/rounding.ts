import { absolute, type Dollars, dollarsOf, minus } from '../dollars.js';
import { add, type Exact, exact, floor, type Half, isPositive, roundedRatio, sum, ZERO } from '../exact.js';
import type { Loan } from '../working.js';
import type { Source } from './sources.js';

/**
 * A rounding: its function, and the words of a trace for it, such as `half up to a whole percent`. A rule
 * spreads both (`...YEAR_SHARE`), so that its words match its arithmetic. Nothing outside this file rounds.
 */
function rounding<Of>(half: Half, words: string, of: (half: Half) => Of) {
  return { half, rounding: `${half} ${words}`, of: of(half) };
}

export const FULL_PERCENT = 100;
export const HUNDRED = exact(FULL_PERCENT);

/** Sections 2.2 and 5.1, each with its own rounding: a part in percent of a whole, from 0 to 100. */
const shareOf =
  (half: Half) =>
  (part: Exact, whole: Exact): number =>
    isPositive(part) ? Math.min(FULL_PERCENT, roundedRatio(half, FULL_PERCENT, part, whole)) : 0;
export const YEAR_SHARE = rounding('half up', 'to a whole percent', shareOf);
export const INTENSITY = rounding('half up', 'to a whole percent', shareOf);

/** A percent of an amount. */
export const PERCENT_OF = rounding('half up', 'to whole dollars', (half) => {
  return (amount: Exact, percent: number) => roundedRatio(half, percent, amount, HUNDRED);
});

/** Section 4: {@link PERCENT_OF}, never above the whole dollars of the amount or above `most`. */
export const REDUCTION = {
  half: PERCENT_OF.half,
  rounding: `${PERCENT_OF.rounding}, not above the whole dollars of the amount`,
  of: (amount: Exact, percent: number, most = floor(amount)): Dollars =>
    dollarsOf(Math.min(PERCENT_OF.of(amount, percent), floor(amount), most)),
};

/**
 * Section 6.2: splits whole dollars by weights, in the order of the terms: part k is c_k - c_(k-1) with c_k =
 * half_down(amount x (w_1 + ... + w_k) / W). A term with weight 0 keeps its `settled` amount.
 *
 * Parts are whole, never negative, and add up to the amount if any weight is above 0. An odd dollar goes to
 * the later part, so a first disbursement never exceeds its exact share on a tie [choice]. A negative amount
 * is split like its absolute value, with each part negated.
 */
const partsOf =
  (half: Half) =>
  (amount: Dollars, weights: readonly Exact[], settled: Loan['settled'] = []): readonly Dollars[] => {
    // Fast path: nearly every student has no Grad PLUS amount.
    if (amount === 0) return weights.map((_, index) => settled[index] ?? 0);
    const size = absolute(amount);
    const weightOfAll = sum(weights);
    let weightSoFar = ZERO;
    let given: Dollars = 0;
    return weights.map((weight, index) => {
      if (!isPositive(weight)) return settled[index] ?? 0;
      weightSoFar = add(weightSoFar, weight);
      const before = given;
      given = dollarsOf(roundedRatio(half, size, weightSoFar, weightOfAll));
      return amount < 0 ? minus(before, given) : minus(given, before);
    });
  };
const OF_SUM = 'to whole dollars, on the sum up to and with the term';
export const INSTALLMENTS = rounding('half down', OF_SUM, partsOf);

/** The source that rounding half down rests on. */
export const ODD_DOLLAR: Source =
  'choice: the odd dollar goes to the later term, so that a first disbursement never exceeds its exact share on a tie';
