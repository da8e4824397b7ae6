import { MAX_SIGNIFICANT_DIGITS, MAX_WHOLE_DIGITS, type NotExact, readDecimalText } from '../engine/exact.js';
import { ApiError } from './errors.js';

/*
 * JSON without the two silent losses of `JSON.parse`, either of which could hide a wrong dollar: a duplicate name in one
 * object (the last one wins), and a number that a double cannot carry (it is rounded). Errors say where the mistake is
 * and never quote the text, which contains student data. Written here because the available parsers recurse until the
 * stack is exhausted, ignore duplicate names, or quote the text.
 */

/** {@link parseJsonText} of UTF-8, with or without a byte order mark. */
export function parseJson(bytes: Uint8Array): unknown {
  const other = otherKind(bytes);
  if (other !== undefined) throw new ApiError('unparsable', other);
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw new ApiError(
      'unparsable',
      'The body is not UTF-8; it looks like Windows-1252 or another older encoding. Send JSON in UTF-8.',
    );
  }
  return parseJsonText(text);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** For bytes that are not UTF-8 text: what they are, judged by the first few bytes, and what to do. */
function otherKind([first = 0x20, second = 0x20, third, fourth]: Uint8Array): string | undefined {
  if (first === 0x1f && second === 0x8b) {
    return 'The body is compressed with gzip. Send it with the header "Content-Encoding: gzip", or uncompressed.';
  }
  if (first === 0x50 && second === 0x4b)
    return 'The body is a zip archive or a workbook. Send one student as JSON.';
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked || [first, second, third, fourth].includes(0)) {
    return 'The body is UTF-16 or UTF-32, which Windows calls "Unicode". Send JSON in UTF-8.';
  }
  return undefined;
}

/**
 * The value of a JSON text. A number that a double would alter (more than 15 significant digits, below 1e-300, infinite)
 * is returned in a form that only {@link alteredNumber} understands, so that its field can refuse it by name.
 *
 * @throws ApiError `unparsable` with the place of the first mistake, or of a name that appears twice in one object.
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

/** The number that {@link parseJson} could not return as a number, as it was written, or null for every other value. */
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

/** What can be found where JSON has something else; the first that fits. `$` is the end of the text. */
const FOUND: readonly (readonly [looksLike: RegExp, found: string])[] = [
  [/(?<=^\s*)$/y, 'nothing in it'],
  [/$/y, 'its end before everything in it is closed'],
  [/,/y, 'a comma'],
  [/[}\]]/y, 'a closing bracket'],
  [/[{[]/y, 'an opening bracket'],
  [/:/y, 'a colon'],
  [/"/y, 'a double quote'],
  [/['`´‘’‚‛“”„‟«»]/y, 'a quote that is not a straight double quote (")'],
  [/[/#]/y, 'a comment, which JSON does not have'],
  [/[-+.]?\d|[-+.]/y, 'a number, or one that JSON writes otherwise'],
  [/\p{L}/uy, 'a word that is not in double quotes'],
  [/[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/uy, 'an invisible character'],
  [/(?:)/y, 'a character that is not in double quotes'],
];

const FOUND_IN_STRING: typeof FOUND = [
  [/\\/y, 'a backslash that begins no escape'],
  [/[\r\n]/y, 'a line break within double quotes'],
  [/(?:)/y, 'a control character within double quotes'],
];

const BLANKS = /[ \t\n\r]*/y;
const IN_STRING = /[ !#-[\]-\uFFFF]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uFFFF]*)*/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const TOKEN = new RegExp(`[{}[\\]:,]|"${IN_STRING.source}"|${SCALAR.source}`, 'y');

/** What may come next in a JSON text, and how each token that is then allowed begins: `s` for a number or a word. */
const ALLOWED = {
  value: '{["s',
  'value or ]': '{["s]',
  name: '"',
  'name or }': '"}',
  colon: ':',
  'comma or end': ',]}',
  nothing: '',
} as const;
type Expected = keyof typeof ALLOWED;

/** The first mistake, or null. One pass without recursion, so no depth of nesting exhausts the call stack. */
export function findMistake(text: string): ApiError | null {
  /** The closing brackets still expected, innermost last. */
  const due: string[] = [];
  let expected: Expected = 'value';
  for (let at = endOf(BLANKS, text, 0); ; ) {
    if (at === text.length && expected === 'nothing') return null;
    const end = endOf(TOKEN, text, at);
    const next: Expected | null = end > at ? expectedAfter(text.charAt(at), expected, due) : null;
    if (next === null) return mistakeAt(text, at);
    expected = next;
    at = endOf(BLANKS, text, end);
  }
}

/** What may follow a token that begins with `char`, or null if the token is not allowed here. */
function expectedAfter(char: string, expected: Expected, due: string[]): Expected | null {
  const token = '{}[]:,"'.includes(char) ? char : 's';
  const closes = token === '}' || token === ']';
  if (!ALLOWED[expected].includes(token) || (closes && token !== due.at(-1))) return null;
  if (token === ':') return 'value';
  if (token === ',') return due.at(-1) === ']' ? 'value' : 'name';
  if (token === '"' && ALLOWED[expected].startsWith('"')) return 'colon';
  if (token === '{' || token === '[') {
    due.push(token === '{' ? '}' : ']');
    return token === '{' ? 'name or }' : 'value or ]';
  }
  if (closes) due.pop();
  return due.length === 0 ? 'nothing' : 'comma or end';
}

/** The end of the match that begins at `at`, or `at` if there is none. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The error for the token at `at`, which is no token of JSON, or not allowed there. */
function mistakeAt(text: string, at: number): ApiError {
  const inString = text[at] === '"' ? endOf(IN_STRING, text, at + 1) : at;
  if (inString === at || text[inString] === '"') return jsonMistake(text, at, found(text, at, FOUND));
  if (inString === text.length) return jsonMistake(text, at, 'Found a double quote that is never closed.');
  return jsonMistake(text, inString, found(text, inString, FOUND_IN_STRING));
}

function found(text: string, at: number, list: typeof FOUND): string {
  const [, what] = list.find(([looksLike]) => {
    looksLike.lastIndex = at;
    return looksLike.test(text);
  }) ?? [null, 'something else'];
  return `Found ${what}.`;
}
