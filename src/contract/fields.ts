import { z } from 'zod';
import {
  type Exact,
  isExact,
  MAX_DECIMAL_PLACES,
  MAX_SIGNIFICANT_DIGITS,
  type NotExact,
  parseExact,
  TOO_LARGE,
  wholeNumber,
} from '../engine/exact.js';
import { alteredNumber } from './json-text.js';

/** Zod types of the fields that requests are made of, and the sentences that refuse a value. */

const LABEL_LENGTH = 200;

/** What a value looks like in a message: short, and never a whole object. */
export function shown(value: unknown): string {
  if (value === undefined) return 'Nothing was given.';
  if (Array.isArray(value)) return 'Given: an array.';
  if (typeof value === 'object' && value !== null) return 'Given: an object.';
  const text =
    alteredNumber(value)?.text ?? (typeof value === 'string' ? JSON.stringify(value) : String(value));
  return `Given: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}.`;
}

const REASONS: Readonly<Record<NotExact, string>> = {
  'not-a-decimal': 'Expected a number or a decimal string such as "3500" or "7.5".',
  'too-many-digits': `Expected at most ${MAX_SIGNIFICANT_DIGITS} significant digits.`,
  'too-many-places': `Expected at most ${MAX_DECIMAL_PLACES} decimal places.`,
  'too-large': `Expected a number below ${TOO_LARGE.toLocaleString('en-US')}.`,
};

function decimalReading(value: unknown): Exact | NotExact {
  if (typeof value === 'number') return parseExact(value);
  if (typeof value !== 'string') return 'not-a-decimal';
  const reading = parseExact(value);
  return reading === 'not-a-decimal' ? (alteredNumber(value)?.reason ?? reading) : reading;
}

function readDecimal(value: unknown, refuse: (message: string) => void): Exact {
  const reading = decimalReading(value);
  if (isExact(reading)) return reading;
  refuse(`${REASONS[reading]} ${shown(value)}`);
  return z.NEVER;
}

const DECIMAL_TEXT = { type: 'string', pattern: '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$' } as const;

/** JSON Schema keywords for the number form of a field, such as its lower bound. */
interface NumberKeywords {
  readonly type?: 'integer';
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
}

/** JSON Schema of a number or decimal string, which the transforms below can't tell of themselves. */
export function decimalMeta(description: string, keywords: NumberKeywords = {}) {
  const number = { type: 'number', ...keywords, exclusiveMaximum: TOO_LARGE };
  return { description, anyOf: [number, DECIMAL_TEXT] };
}

/** {@link decimalMeta} of a field that may be null. */
export function nullableDecimalMeta(description: string, keywords: NumberKeywords = {}) {
  const { anyOf } = decimalMeta(description, keywords);
  return { description, anyOf: [...anyOf, { type: 'null' }] };
}

/** A number or decimal string, kept exact. Bounds are rules of the calculation, not of the field. */
export const decimal = z
  .unknown()
  .transform((value, context) => readDecimal(value, (message) => context.addIssue(message)));

/** {@link decimal} or null; absent means null. */
export const optionalDecimal = decimal.nullable().default(null);

/** Whole dollars as a number or decimal string, or null; absent means null. */
export const optionalWholeDollars = z
  .unknown()
  .transform((value, context) => {
    const amount = readDecimal(value, (message) => context.addIssue(message));
    if (amount === z.NEVER) return z.NEVER;
    const whole = wholeNumber(amount);
    if (whole === null) context.addIssue(`Expected whole dollars. ${shown(value)}`);
    return whole ?? z.NEVER;
  })
  .nullable()
  .default(null);

/** 1 to 200 characters, counted as a person counts them. */
export const label = z
  .unknown()
  .transform((value, context) => {
    if (typeof value !== 'string' || alteredNumber(value) !== null) {
      context.addIssue(`Expected a string. ${shown(value)}`);
      return z.NEVER;
    }
    const isCountable = value.length > 0 && value.length <= LABEL_LENGTH;
    if (isCountable || (value !== '' && [...value].length <= LABEL_LENGTH)) return value;
    context.addIssue(`Expected 1 to ${LABEL_LENGTH} characters. Given: ${[...value].length}.`);
    return z.NEVER;
  })
  .meta({ type: 'string', minLength: 1, maxLength: LABEL_LENGTH });

/** The sentence for an issue that zod finds by itself: what is expected, and what was given. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' && issue.expected === 'number') {
    const altered = alteredNumber(issue.input);
    if (altered !== null) return `${REASONS[altered.reason]} ${shown(issue.input)}`;
  }
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'nonoptional') return `This field is required. ${shown(issue.input)}`;
      return `Expected ${article(issue.expected)}. ${shown(issue.input)}`;
    case 'invalid_value':
      return `Expected ${issue.values
        .map(String)
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')}. ${shown(issue.input)}`;
    case 'too_small':
      return `Expected ${String(issue.minimum)} or more. ${shown(issue.input)}`;
    case 'too_big':
      return `Expected ${String(issue.maximum)} or less. ${shown(issue.input)}`;
    default:
      return undefined;
  }
}

function article(type: string): string {
  switch (type) {
    case 'boolean':
      return 'true or false';
    case 'int':
      return 'a whole number';
    case 'array':
    case 'object':
      return `an ${type}`;
    default:
      return `a ${type}`;
  }
}
