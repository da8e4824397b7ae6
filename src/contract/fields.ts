import * as z from 'zod';
import {
  type Exact,
  exact,
  isExact,
  isNegative,
  isPositive,
  MAX_DECIMAL_PLACES,
  MAX_SIGNIFICANT_DIGITS,
  type NotExact,
  parseExact,
  TOO_LARGE,
  toText,
  wholeNumber,
} from '../engine/exact.js';
import { alteredNumber } from './json-text.js';
import { shown } from './shown.js';

/** The kinds of field that a request is made of. Each makes a zod type that reads, refuses and documents its field. */

/** How a value is written, in JSON and in a cell. */
export type FieldKind = 'choice' | 'flag' | 'credits' | 'dollars' | 'whole dollars' | 'count' | 'text';

/** What the list of fields says of a field beside its JSON type. */
export interface FieldInfo {
  readonly kind: FieldKind;
  /** The column of a CSV file that holds it. */
  readonly column: string;
  /** What a choice may say. */
  readonly options?: readonly string[] | undefined;
  /** Whether 0 is refused as well as what is below it: for numbers. */
  readonly isAboveZero?: boolean | undefined;
  /** What null means, and with it a field or a cell that is not filled: for fields that may be null. */
  readonly whenNull?: string | undefined;
}

/** Where the kinds below note what zod itself has no place for. */
export const fieldRegistry = z.registry<FieldInfo>();

interface Described {
  readonly column: string;
  readonly description: string;
}

interface Nullable extends Described {
  readonly whenNull: string;
}

/** What a number may be: any, 0 or more, or above 0. */
type Bound = 'any' | 'from 0' | 'above 0';

const BOUND_KEYWORDS = { any: {}, 'from 0': { minimum: 0 }, 'above 0': { exclusiveMinimum: 0 } } as const;

/** Characters of a text, counted as Unicode code points. */
export const MAX_TEXT_LENGTH = 200;

/** One of a closed list of words; where it is not given, `whenAbsent`, and refused without one. */
export function choice<const Word extends string>(
  options: readonly [Word, ...Word[]],
  { column, description }: Described,
) {
  const schema = z.enum(options).describe(description);
  fieldRegistry.add(schema, { kind: 'choice', column, options });
  return schema;
}

/** {@link choice} that may be left out. */
export function optionalChoice<const Word extends string>(
  options: readonly [Word, ...Word[]],
  { column, description, whenAbsent }: Described & { readonly whenAbsent: NoInfer<Word> },
) {
  const schema = z.enum(options).default(whenAbsent).describe(description);
  fieldRegistry.add(schema, { kind: 'choice', column, options });
  return schema;
}

/** {@link choice} that may be null, and is where it is left out. */
export function nullableChoice<const Word extends string>(
  options: readonly [Word, ...Word[]],
  { column, description, whenNull }: Nullable,
) {
  const schema = z.enum(options).nullable().default(null).describe(description);
  fieldRegistry.add(schema, { kind: 'choice', column, options, whenNull });
  return schema;
}

/** True or false. */
export function flag({
  column,
  description,
  whenAbsent,
}: Described & { readonly whenAbsent: boolean }): z.ZodDefault<z.ZodBoolean> {
  const schema = z.boolean().default(whenAbsent).describe(description);
  fieldRegistry.add(schema, { kind: 'flag', column });
  return schema;
}

/** A whole number within bounds, both included, or null. */
export function count({
  column,
  description,
  whenNull,
  from,
  to,
}: Nullable & { readonly from: number; readonly to: number }) {
  const schema = z.int().min(from).max(to).nullable().default(null).describe(description);
  fieldRegistry.add(schema, { kind: 'count', column, whenNull });
  return schema;
}

/** Credits, kept exact, or null. */
export function credits({ column, description, whenNull, bound }: Nullable & { readonly bound: Bound }) {
  const schema = decimal(bound).nullable().default(null).meta(nullableMeta(description, bound));
  fieldRegistry.add(schema, { kind: 'credits', column, isAboveZero: bound === 'above 0', whenNull });
  return schema;
}

/** Dollars and cents, kept exact, or null. */
export function nullableDollars({
  column,
  description,
  whenNull,
  bound,
}: Nullable & { readonly bound: Bound }) {
  const schema = decimal(bound).nullable().default(null).meta(nullableMeta(description, bound));
  fieldRegistry.add(schema, { kind: 'dollars', column, isAboveZero: bound === 'above 0', whenNull });
  return schema;
}

/** {@link nullableDollars} that is never null: whole dollars stand in where it is left out. */
export function dollars({
  column,
  description,
  bound,
  whenAbsent,
}: Described & { readonly bound: Bound; readonly whenAbsent: number }) {
  const meta = { description, anyOf: [numberForm(bound), DECIMAL_TEXT], wireDefault: String(whenAbsent) };
  const schema = decimal(bound).default(exact(whenAbsent)).meta(meta);
  fieldRegistry.add(schema, { kind: 'dollars', column, isAboveZero: bound === 'above 0' });
  return schema;
}

/** Whole dollars of 0 or more, as a number or decimal text, or null. */
export function wholeDollars({ column, description, whenNull }: Nullable) {
  const schema = decimal('from 0')
    .transform((amount, context) => {
      const whole = wholeNumber(amount);
      if (whole === null) context.addIssue(`Expected whole dollars. Given: ${toText(amount)}.`);
      return whole ?? z.NEVER;
    })
    .nullable()
    .default(null)
    .meta({
      description,
      anyOf: [{ ...numberForm('from 0'), type: 'integer' }, DECIMAL_TEXT, { type: 'null' }],
    });
  fieldRegistry.add(schema, { kind: 'whole dollars', column, whenNull });
  return schema;
}

/** A text of 1 to 200 characters, not all of them blank, kept as sent. */
export function text({ column, description }: Described) {
  const schema = z
    .unknown()
    .transform((value, context) => {
      const problem = textProblem(value);
      if (problem === null && typeof value === 'string') return value;
      context.addIssue(problem ?? '');
      return z.NEVER;
    })
    .meta({ description, type: 'string', minLength: 1, maxLength: MAX_TEXT_LENGTH, pattern: '\\S' });
  fieldRegistry.add(schema, { kind: 'text', column });
  return schema;
}

function textProblem(value: unknown): string | null {
  if (typeof value !== 'string' || alteredNumber(value) !== null) return `Expected a string. ${shown(value)}`;
  if (value.trim() === '') {
    return `Expected 1 to ${MAX_TEXT_LENGTH} characters. ${value === '' ? 'Given: 0.' : 'Given: only blanks.'}`;
  }
  if (value.length <= MAX_TEXT_LENGTH) return null;
  const length = [...value].length;
  return length > MAX_TEXT_LENGTH ? `Expected 1 to ${MAX_TEXT_LENGTH} characters. Given: ${length}.` : null;
}

const DECIMAL_TEXT = { type: 'string', pattern: '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$' } as const;

function numberForm(bound: Bound) {
  return { type: 'number', ...BOUND_KEYWORDS[bound], exclusiveMaximum: TOO_LARGE } as const;
}

function nullableMeta(description: string, bound: Bound) {
  return { description, anyOf: [numberForm(bound), DECIMAL_TEXT, { type: 'null' }] };
}

/** A number or decimal text, kept exact. zod would read it as a double. */
function decimal(bound: Bound) {
  return z.unknown().transform((value, context): Exact => {
    const reading = decimalReading(value);
    if (!isExact(reading)) context.addIssue(`${NUMBER_REFUSALS[reading]} ${shown(value)}`);
    else if (bound === 'from 0' && isNegative(reading)) {
      context.addIssue(`Expected 0 or more. Given: ${toText(reading)}.`);
    } else if (bound === 'above 0' && !isPositive(reading)) {
      context.addIssue(`Expected more than 0. Given: ${toText(reading)}.`);
    } else return reading;
    return z.NEVER;
  });
}

function decimalReading(value: unknown): Exact | NotExact {
  if (typeof value === 'number') return parseExact(value);
  if (typeof value !== 'string') return 'not-a-decimal';
  const reading = parseExact(value);
  return reading === 'not-a-decimal' ? (alteredNumber(value)?.reason ?? reading) : reading;
}

/** Why a number is not taken, as a sentence. */
export const NUMBER_REFUSALS: Readonly<Record<NotExact, string>> = {
  'not-a-decimal': 'Expected a number or a decimal string such as "3500" or "7.5".',
  'too-many-digits': `Expected at most ${MAX_SIGNIFICANT_DIGITS} significant digits.`,
  'too-many-places': `Expected at most ${MAX_DECIMAL_PLACES} decimal places.`,
  'too-large': `Expected a number below ${TOO_LARGE.toLocaleString('en-US')}.`,
};
