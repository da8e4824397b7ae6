import { absolute, type Dollars, minus, plus } from './dollars.js';
import { add, type Exact, isPositive, ratioHalfDown, ZERO } from './exact.js';

/** The total of all terms: section 6.5, and section 6.1 for what was paid. */
export function total(amounts: readonly (Dollars | null)[]): Dollars {
  let sum: Dollars = 0;
  for (const amount of amounts) sum = plus(sum, amount ?? 0);
  return sum;
}

/**
 * Section 6.2: splits whole dollars by weights, in the order of the terms: part k is c_k - c_(k-1) with c_k =
 * half_down(amount x (w_1 + ... + w_k) / W). A term with weight 0 gets no part and keeps what is `settled`.
 *
 * Parts are whole, never negative, and add up to the amount if any weight is above 0. An odd dollar goes to the later
 * part, so a first disbursement never exceeds its exact share on a tie [choice]. A negative amount is split like its
 * absolute value, with each part negated.
 */
export function split(
  amount: Dollars,
  weights: readonly Exact[],
  settled: readonly (Dollars | null)[] = [],
): Dollars[] {
  // True of Grad PLUS for nearly every student.
  if (amount === 0) return weights.map((_, index) => settled[index] ?? 0);
  const size = absolute(amount);
  const weightOfAll = totalWeight(weights);
  let weightSoFar = ZERO;
  let given: Dollars = 0;
  return weights.map((weight, index) => {
    if (!isPositive(weight)) return settled[index] ?? 0;
    weightSoFar = add(weightSoFar, weight);
    const before = given;
    given = ratioHalfDown(size, weightSoFar, weightOfAll);
    return amount < 0 ? minus(before, given) : minus(given, before);
  });
}

/** W of section 6.2. */
export function totalWeight(weights: readonly Exact[]): Exact {
  let sum = ZERO;
  for (const weight of weights) sum = add(sum, weight);
  return sum;
}
