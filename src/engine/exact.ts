import { Decimal } from 'decimal.js';
import { type Dollars, dollarsOf } from './dollars.js';
import { groupedDollars } from './texts.js';

declare const quantity: unique symbol;

/**
 * An exact quantity of credits or dollars: a number of whole thousandths, or a Decimal if the quantity is
 * finer. docs/design.md proves that both are exact. The functions below accept either form. Never use `<` or
 * `===`, which compile but are wrong for a Decimal. A plain number, such as a count or {@link Dollars}, is
 * not accepted.
 */
export type Exact = (number | Decimal) & { readonly [quantity]: never };

/** A private constructor, so that other code cannot change its settings. */
const Fine = Decimal.clone({ precision: 64, defaults: true });
const SCALE = 1000;
const SCALE_DIGITS = 3;

function fine(a: Exact): Decimal {
  return typeof a === 'number' ? new Fine(a).div(SCALE) : a;
}

/** A double carries any decimal with this many digits. */
export const MAX_SIGNIFICANT_DIGITS = 15;
export const MAX_DECIMAL_PLACES = 15;
export const MAX_WHOLE_DIGITS = 9;
/** Quantities are below this in magnitude. */
export const TOO_LARGE = 10 ** MAX_WHOLE_DIGITS;

/** Why a text or a number is not a quantity. */
export type NotExact = 'not-a-decimal' | 'too-many-digits' | 'too-many-places' | 'too-large';

/** The quantity of a whole number with at most twelve digits, such as a table amount in dollars. */
export function exact(whole: number): Exact {
  return (whole * SCALE) as Exact;
}

export const ZERO = exact(0);

/**
 * Reads a decimal string (optional sign, digits, at most one point) or a JSON number, without loss. Refuses
 * more than {@link MAX_SIGNIFICANT_DIGITS} (trailing zeros aside) or {@link MAX_DECIMAL_PLACES}, and
 * {@link TOO_LARGE} or more.
 */
export function parseExact(input: string | number): Exact | NotExact {
  if (typeof input === 'number') {
    if (Number.isInteger(input) && Math.abs(input) < TOO_LARGE) return exact(input + 0);
    if (!Number.isFinite(input)) return 'too-large';
  }
  // With up to 15 digits, the shortest text of a double is the decimal that the sender wrote.
  const decimal = readDecimalText(typeof input === 'string' ? input : new Fine(input).toFixed());
  if (decimal === null) return 'not-a-decimal';
  const { isNegative, digits, exponent } = decimal;
  if (digits.length + exponent > MAX_WHOLE_DIGITS) return 'too-large';
  if (digits.length > MAX_SIGNIFICANT_DIGITS) return 'too-many-digits';
  if (-exponent > MAX_DECIMAL_PLACES) return 'too-many-places';
  const size = (
    -exponent > SCALE_DIGITS
      ? new Fine(`${digits}e${exponent}`)
      : Number.parseInt(digits || '0', 10) * 10 ** (SCALE_DIGITS + exponent)
  ) as Exact;
  return isNegative ? subtract(ZERO, size) : size;
}

const POINT = 46;
const DIGIT_0 = 48;
const SHORT = 9;
/** Indexed by decimal places. Calculating a power per cell would take as long as reading the cell. */
const SCALES = [1000, 100, 10, 1];

/**
 * Reads the common case of {@link parseExact} straight from bytes: up to nine characters, with at most three
 * digits after the decimal point. Undefined for anything else, which may still be a quantity.
 */
export function parseShort(bytes: Uint8Array, start: number, end: number): Exact | undefined {
  if (end - start > SHORT) return undefined;
  let value = 0;
  let point = end;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    const digit = byte - DIGIT_0;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (byte === POINT && point === end) point = i;
    else return undefined;
  }
  const places = Math.max(end - point - 1, 0);
  const scale = SCALES[places];
  if (point - start + places === 0 || scale === undefined) return undefined;
  return (value * scale) as Exact;
}

/** Whether {@link parseExact} read a quantity. */
export function isExact(reading: Exact | NotExact): reading is Exact {
  return typeof reading !== 'string';
}

/** `a + b`, exactly. */
export function add(a: Exact, b: Exact): Exact {
  return (typeof a === 'number' && typeof b === 'number' ? a + b : fine(a).plus(fine(b))) as Exact;
}

/** `a - b`, exactly. */
export function subtract(a: Exact, b: Exact): Exact {
  return (typeof a === 'number' && typeof b === 'number' ? a - b : fine(a).minus(fine(b))) as Exact;
}

/** The sum of the quantities, exactly. */
export function sum(quantities: readonly Exact[]): Exact {
  return quantities.reduce(add, ZERO);
}

/** Negative if `a` is less than `b`, 0 if they are equal, positive if `a` is greater. */
export function compare(a: Exact, b: Exact): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : fine(a).cmp(fine(b));
}

/** Whether two values are identical or equal quantities: a whole sum may be a Decimal. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || (isQuantity(a) && isQuantity(b) && compare(a, b) === 0);
}

function isQuantity(value: unknown): value is Exact {
  return typeof value === 'number' || value instanceof Decimal;
}

/** `a > 0`. */
export function isPositive(a: Exact): boolean {
  return compare(a, ZERO) > 0;
}

/** `a < 0`. */
export function isNegative(a: Exact): boolean {
  return compare(a, ZERO) < 0;
}

/** Half of a quantity, exactly: the precision has room for the additional decimal place. */
export function half(a: Exact): Exact {
  return fine(a).div(2) as Exact;
}

/** The smaller of the two. */
export function least(a: Exact, b: Exact): Exact {
  return compare(a, b) <= 0 ? a : b;
}

/** The larger of the two. */
export function greatest(a: Exact, b: Exact): Exact {
  return compare(a, b) >= 0 ? a : b;
}

/** The quantity as a whole number, or null if it has a fraction. */
export function wholeNumber(a: Exact): number | null {
  const below = floor(a);
  return compare(exact(below), a) === 0 ? below : null;
}

/** The quantity as whole dollars, or null if it has cents. */
export function wholeAmount(a: Exact): Dollars | null {
  const whole = wholeNumber(a);
  return whole === null ? null : dollarsOf(whole);
}

/** The largest whole number not above a quantity of 0 or more. */
export function floor(a: Exact): number {
  return typeof a === 'number' ? Math.floor(a / SCALE) : a.floor().toNumber();
}

const GOES_UP = { 'half up': true, 'half down': false } as const;
/** How a rounding treats an exact half. */
export type Half = keyof typeof GOES_UP;

/**
 * `factor x numerator / denominator`, rounded to a whole number. The factor is whole and 0 or more, the
 * numerator 0 or more, the denominator above 0. A quotient above the safe integers, possible only with a
 * denominator far below 1, is exact to 15 digits.
 */
export function roundedRatio(half: Half, factor: number, numerator: Exact, denominator: Exact): number {
  if (typeof numerator === 'number' && typeof denominator === 'number') {
    const product = factor * numerator;
    if (product <= Number.MAX_SAFE_INTEGER) {
      // While a is below 2 ** 53, half of the last place of a / b is less than 1 / b. The division therefore
      // never rounds up to a whole number.
      const whole = Math.floor(product / denominator);
      const twiceRest = (product - whole * denominator) * 2;
      return twiceRest > denominator || (twiceRest === denominator && GOES_UP[half]) ? whole + 1 : whole;
    }
  }
  const [whole, rest] = divided(fine(numerator).times(factor), fine(denominator));
  const side = rest.times(2).cmp(fine(denominator));
  return (side > 0 || (GOES_UP[half] && side === 0) ? whole.plus(1) : whole).toNumber();
}

/** The exact whole part and remainder. A rounding must not depend on a rounded quotient. */
function divided(numerator: Decimal, denominator: Decimal): readonly [whole: Decimal, rest: Decimal] {
  const whole = numerator.divToInt(denominator);
  return [whole, numerator.minus(whole.times(denominator))];
}

/** The plain decimal text of a quantity: `7.5`, `-3`, `0.333`. Never an exponent. */
export function toText(a: Exact): string {
  // Dividing integers gives the double nearest to the decimal, so its shortest text is that decimal.
  return typeof a === 'number' ? String(a / SCALE) : a.toFixed();
}

/** Dollars with thousands separators, and cents if there are any: `$4,500`, `$4,500.50`. */
export function dollars(amount: Exact): string {
  return groupedDollars(toText(amount));
}

/** A quantity read from a request, as a JSON number. The number is exact: its shortest text is the value. */
export function jsonNumber(a: Exact): number {
  return typeof a === 'number' ? a / SCALE : a.toNumber();
}

/** A sum as {@link jsonNumber}, or as decimal text if it has more digits than a double carries. */
export function toJson(a: Exact): number | string {
  return typeof a === 'number' || a.precision() <= MAX_SIGNIFICANT_DIGITS ? jsonNumber(a) : toText(a);
}

const QUOTIENT_PLACES = 4;

/**
 * `factor x numerator / denominator` as decimal text for people: truncated after four places, never rounded,
 * with an ellipsis if anything was cut off. Same arguments as {@link roundedRatio}.
 */
export function quotientText(factor: number, numerator: Exact, denominator: Exact): string {
  const scale = 10 ** QUOTIENT_PLACES;
  const [whole, rest] = divided(fine(numerator).times(factor).times(scale), fine(denominator));
  const cut = whole.div(scale);
  return rest.isZero() ? cut.toFixed() : `${cut.toFixed(QUOTIENT_PLACES)}…`;
}

/** Each character can match in only one way, so a megabyte of digits takes linear time. */
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** `digits` x 10^`exponent`, without leading or trailing zeros; no digits for 0, null for other text. */
export function readDecimalText(
  text: string,
): { readonly isNegative: boolean; readonly digits: string; readonly exponent: number } | null {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  const all = whole + fraction;
  if (all === '') return null;
  let first = 0;
  while (all[first] === '0') first += 1;
  let end = all.length;
  while (end > first && all[end - 1] === '0') end -= 1;
  const digits = all.slice(first, end);
  return { isNegative: sign === '-', digits, exponent: digits === '' ? 0 : whole.length - end };
}
