import {
  type Exact,
  isExact,
  isNegative,
  isPositive,
  MAX_DECIMAL_PLACES,
  MAX_SIGNIFICANT_DIGITS,
  MAX_WHOLE_DIGITS,
  type NotExact,
  parseExact,
  TOO_LARGE,
  toText,
  wholeAmount,
  wholeNumber,
} from '../engine/exact.js';
import type { Mistake } from '../engine/refusals.js';
import { listed } from '../engine/texts.js';
import { alteredNumber } from './json-text.js';
import { cutText, isSpreadsheetError } from './name-forms.js';

/** The kinds of request fields: what each accepts and refuses, its form in a cell, and its documentation. */

export type FieldKind = 'choice' | 'flag' | 'credits' | 'dollars' | 'whole dollars' | 'count' | 'text';

export interface FieldType {
  readonly kind: FieldKind;
  /** Parses a JSON value; returns {@link Refused} if the value is not accepted. */
  readonly read: (value: unknown) => unknown;
  readonly forms: readonly object[];
  /** What a cell may hold, as Markdown. */
  readonly inCell: string;
  readonly options?: readonly string[] | undefined;
  readonly range?: { readonly from: number; readonly to: number } | undefined;
  readonly bound?: Bound | undefined;
}

const BOUNDS = {
  any: { keywords: { exclusiveMinimum: -TOO_LARGE }, allows: () => true, expected: '' },
  'from 0': {
    keywords: { minimum: 0 },
    allows: (amount: Exact) => !isNegative(amount),
    expected: 'Expected 0 or more.',
  },
  'above 0': { keywords: { exclusiveMinimum: 0 }, allows: isPositive, expected: 'Expected more than 0.' },
};
type Bound = keyof typeof BOUNDS;

/** Maximum length of a text, in Unicode code points. */
export const MAX_TEXT_LENGTH = 200;

/** One of a closed list of words. */
export function choice(options: readonly string[]): FieldType {
  const expected = `Expected ${listed(options, 'or')}.`;
  return {
    kind: 'choice',
    options,
    read: (value) => options.find((word) => word === value) ?? refused('invalid_value', expected, value),
    forms: [{ type: 'string', enum: options }],
    inCell: codes(options),
  };
}

/** Accepted values of a flag column, in any case. */
export const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  ['yes', true],
  ['no', false],
  ['y', true],
  ['n', false],
]);

/** True or false. */
export function flag(): FieldType {
  return {
    kind: 'flag',
    read: (value) =>
      typeof value === 'boolean' ? value : refused('invalid_type', 'Expected true or false.', value),
    forms: [{ type: 'boolean' }],
    inCell: codes([...FLAG_WORDS.keys()]),
  };
}

/** A whole number within bounds, both included. */
export function count(from: number, to: number): FieldType {
  return {
    kind: 'count',
    range: { from, to },
    read: (value) => {
      const altered = alteredNumber(value);
      if (altered !== null) return refused('invalid_type', NUMBER_REFUSALS[altered.reason], value);
      if (typeof value !== 'number') return refused('invalid_type', 'Expected a number.', value);
      if (!Number.isInteger(value)) return refused('invalid_type', 'Expected a whole number.', value);
      if (value < from) return refused('too_small', `Expected ${from} or more.`, value);
      return value > to ? refused('too_big', `Expected ${to} or less.`, value) : value;
    },
    forms: [{ type: 'integer', minimum: from, maximum: to }],
    inCell: 'a whole number',
  };
}

/** Credits as a number or decimal text, kept exact. */
export function credits(bound: Bound): FieldType {
  const orNone = bound === 'from 0' ? ', or 0 for a student who is not enrolled' : '';
  const expected = `Expected a number such as 12 or 7.5${orNone}.`;
  return {
    kind: 'credits',
    bound,
    read: (value) => readDecimal(value, bound, expected),
    forms: decimalForms('number', bound),
    inCell: 'a number such as `12` or `7.5`',
  };
}

/** Dollars and cents as a number or decimal text, kept exact. */
export function dollars(bound: Bound): FieldType {
  return {
    kind: 'dollars',
    bound,
    read: (value) => readDecimal(value, bound),
    forms: decimalForms('number', bound),
    inCell: 'an amount: `3500`, `3,500`, `$3,500.00`; `-` or `$-` for zero',
  };
}

/** Whole dollars of 0 or more, as a number or decimal text. */
export function wholeDollars(): FieldType {
  return {
    kind: 'whole dollars',
    read: (value) => {
      const amount = readDecimal(value, 'from 0');
      if (amount instanceof Refused) return amount;
      return wholeAmount(amount) ?? refused('not_whole', 'Expected whole dollars.', value, toText(amount));
    },
    forms: decimalForms('integer', 'from 0'),
    inCell: 'whole dollars: `1750`, `1,750`, `$1,750.00`; `-` or `$-` for zero',
  };
}

/** A text of 1 to 200 characters, not all of them blank, kept as sent. */
export function text(): FieldType {
  return {
    kind: 'text',
    read: (value) => {
      if (typeof value !== 'string' || alteredNumber(value) !== null)
        return refused('invalid_type', 'Expected a string.', value);
      const length = value.length <= MAX_TEXT_LENGTH ? value.length : [...value].length;
      const isBlank = value.trim() === '';
      const extent = isBlank && length > 0 ? 'only blanks' : String(length);
      if (isBlank || length > MAX_TEXT_LENGTH)
        return refused('length', `Expected 1 to ${MAX_TEXT_LENGTH} characters.`, value, extent);
      return isSpreadsheetError(value) ? new Refused(spreadsheetErrorIn(value)) : value;
    },
    forms: [{ type: 'string', minLength: 1, maxLength: MAX_TEXT_LENGTH, pattern: '\\S' }],
    inCell: `1 to ${MAX_TEXT_LENGTH} characters`,
  };
}

function codes(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}

function decimalForms(type: 'number' | 'integer', bound: Bound): readonly object[] {
  const number = { type, ...BOUNDS[bound].keywords, exclusiveMaximum: TOO_LARGE };
  return [number, { type: 'string', pattern: '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$' }];
}

const NUMBER_REFUSALS: Readonly<Record<NotExact, string>> = {
  'not-a-decimal': 'Expected a number such as 3500 or 7.5.',
  'too-many-digits': `Expected at most ${MAX_SIGNIFICANT_DIGITS} significant digits.`,
  'too-many-places': `Expected at most ${MAX_DECIMAL_PLACES} decimal places.`,
  'too-large': `Expected at most ${MAX_WHOLE_DIGITS} digits before the decimal point.`,
};

/** A number or decimal text, kept exact; `expected` is the message if the value is neither. */
function readDecimal(
  value: unknown,
  bound: Bound,
  expected = NUMBER_REFUSALS['not-a-decimal'],
): Exact | Refused {
  const isWritten = typeof value === 'number' || typeof value === 'string';
  const parsed = isWritten ? parseExact(value) : 'not-a-decimal';
  const reading = parsed === 'not-a-decimal' ? (alteredNumber(value)?.reason ?? parsed) : parsed;
  if (!isExact(reading)) {
    return refused(reading, reading === 'not-a-decimal' ? expected : NUMBER_REFUSALS[reading], value);
  }
  const { allows, expected: least } = BOUNDS[bound];
  return allows(reading) ? reading : refused('too_small', least, value, toText(reading));
}

export class Refused {
  constructor(readonly mistake: Mistake) {}
}

/** Start of a cell in which the maker of the file says why the student is not calculated. */
export const NOT_CALCULATED = 'Not calculated, ';

/** `given` is what the message shows instead of the value. */
function refused(code: string, problem: string, value: unknown, given?: string): Refused {
  if (typeof value === 'string' && value.startsWith(NOT_CALCULATED))
    return new Refused({ code: 'not_calculated', problem: value, detail: null, message: value });
  const message = `${problem} ${given === undefined ? shown(value) : `Given: ${given}.`}`;
  const isMissing = value === undefined;
  return new Refused({
    code: isMissing ? 'missing' : code,
    problem: isMissing ? message : problem,
    detail: null,
    message,
  });
}

/** The mistake for a cell with a spreadsheet error where text is expected. */
export function spreadsheetErrorIn(text: string): Mistake {
  const rest = 'is the error of a formula in a spreadsheet. Correct the formula, or type the value.';
  return {
    code: 'formula_error',
    problem: `This ${rest}`,
    detail: null,
    message: `${text.trim()} ${rest}`,
  };
}

const MOST_SHOWN = 60;

/** A value as messages show it: short, and never a whole object. */
export function shown(value: unknown): string {
  if (value === undefined) return 'Nothing was given.';
  if (Array.isArray(value)) return 'Given: an array.';
  if (typeof value === 'object' && value !== null) return 'Given: an object.';
  const text =
    alteredNumber(value)?.text ?? (typeof value === 'string' ? JSON.stringify(value) : String(value));
  return `Given: ${shortened(text)}.`;
}

/** A caller's text as messages show it. */
export function shortened(text: string): string {
  return cutText(text, MOST_SHOWN);
}

/** The JSON value of a trimmed, filled cell; other text is returned unchanged, for the field to refuse. */
export function cellValue({ kind, options }: Pick<FieldType, 'kind' | 'options'>, text: string): unknown {
  switch (kind) {
    case 'choice': {
      const word = underscored(text);
      return options?.includes(word) ? word : text;
    }
    case 'flag':
      return FLAG_WORDS.get(text.toLowerCase()) ?? text;
    case 'count':
      return wholeCount(text);
    case 'dollars':
    case 'whole dollars':
      return writtenAmount(text);
    case 'credits':
    case 'text':
      return text;
  }
}

/** Lower case, with blanks and hyphens as underscores: `First Year` becomes `first_year`. */
export function underscored(text: string): string {
  return text.toLowerCase().replace(/[\s\-_]+/g, '_');
}

function wholeCount(text: string): number | string {
  const reading = parseExact(text);
  return isExact(reading) ? (wholeNumber(reading) ?? text) : text;
}

/** How a spreadsheet prints zero dollars: `-`, `$-`, `$ -`. */
const PRINTED_ZERO = /^\$?\s*-$/;
const MARKS = /[$,]/;
/** Commas separate groups of three digits, and the first group does not begin with 0. */
const WRITTEN_AMOUNT = /^([+-]?)\$?\s*([1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]*)(\.[0-9]*)?$/;

function writtenAmount(text: string): string {
  if (PRINTED_ZERO.test(text)) return '0';
  if (!MARKS.test(text)) return text;
  const written = WRITTEN_AMOUNT.exec(text);
  if (written === null) return text;
  const [, sign = '', whole = '', fraction = ''] = written;
  if (whole === '' && fraction.length < 2) return text;
  return sign + whole.replaceAll(',', '') + fraction;
}
