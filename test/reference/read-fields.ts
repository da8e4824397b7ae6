import { Rational } from './rational.js';

/** Stands for a field that is refused: nothing that needs it can be decided. */
export const REFUSED = Symbol('refused');
export type Read<T> = T | typeof REFUSED;

/** Makes a number of at most 15 decimal places whole. */
const FINEST = new Rational(10n ** 15n);

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the fields of a student, or of a term, by their names. What it refuses it adds to `refused`, as a path. */
export class Fields {
  readonly #record: Readonly<Record<string, unknown>>;
  readonly #refused: Set<string>;
  readonly #prefix: string;

  constructor(record: Readonly<Record<string, unknown>>, refused: Set<string>, prefix = '') {
    this.#record = record;
    this.#refused = refused;
    this.#prefix = prefix;
  }

  refuse(name: string): typeof REFUSED {
    this.#refused.add(this.#prefix + name);
    return REFUSED;
  }

  /** The field as it was read, refused unless the condition holds. */
  check<T>(name: string, value: T, isFine: boolean): Read<T> {
    return isFine ? value : this.refuse(name);
  }

  /** For most fields null and absence mean the same. */
  isGiven(name: string): boolean {
    return this.#record[name] !== undefined && this.#record[name] !== null;
  }

  /** One of a closed list. */
  choice<T extends string | number>(name: string, allowed: readonly T[], whenAbsent?: T): Read<T> {
    const value = this.#record[name] === undefined ? whenAbsent : this.#record[name];
    return allowed.find((candidate) => candidate === value) ?? this.refuse(name);
  }

  choiceOrNull<T extends string | number>(name: string, allowed: readonly T[]): Read<T | null> {
    return this.isGiven(name) ? this.choice(name, allowed) : null;
  }

  /** A boolean with a default for absence. Null is not a boolean. */
  flag(name: string, whenAbsent: boolean): Read<boolean> {
    const { [name]: value = whenAbsent } = this.#record;
    return typeof value === 'boolean' ? value : this.refuse(name);
  }

  number(name: string, isFine: (exact: Rational) => boolean, whenAbsent?: Rational): Read<Rational> {
    if (this.#record[name] === undefined && whenAbsent !== undefined) return whenAbsent;
    const exact = exactNumber(this.#record[name]);
    return exact !== REFUSED && isFine(exact) ? exact : this.refuse(name);
  }

  numberOrNull(name: string, isFine: (exact: Rational) => boolean): Read<Rational | null> {
    return this.isGiven(name) ? this.number(name, isFine) : null;
  }
}

/**
 * A JSON number or decimal string as its exact value. Refused: other types and texts, more than 15 significant
 * digits or decimal places, 1,000,000,000 or more. Zeros in front of the first and behind the last other digit are not counted as
 * significant, so that `12.500` and 12.5 fare alike.
 */
function exactNumber(value: unknown): Read<Rational> {
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
  const exact = Rational.parse(text);
  return exact.times(FINEST).isWhole && exact.isBelow(1_000_000_000) ? exact : REFUSED;
}

export const isPositive = (x: Rational): boolean => x.isAbove(0);
export const isNotNegative = (x: Rational): boolean => !x.isBelow(0);
export const isWholeDollars = (x: Rational): boolean => isNotNegative(x) && x.isWhole;
export const isAnything = (): boolean => true;
