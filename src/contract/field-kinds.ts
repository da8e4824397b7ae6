import * as z from 'zod/mini';
import {
  type Exact,
  isExact,
  isNegative,
  isPositive,
  MAX_DECIMAL_PLACES,
  MAX_SIGNIFICANT_DIGITS,
  type NotExact,
  parseExact,
  TOO_LARGE,
  toText,
  wholeAmount,
} from '../engine/exact.js';
import type { Mistake } from '../engine/failure.js';
import { listed } from '../engine/texts.js';
import { type FieldKind, FLAG_WORDS, FORMULA_ERROR, spreadsheetErrorIn } from './cell-value.js';
import { alteredNumber } from './json-text.js';
import { cutText, isSpreadsheetError } from './name-forms.js';

/** The kinds of fields in a request: what each accepts and refuses, and how it is documented. */

/** What a field may contain when it is filled. */
export interface FieldType {
  readonly kind: FieldKind;
  /** Reads a JSON value, or refuses it with a sentence. */
  readonly schema: z.ZodMiniType;
  /** What a cell may hold, as Markdown. */
  readonly inCell: string;
  /** The accepted words of a choice. */
  readonly options?: readonly string[] | undefined;
  /** The allowed range of a count. */
  readonly range?: CountRange | undefined;
  /** For credits and dollars: what is refused besides what is no number. */
  readonly bound?: Bound | undefined;
  /** JSON Schemas of the accepted forms, where zod cannot derive them. */
  readonly forms?: readonly object[] | undefined;
}

/** The smallest and largest value of a count. */
export interface CountRange {
  readonly from: number;
  readonly to: number;
}

/** What a number may be: any, 0 or more, or above 0. */
export type Bound = 'any' | 'from 0' | 'above 0';

/** Maximum length of a text, in Unicode code points. */
export const MAX_TEXT_LENGTH = 200;

/** One of a closed list of words. */
export function choice(options: readonly string[]): FieldType {
  const schema = z.enum(options, `Expected ${listed(options, 'or')}.`);
  return { kind: 'choice', options, schema, inCell: codes(options) };
}

/** True or false. */
export function flag(): FieldType {
  return {
    kind: 'flag',
    schema: z.boolean('Expected true or false.'),
    inCell: codes([...FLAG_WORDS.keys()]),
  };
}

/** A whole number within bounds, both included. */
export function count(range: CountRange): FieldType {
  const { from, to } = range;
  const schema = z
    .int({
      error: ({ input, expected: type }) => {
        const altered = alteredNumber(input);
        if (altered !== null) return NUMBER_REFUSALS[altered.reason];
        return `Expected a ${type === 'int' ? 'whole ' : ''}number.`;
      },
    })
    .check(z.minimum(from, `Expected ${from} or more.`), z.maximum(to, `Expected ${to} or less.`));
  return { kind: 'count', schema, range, inCell: 'a whole number' };
}

/** Credits as a number or decimal text, kept exact. */
export function credits(bound: Bound): FieldType {
  const orNone = bound === 'from 0' ? ', or 0 for a student who is not enrolled' : '';
  return {
    kind: 'credits',
    ...decimal(bound, `Expected a number such as 12 or 7.5${orNone}.`),
    inCell: 'a number such as `12` or `7.5`',
  };
}

/** Dollars and cents as a number or decimal text, kept exact. */
export function dollars(bound: Bound): FieldType {
  const inCell = 'an amount: `3500`, `3,500`, `$3,500.00`; `-` or `$-` for zero';
  return { kind: 'dollars', ...decimal(bound), inCell };
}

/** Whole dollars of 0 or more, as a number or decimal text. */
export function wholeDollars(): FieldType {
  const { schema } = decimal('from 0');
  return {
    kind: 'whole dollars',
    schema: z.pipe(
      schema,
      z.transform((amount, context) => {
        const whole = wholeAmount(amount);
        if (whole === null) refuse(context, 'not_whole', 'Expected whole dollars.', toText(amount));
        return whole ?? z.NEVER;
      }),
    ),
    forms: [{ ...numberForm('from 0'), type: 'integer' }, DECIMAL_TEXT],
    inCell: 'whole dollars: `1750`, `1,750`, `$1,750.00`; `-` or `$-` for zero',
  };
}

/** A text of 1 to 200 characters, not all of them blank, kept as sent. */
export function text(): FieldType {
  const schema = z
    .string('Expected a string.')
    .check(
      z.refine((value) => alteredNumber(value) === null, { error: 'Expected a string.', abort: true }),
      (context) => {
        const { value } = context;
        if (value.trim() === '' || codePoints(value) > MAX_TEXT_LENGTH)
          refuse(context, 'length', `Expected 1 to ${MAX_TEXT_LENGTH} characters.`, extent(value));
        else if (isSpreadsheetError(value)) refuse(context, FORMULA_ERROR, spreadsheetErrorIn(value).message);
      },
    )
    .register(z.globalRegistry, { minLength: 1, maxLength: MAX_TEXT_LENGTH, pattern: '\\S' });
  return { kind: 'text', schema, inCell: `1 to ${MAX_TEXT_LENGTH} characters` };
}

function codes(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}

function codePoints(value: string): number {
  return value.length <= MAX_TEXT_LENGTH ? value.length : [...value].length;
}

function extent(value: string): string {
  return value !== '' && value.trim() === '' ? 'only blanks' : String(codePoints(value));
}

/** Refuses a value under a code of ours. `given` is what the message shows instead of the value. */
function refuse(
  { issues, value }: Pick<z.core.ParsePayload, 'issues' | 'value'>,
  code: string,
  expected: string,
  given?: string,
): void {
  issues.push({ code: 'custom', input: value, message: expected, params: { code, given } });
}

/** A cell that begins so says itself why its student is not calculated: whoever made the file knows more than the cell can show. */
export const NOT_CALCULATED = 'Not calculated, ';

/** The mistake in a value that a field's schema has refused: the schema says what is expected, not what was given. */
export function mistakeOf(issues: readonly z.core.$ZodIssue[], value: unknown): Mistake {
  const found = issues.map((issue) => ({ expected: issue.message, ...paramsOf(issue) }));
  const code = found[0]?.code ?? 'custom';
  if (code === FORMULA_ERROR) return spreadsheetErrorIn(String(value));
  if (typeof value === 'string' && value.startsWith(NOT_CALCULATED))
    return { code: 'not_calculated', problem: value, detail: null, message: value };
  const message = found.map(({ expected, given }) => `${expected} ${given ?? shown(value)}`).join(' ');
  if (value === undefined) return { code: 'missing', problem: message, detail: null, message };
  return { code, problem: found.map(({ expected }) => expected).join(' '), detail: null, message };
}

function paramsOf(issue: z.core.$ZodIssue): { readonly code: string; readonly given?: string } {
  if (issue.code !== 'custom') return { code: issue.code };
  const { code, given }: Readonly<Record<string, unknown>> = issue.params ?? {};
  const own = typeof code === 'string' ? code : issue.code;
  return typeof given === 'string' ? { code: own, given: `Given: ${given}.` } : { code: own };
}

const BOUND_KEYWORDS = { any: {}, 'from 0': { minimum: 0 }, 'above 0': { exclusiveMinimum: 0 } } as const;

const DECIMAL_TEXT = { type: 'string', pattern: '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$' } as const;

function numberForm(bound: Bound) {
  return { type: 'number', ...BOUND_KEYWORDS[bound], exclusiveMaximum: TOO_LARGE } as const;
}

/** A number or decimal text, kept exact. zod itself would read it as a double. */
function decimal(bound: Bound, expected = NUMBER_REFUSALS['not-a-decimal']) {
  const schema = z.pipe(
    z.unknown(),
    z.transform((value, context): Exact => {
      const reading = decimalReading(value);
      if (!isExact(reading))
        refuse(context, reading, reading === 'not-a-decimal' ? expected : NUMBER_REFUSALS[reading]);
      else if (bound === 'from 0' && isNegative(reading)) {
        refuse(context, 'too_small', 'Expected 0 or more.', toText(reading));
      } else if (bound === 'above 0' && !isPositive(reading)) {
        refuse(context, 'too_small', 'Expected more than 0.', toText(reading));
      } else return reading;
      return z.NEVER;
    }),
  );
  return { schema, bound, forms: [numberForm(bound), DECIMAL_TEXT] };
}

function decimalReading(value: unknown): Exact | NotExact {
  if (typeof value === 'number') return parseExact(value);
  if (typeof value !== 'string') return 'not-a-decimal';
  const reading = parseExact(value);
  return reading === 'not-a-decimal' ? (alteredNumber(value)?.reason ?? reading) : reading;
}

/** Why a number is refused, as a sentence. */
const NUMBER_REFUSALS: Readonly<Record<NotExact, string>> = {
  'not-a-decimal': 'Expected a number such as 3500 or 7.5.',
  'too-many-digits': `Expected at most ${MAX_SIGNIFICANT_DIGITS} significant digits.`,
  'too-many-places': `Expected at most ${MAX_DECIMAL_PLACES} decimal places.`,
  'too-large': `Expected a number below ${TOO_LARGE.toLocaleString('en-US')}.`,
};

const MOST_SHOWN = 60;

/** How a value is shown in a message: short, and never a whole object. */
export function shown(value: unknown): string {
  if (value === undefined) return 'Nothing was given.';
  if (Array.isArray(value)) return 'Given: an array.';
  if (typeof value === 'object' && value !== null) return 'Given: an object.';
  const text =
    alteredNumber(value)?.text ?? (typeof value === 'string' ? JSON.stringify(value) : String(value));
  return `Given: ${shortened(text)}.`;
}

/** A caller's text as it is shown in messages. */
export function shortened(text: string): string {
  return cutText(text, MOST_SHOWN);
}
