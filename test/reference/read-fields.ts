import { compare, isWhole, multiply, parseRational, type Rational, whole, ZERO } from './rational.js';

/** Stands for a field that is refused: nothing that needs it can be decided. */
export const REFUSED = Symbol('refused');
export type Read<T> = T | typeof REFUSED;

const ONE_BILLION = whole(1_000_000_000);
/** Makes a number of at most 15 decimal places whole. */
const FINEST = whole(10n ** 15n);

/** The paths refused so far, and every rule that adds one. */
export class Refusals {
  readonly paths = new Set<string>();

  add(path: string): typeof REFUSED {
    this.paths.add(path);
    return REFUSED;
  }

  /** Refuses the field unless the condition holds. */
  check<T>(path: string, value: T, isFine: boolean): Read<T> {
    return isFine ? value : this.add(path);
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A JSON number or decimal string as its exact value. Refused: other types and texts, more than 15 significant
 * digits or decimal places, 1,000,000,000 or more. Zeros in front of the first and behind the last other digit are not counted as
 * significant, so that `12.500` and 12.5 fare alike.
 */
export function exactNumber(value: unknown): Read<Rational> {
  if (typeof value !== 'number' && typeof value !== 'string') return REFUSED;
  if (typeof value === 'string' && !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(value)) return REFUSED;
  if (typeof value === 'number' && !Number.isFinite(value)) return REFUSED;
  const text = String(value);
  const [mantissa = ''] = text.toLowerCase().split('e');
  const digits = mantissa
    .replace(/[+\-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '');
  if (digits.length > 15) return REFUSED;
  const exact = parseRational(text);
  if (!isWhole(multiply(exact, FINEST))) return REFUSED;
  return compare(exact, ONE_BILLION) >= 0 ? REFUSED : exact;
}

/** A number field for which null and absence mean the same. */
export function nullableNumber(
  refusals: Refusals,
  path: string,
  value: unknown,
  isFine: (exact: Rational) => boolean,
): Read<Rational | null> {
  if (value === undefined || value === null) return null;
  const exact = exactNumber(value);
  return exact === REFUSED ? refusals.add(path) : refusals.check(path, exact, isFine(exact));
}

/** A field that holds one of a closed list of texts. */
export function oneOf<T extends string>(
  refusals: Refusals,
  path: string,
  value: unknown,
  allowed: readonly T[],
): Read<T> {
  return allowed.find((candidate) => candidate === value) ?? refusals.add(path);
}

/** A boolean with a default for absence. Null is not a boolean. */
export function flag(refusals: Refusals, path: string, value: unknown, whenAbsent: boolean): Read<boolean> {
  if (value === undefined) return whenAbsent;
  return typeof value === 'boolean' ? value : refusals.add(path);
}

export const isPositive = (x: Rational): boolean => compare(x, ZERO) > 0;
export const isNotNegative = (x: Rational): boolean => compare(x, ZERO) >= 0;
export const isWholeDollars = (x: Rational): boolean => isNotNegative(x) && isWhole(x);
export const isAnything = (): boolean => true;
