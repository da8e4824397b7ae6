declare const unit: unique symbol;

/**
 * Whole dollars: a number to show and to compare, but no number is dollars. A count or a percent cannot be given for
 * them, and what `+` and `-` give is a number again: calculate with the functions below. 0 is 0 in any unit.
 */
export type Dollars = 0 | (number & { readonly [unit]: never });

/** The dollars that a table, a rounding or a field of whole dollars says. `whole` is an integer. */
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

/** What `a` has beyond `b`: `a - b`, or 0 where that is negative. */
export function beyond(a: Dollars, b: Dollars): Dollars {
  return a > b ? minus(a, b) : 0;
}

/** The amount without its sign. */
export function absolute(amount: Dollars): Dollars {
  return dollarsOf(Math.abs(amount));
}

/** The sum of the amounts; null counts for nothing. */
export function total(amounts: readonly (Dollars | null)[]): Dollars {
  return amounts.reduce<Dollars>((sum, amount) => plus(sum, amount ?? 0), 0);
}
