/** An exact fraction in lowest terms. The denominator is always above 0. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** numerator / denominator in lowest terms. Throws RangeError when the denominator is 0. */
export function fraction(numerator: bigint, denominator = 1n): Rational {
  if (denominator === 0n) throw new RangeError('A fraction cannot have the denominator 0.');
  if (denominator === 1n) return { numerator, denominator };
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = sign * greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** A whole number as a fraction. */
export function whole(value: number | bigint): Rational {
  return fraction(BigInt(value));
}

export const ZERO = whole(0);
export const ONE_HALF = fraction(1n, 2n);

/**
 * The exact value of `12`, `-0.5`, `.5`, `12.`, `+3` or, as JavaScript prints small and large numbers, `1e-7`.
 * Throws RangeError for any other text.
 */
export function parseRational(text: string): Rational {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  const [, sign = '', integer = '', decimals = '', exponent = '0'] = match ?? [];
  if (match === null || integer + decimals === '') throw new RangeError('Not a decimal number.');
  const digits = BigInt(integer + decimals) * (sign === '-' ? -1n : 1n);
  const power = Number(exponent) - decimals.length;
  return power >= 0 ? fraction(digits * 10n ** BigInt(power)) : fraction(digits, 10n ** BigInt(-power));
}

export function add(a: Rational, b: Rational): Rational {
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, { numerator: -b.numerator, denominator: b.denominator });
}

export function multiply(a: Rational, b: Rational): Rational {
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** a / b. Throws RangeError when b is 0. */
export function divide(a: Rational, b: Rational): Rational {
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator);
}

/** Below 0 when a < b, 0 when they are equal, above 0 when a > b. */
export function compare(a: Rational, b: Rational): -1 | 0 | 1 {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

export function sum(values: readonly Rational[]): Rational {
  return values.reduce(add, ZERO);
}

export function smaller(a: Rational, b: Rational): Rational {
  return compare(a, b) <= 0 ? a : b;
}

export function larger(a: Rational, b: Rational): Rational {
  return compare(a, b) >= 0 ? a : b;
}

/** The largest whole number that is not above x. */
export function floor(x: Rational): bigint {
  const quotient = x.numerator / x.denominator;
  const isExactOrPositive = x.numerator % x.denominator === 0n || x.numerator > 0n;
  return isExactOrPositive ? quotient : quotient - 1n;
}

/** The smallest whole number that is not below x. */
export function ceil(x: Rational): bigint {
  return -floor({ numerator: -x.numerator, denominator: x.denominator });
}

/** floor(x + 1/2): 2.5 becomes 3, -2.5 becomes -2. */
export function halfUp(x: Rational): bigint {
  return floor(add(x, ONE_HALF));
}

/** ceil(x - 1/2): 2.5 becomes 2, -2.5 becomes -3. */
export function halfDown(x: Rational): bigint {
  return ceil(subtract(x, ONE_HALF));
}

export function isWhole(x: Rational): boolean {
  return x.denominator === 1n;
}

/** The exact decimal without exponent or needless zeros. Throws RangeError for one that never ends, such as 1/3. */
export function toDecimalString(x: Rational): string {
  let places = 0;
  let power = 1n;
  while (power % x.denominator !== 0n) {
    places += 1;
    power *= 10n;
    if (places > 2000) throw new RangeError('This fraction has no finite decimal form.');
  }
  const scaled = x.numerator * (power / x.denominator);
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return scaled < 0n ? `-${text}` : text;
}
