/** An exact fraction in lowest terms. The denominator is always above 0. */
export class Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;

  /** @throws RangeError if the denominator is 0. */
  constructor(numerator: bigint, denominator = 1n) {
    if (denominator === 0n) throw new RangeError('A fraction cannot have the denominator 0.');
    const divisor = denominator === 1n ? 1n : greatestCommonDivisor(numerator, denominator);
    const signed = denominator < 0n ? -divisor : divisor;
    this.numerator = numerator / signed;
    this.denominator = denominator / signed;
  }

  /** The exact value of `12`, `-0.5`, `.5`, `12.`, `+3` or `1e-7`. @throws RangeError for other text. */
  static parse(text: string): Rational {
    const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
    const [, sign = '', integer = '', decimals = '', exponent = '0'] = match ?? [];
    if (match === null || integer + decimals === '') throw new RangeError('Not a decimal number.');
    const digits = BigInt(integer + decimals) * (sign === '-' ? -1n : 1n);
    const power = Number(exponent) - decimals.length;
    return power >= 0
      ? new Rational(digits * 10n ** BigInt(power))
      : new Rational(digits, 10n ** BigInt(-power));
  }

  plus(other: Operand): Rational {
    const { numerator, denominator } = fraction(other);
    return new Rational(
      this.numerator * denominator + numerator * this.denominator,
      this.denominator * denominator,
    );
  }

  minus(other: Operand): Rational {
    return this.plus(fraction(other).times(-1));
  }

  times(other: Operand): Rational {
    const { numerator, denominator } = fraction(other);
    return new Rational(this.numerator * numerator, this.denominator * denominator);
  }

  /** @throws RangeError for division by 0. */
  over(other: Operand): Rational {
    const { numerator, denominator } = fraction(other);
    return new Rational(this.numerator * denominator, this.denominator * numerator);
  }

  /** Negative if this is less than the other, 0 if equal, positive if more. */
  compare(other: Operand): -1 | 0 | 1 {
    const { numerator } = this.minus(other);
    if (numerator === 0n) return 0;
    return numerator < 0n ? -1 : 1;
  }

  equals(other: Operand): boolean {
    return this.compare(other) === 0;
  }

  isAbove(other: Operand): boolean {
    return this.compare(other) > 0;
  }

  isBelow(other: Operand): boolean {
    return this.compare(other) < 0;
  }

  get isWhole(): boolean {
    return this.denominator === 1n;
  }

  floor(): Rational {
    const quotient = this.numerator / this.denominator;
    return new Rational(this.isWhole || this.numerator > 0n ? quotient : quotient - 1n);
  }

  /** floor(x + 1/2): 2.5 becomes 3, -2.5 becomes -2. */
  halfUp(): Rational {
    return this.plus(ONE_HALF).floor();
  }

  /** ceil(x - 1/2): 2.5 becomes 2, -2.5 becomes -3. */
  halfDown(): Rational {
    return this.times(-1).halfUp().times(-1);
  }

  /** @throws RangeError for a fraction. */
  toNumber(): number {
    if (!this.isWhole) throw new RangeError('A whole number was expected.');
    return Number(this.numerator);
  }

  /** The exact decimal, without exponent or needless zeros. @throws RangeError if it never ends (1/3). */
  toString(): string {
    let places = 0;
    let power = 1n;
    while (power % this.denominator !== 0n) {
      places += 1;
      power *= 10n;
      if (places > 2000) throw new RangeError('This fraction has no finite decimal form.');
    }
    const scaled = this.numerator * (power / this.denominator);
    const digits = String(scaled < 0n ? -scaled : scaled).padStart(places + 1, '0');
    const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
    return scaled < 0n ? `-${text}` : text;
  }
}

type Operand = Rational | number;

function fraction(value: Operand): Rational {
  return typeof value === 'number' ? whole(value) : value;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** @throws RangeError if the value is not whole. */
export function whole(value: number): Rational {
  return new Rational(BigInt(value));
}

export const ZERO = whole(0);
const ONE_HALF = new Rational(1n, 2n);

export function sum(values: readonly Rational[]): Rational {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

export function smaller(a: Rational, b: Rational): Rational {
  return a.isAbove(b) ? b : a;
}

export function larger(a: Rational, b: Rational): Rational {
  return a.isBelow(b) ? b : a;
}
