import { MAX_SIGNIFICANT_DIGITS, MAX_WHOLE_DIGITS, type NotExact, readDecimalText } from '../engine/exact.js';
import { ApiError } from './errors.js';

/*
 * JSON without two silent losses of `JSON.parse`, which could hide a wrong dollar: a duplicate name in one
 * object (the last one wins), and a number that a double cannot carry (it is rounded). Errors say where the
 * mistake is and never quote the text, which contains student data. Other parsers recurse until the stack is
 * exhausted, ignore duplicate names, or quote the text.
 */

/** {@link parseJsonText} of UTF-8, with or without a byte order mark. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw new ApiError(
      'unparsable',
      'The body is not UTF-8. Send JSON in UTF-8, plain, or compressed with gzip and the header "Content-Encoding: gzip".',
    );
  }
  return parseJsonText(text);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON text. A number that a double would alter (over 15 significant digits, below 1e-300,
 * infinite) is returned in a form of its own, so that its field refuses it. Only {@link alteredNumber}
 * understands this form.
 * @throws ApiError `unparsable` with the place of the first mistake or of a duplicate name in one object.
 */
export function parseJsonText(json: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw findMistake(json) ?? new ApiError('unparsable', 'The body is not valid JSON.');
  }
  const marked = markAltered(json);
  return marked === json ? value : JSON.parse(marked);
}

/** A number that {@link parseJson} could not return as a number, as written; null for any other value. */
export function alteredNumber(value: unknown): { readonly text: string; readonly reason: NotExact } | null {
  if (typeof value !== 'string' || !value.startsWith(ALTERED_MARK)) return null;
  const text = value.slice(ALTERED_MARK.length);
  return { text, reason: alteration(text) ?? 'not-a-decimal' };
}

/** Marks the text of a number that a double would alter. Random, so that no sender can know it. */
const ALTERED_MARK = `${crypto.getRandomValues(new Uint32Array(4)).join('-')}:`;

/** The tokens of valid JSON that matter here. A string before a colon is a name. */
const MARKED_TOKENS = /[{}]|"([^"\\]*(?:\\.[^"\\]*)*)"[ \t\n\r]*(:?)|-?\d[^\s,\]}]*/g;

/** Valid JSON with each number that a double would alter in quotes, after the mark. */
function markAltered(json: string): string {
  const open: Set<string>[] = [];
  let marked = '';
  let end = 0;
  for (const { 0: token, 1: string, 2: colon, index } of json.matchAll(MARKED_TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (string === undefined) {
      if (alteration(token) === null) continue;
      marked += `${json.slice(end, index)}"${ALTERED_MARK}${token}"`;
      end = index + token.length;
    } else if (colon === ':') {
      const name = string.includes('\\') ? String(JSON.parse(`"${string}"`)) : string;
      const names = open.at(-1);
      if (names?.has(name))
        throw jsonMistake(json, index, 'This name appears twice in one object. Keep one of them.');
      names?.add(name);
    }
  }
  return marked + json.slice(end);
}

/** Below this exponent a double loses digits, and soon becomes 0. */
const MIN_EXPONENT = -300;
/** Above this exponent a double is infinite. */
const MAX_EXPONENT = 308;

/** Why no double has the value of a JSON number, or null if one does. */
function alteration(number: string): NotExact | null {
  if (number.length <= MAX_SIGNIFICANT_DIGITS && !/e/i.test(number)) return null;
  const [mantissa = '', power = '0'] = number.toLowerCase().split('e');
  const decimal = readDecimalText(mantissa);
  if (decimal === null || decimal.digits === '') return null;
  const digits = decimal.digits.length;
  const wholeDigits = digits + decimal.exponent + Number(power);
  const fits = digits <= MAX_SIGNIFICANT_DIGITS && wholeDigits >= MIN_EXPONENT && wholeDigits <= MAX_EXPONENT;
  if (fits) return null;
  if (wholeDigits > MAX_WHOLE_DIGITS) return 'too-large';
  return digits > MAX_SIGNIFICANT_DIGITS ? 'too-many-digits' : 'too-many-places';
}

/** Line and column of the mistake count from 1, in code points. */
function jsonMistake(text: string, at: number, advice: string): ApiError {
  const lines = text.slice(0, at).split('\n');
  const line = lines.length;
  const column = [...(lines.at(-1) ?? '')].length + 1;
  const message = `The body is not valid JSON at line ${line}, column ${column}. ${advice}`;
  return new ApiError('unparsable', message, { details: [{ message, line, column }] });
}

const BLANKS = /[ \t\n\r]*/y;
const IN_STRING = /[ !#-[\]-\uFFFF]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uFFFF]*)*/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const TOKEN = new RegExp(`[{}[\\]:,]|"${IN_STRING.source}"|${SCALAR.source}`, 'y');

/** What may come next in a JSON text, with the first characters allowed: `s` is a number or a word. */
const ALLOWED = {
  'a value': '{["s',
  'a value or ]': '{["s]',
  'a name in double quotes': '"',
  'a name in double quotes or }': '"}',
  'a colon': ':',
  'a comma or the closing bracket': ',]}',
  'nothing more': '',
} as const;
type Expected = keyof typeof ALLOWED;

/** The first mistake, or null. One pass without recursion, so no depth of nesting exhausts the call stack. */
export function findMistake(text: string): ApiError | null {
  /** The closing brackets still expected, innermost last. */
  const due: string[] = [];
  let expected: Expected = 'a value';
  for (let at = endOf(BLANKS, text, 0); ; ) {
    if (at === text.length && expected === 'nothing more') return null;
    const end = endOf(TOKEN, text, at);
    const next: Expected | null = end > at ? expectedAfter(text.charAt(at), expected, due) : null;
    if (next === null) return mistakeAt(text, at, expected);
    expected = next;
    at = endOf(BLANKS, text, end);
  }
}

/** What may follow a token that begins with `char`, or null if the token is not allowed here. */
function expectedAfter(char: string, expected: Expected, due: string[]): Expected | null {
  const token = '{}[]:,"'.includes(char) ? char : 's';
  const closes = token === '}' || token === ']';
  if (!ALLOWED[expected].includes(token) || (closes && token !== due.at(-1))) return null;
  if (token === ':') return 'a value';
  if (token === ',') return due.at(-1) === ']' ? 'a value' : 'a name in double quotes';
  if (token === '"' && ALLOWED[expected].startsWith('"')) return 'a colon';
  if (token === '{' || token === '[') {
    due.push(token === '{' ? '}' : ']');
    return token === '{' ? 'a name in double quotes or }' : 'a value or ]';
  }
  if (closes) due.pop();
  return due.length === 0 ? 'nothing more' : 'a comma or the closing bracket';
}

/** The end of the match that begins at `at`, or `at` if there is none. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The error at `at`, where the text is not a JSON token or the token is not allowed. */
function mistakeAt(text: string, at: number, expected: Expected): ApiError {
  const inString = text[at] === '"' ? endOf(IN_STRING, text, at + 1) : at;
  if (inString === at || text[inString] === '"') return jsonMistake(text, at, `Expected ${expected}.`);
  if (inString === text.length) return jsonMistake(text, at, 'This double quote is never closed.');
  const advice =
    'Text in double quotes has no line breaks, control characters or backslashes but those of escapes.';
  return jsonMistake(text, inString, advice);
}
