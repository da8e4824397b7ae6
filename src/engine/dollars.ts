declare const unit: unique symbol;

/**
 * Whole dollars. They can be used as a number, but a plain number (a count, a percent) is not accepted as
 * dollars. `+` and `-` return plain numbers, so use the functions below. 0 is accepted.
 */
export type Dollars = 0 | (number & { readonly [unit]: never });

/** Marks an integer from a table, a rounding or a field of whole dollars as dollars. Does not check it. */
export function dollarsOf(whole: number): Dollars {
  return whole as Dollars;
}

/** `a + b`. */
export function plus(a: Dollars, b: Dollars): Dollars {
  return dollarsOf(a + b);
}

/** `a - b`, which may be negative. */
export function minus(a: Dollars, b: Dollars): Dollars {
  return dollarsOf(a - b);
}

/** The amount by which `a` exceeds `b`; 0 if it does not. */
export function beyond(a: Dollars, b: Dollars): Dollars {
  return a > b ? minus(a, b) : 0;
}

/** The amount without its sign. */
export function absolute(amount: Dollars): Dollars {
  return dollarsOf(Math.abs(amount));
}

/** The sum of the amounts; null counts as 0. */
export function total(amounts: readonly (Dollars | null)[]): Dollars {
  return amounts.reduce<Dollars>((sum, amount) => plus(sum, amount ?? 0), 0);
}
