import { Decimal as DecimalBase } from 'decimal.js';
import { readDecimalText } from './decimal-text.js';

/**
 * The number type of the calculation. A quantity (credits or dollars) is held as a whole number of
 * thousandths, which a double carries exactly, and as a decimal.js value when it is finer than that.
 * The rules are written once on the functions below and never see which of the two they hold.
 */

declare const thousandths: unique symbol;
type Thousandths = number & { readonly [thousandths]: true };

/** An exact decimal quantity. Make one with {@link exact} or {@link parseExact}; never with arithmetic of your own. */
export type Exact = Thousandths | DecimalBase;

/** Why a text or number was not taken as a quantity. */
export type NotExact = 'not-a-decimal' | 'too-many-digits' | 'too-many-places' | 'too-large';

const SCALE = 1000;
const SCALE_DIGITS = 3;
/** A double carries this many decimal digits, whichever they are. */
export const MAX_SIGNIFICANT_DIGITS = 15;
export const MAX_DECIMAL_PLACES = 300;
/** A quantity has at most this many digits in front of the point. */
export const MAX_WHOLE_DIGITS = 9;
/** Quantities stay below this in magnitude. */
export const TOO_LARGE = 10 ** MAX_WHOLE_DIGITS;

/** Wide enough that no sum or product of accepted quantities is ever rounded; texts never carry an exponent. */
const Decimal = DecimalBase.clone({ defaults: true, precision: 2000, toExpNeg: -9e15, toExpPos: 9e15 });

/** A whole quantity, such as a table amount in dollars. `whole` is an integer of at most twelve digits. */
export function exact(whole: number): Exact {
  return (whole * SCALE) as Thousandths;
}

export const ZERO = exact(0);

/**
 * Reads a decimal string (optional sign, digits, at most one point) or a JSON number, without loss.
 *
 * Refuses more than 15 significant digits (trailing zeros do not count), 1,000,000,000 or more in
 * magnitude, and more than 300 decimal places.
 */
export function parseExact(input: string | number): Exact | NotExact {
  if (typeof input === 'string') return fromText(input);
  if (Number.isInteger(input) && input > -TOO_LARGE && input < TOO_LARGE) return exact(input + 0);
  if (!Number.isFinite(input)) return 'too-large';
  // The shortest text that gives back the double is the decimal that the sender wrote, up to 15 digits.
  const [mantissa = '', power = '0'] = String(input).split('e');
  return fromText(mantissa, Number.parseInt(power, 10));
}

/** Reads a decimal string times ten to a power. */
function fromText(text: string, power = 0): Exact | NotExact {
  const decimal = readDecimalText(text);
  if (decimal === null) return 'not-a-decimal';
  const { isNegative, digits } = decimal;
  const exponent = decimal.exponent + power;
  if (digits.length + exponent > MAX_WHOLE_DIGITS) return 'too-large';
  if (digits.length > MAX_SIGNIFICANT_DIGITS) return 'too-many-digits';
  if (-exponent > MAX_DECIMAL_PLACES) return 'too-many-places';
  if (-exponent > SCALE_DIGITS) return new Decimal(`${isNegative ? '-' : ''}${digits}e${exponent}`);
  const thousandths = inThousandths(Number.parseInt(digits || '0', 10), -exponent);
  return isNegative ? subtract(ZERO, thousandths) : thousandths;
}

/** A whole number that has up to three of its digits behind the point; below 0 they are zeros in front of it. */
function inThousandths(digits: number, places: number): Exact {
  let value = digits;
  for (let place = places; place < SCALE_DIGITS; place++) value *= 10;
  return value as Thousandths;
}

const POINT = 46;
const DIGIT_0 = 48;
const SHORT = 9;

/**
 * Reads {@link parseExact}'s common case straight from bytes: up to nine characters, digits with at most three of them
 * behind a point. Undefined for anything else, which may still be a quantity.
 */
export function parseShort(bytes: Uint8Array, start: number, end: number): Exact | undefined {
  if (end - start > SHORT) return undefined;
  let value = 0;
  let digits = 0;
  let places = -1;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    const digit = byte - DIGIT_0;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digits += 1;
      if (places >= 0) places += 1;
    } else if (byte === POINT && places < 0) {
      places = 0;
    } else {
      return undefined;
    }
  }
  return digits === 0 || places > SCALE_DIGITS ? undefined : inThousandths(value, Math.max(places, 0));
}

/** Whether a reading of {@link parseExact} is a quantity. */
export function isExact(reading: Exact | NotExact): reading is Exact {
  return typeof reading !== 'string';
}

/** The same quantity held by decimal.js, whatever its size: for arithmetic that no rule needs. */
export function inDecimal(value: Exact): DecimalBase {
  return typeof value === 'number' ? new Decimal(value).div(SCALE) : value;
}

/** `a + b`, exactly. */
export function add(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number') return (a + b) as Thousandths;
  return inDecimal(a).plus(inDecimal(b));
}

/** `a - b`, exactly. */
export function subtract(a: Exact, b: Exact): Exact {
  if (typeof a === 'number' && typeof b === 'number') return (a - b) as Thousandths;
  return inDecimal(a).minus(inDecimal(b));
}

/** Below 0 when `a` is less than `b`, 0 when they are equal, above 0 when `a` is more. */
export function compare(a: Exact, b: Exact): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return inDecimal(a).cmp(inDecimal(b));
}

/** Above 0. */
export function isPositive(a: Exact): boolean {
  return typeof a === 'number' ? a > 0 : a.gt(0);
}

/** Below 0. */
export function isNegative(a: Exact): boolean {
  return typeof a === 'number' ? a < 0 : a.lt(0);
}

/** The smaller one. */
export function least(a: Exact, b: Exact): Exact {
  return compare(a, b) <= 0 ? a : b;
}

/** The larger one. */
export function greatest(a: Exact, b: Exact): Exact {
  return compare(a, b) >= 0 ? a : b;
}

/** The whole number that the quantity is, or null when it has a fraction. */
export function wholeNumber(a: Exact): number | null {
  if (typeof a !== 'number') return a.isInteger() ? a.toNumber() : null;
  return a % SCALE === 0 ? a / SCALE : null;
}

/**
 * `half_up(factor x numerator / denominator)`: an exact half goes up.
 * Takes a whole factor of 0 or more, a numerator of 0 or more and a denominator above 0. A quotient above the
 * safe integers, which only a denominator far below 1 gives, is exact to 15 digits.
 */
export function ratioHalfUp(factor: number, numerator: Exact, denominator: Exact): number {
  return roundedRatio(factor, numerator, denominator, true);
}

/** `half_down(factor x numerator / denominator)`: an exact half goes down. Takes what {@link ratioHalfUp} takes. */
export function ratioHalfDown(factor: number, numerator: Exact, denominator: Exact): number {
  return roundedRatio(factor, numerator, denominator, false);
}

function roundedRatio(factor: number, numerator: Exact, denominator: Exact, isHalfUp: boolean): number {
  if (typeof numerator === 'number' && typeof denominator === 'number') {
    const product = factor * numerator;
    if (product <= Number.MAX_SAFE_INTEGER) {
      // Half of the last place of a quotient a / b is less than 1 / b where a is below 2 ** 53: it is never rounded up to a whole number.
      const whole = Math.floor(product / denominator);
      const twiceRest = (product - whole * denominator) * 2;
      return twiceRest > denominator || (isHalfUp && twiceRest === denominator) ? whole + 1 : whole;
    }
  }
  const product = inDecimal(numerator).times(factor);
  const divisor = inDecimal(denominator);
  const whole = product.divToInt(divisor);
  const rest = product.minus(whole.times(divisor));
  const beyondHalf = rest.times(2).cmp(divisor);
  return whole.toNumber() + (beyondHalf > 0 || (isHalfUp && beyondHalf === 0) ? 1 : 0);
}

export const FULL_PERCENT = 100;
const HUNDRED = exact(FULL_PERCENT);

/** `half_up(amount x percent / 100)` for a whole percent: whole dollars. */
export function percentOf(amount: Exact, percent: number): number {
  return ratioHalfUp(percent, amount, HUNDRED);
}

/** `half_up(100 x part / whole)` as a whole percent, not above 100. `part` is 0 or more, `whole` above 0. */
export function cappedPercent(part: Exact, whole: Exact): number {
  return Math.min(FULL_PERCENT, ratioHalfUp(FULL_PERCENT, part, whole));
}

/** The plain decimal text of a quantity: `7.5`, `-3`, `0.333`. Never an exponent. */
export function toText(a: Exact): string {
  return typeof a === 'number' ? String(toJson(a)) : a.toString();
}

/**
 * The quantity as a JSON number when a double carries it exactly (its shortest text is the value), which
 * holds for every quantity read from a request; else its decimal text, which only a sum can need.
 */
export function toJson(a: Exact): number | string {
  // A quotient of integers is the double nearest to the decimal, so its shortest text is that decimal.
  if (typeof a === 'number') return a / SCALE;
  return a.sd() <= MAX_SIGNIFICANT_DIGITS ? a.toNumber() : a.toString();
}

/** Decimal places of a quotient that is written down. */
const QUOTIENT_PLACES = 4;

/**
 * `factor x numerator / denominator` as decimal text, for people to read: cut after four places, never rounded, with an
 * ellipsis where something was cut. Takes what {@link ratioHalfUp} takes.
 */
export function quotientText(factor: number, numerator: Exact, denominator: Exact): string {
  const scale = 10 ** QUOTIENT_PLACES;
  const product = inDecimal(numerator).times(factor).times(scale);
  const divisor = inDecimal(denominator);
  const cut = product.divToInt(divisor);
  if (cut.times(divisor).eq(product)) return cut.div(scale).toString();
  return `${cut.divToInt(scale)}.${cut.mod(scale).toString().padStart(QUOTIENT_PLACES, '0')}…`;
}
