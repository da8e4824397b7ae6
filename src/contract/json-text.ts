import { MAX_SIGNIFICANT_DIGITS, MAX_WHOLE_DIGITS, type NotExact, readDecimalText } from '../engine/exact.js';
import { ApiError } from './errors.js';

/**
 * The value of a JSON text, without the two silent losses of `JSON.parse`: a duplicate name in one object (the last one
 * wins), and a number that a double cannot carry (it is rounded). Either could hide a wrong dollar. Such a number (more
 * than 15 significant digits, below 1e-300, infinite) is returned in a form that only {@link alteredNumber} understands,
 * so that its field can refuse it by name.
 *
 * Written here because the available parsers recurse until the stack is exhausted, ignore duplicate names, or quote the
 * text in their errors.
 *
 * @param mistakeIn finds the first mistake in a text that is not JSON, for an error that says where it is.
 * @throws ApiError `unparsable`.
 */
export function parseJsonText(json: string, mistakeIn?: (json: string) => ApiError | null): unknown {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // V8's own message quotes the text.
    throw mistakeIn?.(json) ?? new ApiError('unparsable', 'The body is not valid JSON.');
  }
  const marked = markAltered(json);
  return marked === json ? value : JSON.parse(marked);
}

/**
 * The error for a text that is not the JSON its sender meant. It gives the line and column (both from 1, in code
 * points) of the mistake at index `at`, and never quotes the text, which contains student data.
 */
export function jsonMistake(text: string, at: number, advice: string): ApiError {
  const lines = text.slice(0, at).split('\n');
  const line = lines.length;
  const column = [...(lines.at(-1) ?? '')].length + 1;
  const message = `The body is not valid JSON at line ${line}, column ${column}. ${advice}`;
  return new ApiError('unparsable', message, { details: [{ message, line, column }] });
}

/** A number that a double would alter. */
export interface AlteredNumber {
  /** As the sender wrote it. */
  readonly text: string;
  readonly reason: NotExact;
}

/** The number that {@link parseJson} could not return as a number, or null for every other value. */
export function alteredNumber(value: unknown): AlteredNumber | null {
  if (typeof value !== 'string' || !value.startsWith(ALTERED_MARK)) return null;
  const text = value.slice(ALTERED_MARK.length);
  return { text, reason: alteration(text) ?? 'not-a-decimal' };
}

/** Marks the text of a number that a double would alter. Random, so that no sender can know it. */
const ALTERED_MARK = `${crypto.getRandomValues(new Uint32Array(4)).join('-')}:`;

/** The tokens of valid JSON that matter here. A string before a colon is a name. */
const TOKENS = /[{}]|"([^"\\]*(?:\\.[^"\\]*)*)"[ \t\n\r]*(:?)|-?\d[^\s,\]}]*/g;

/**
 * Scans valid JSON for what `JSON.parse` hides. Returns it with each number that a double would alter in quotes, after
 * the mark.
 *
 * @throws ApiError for a duplicate name in one object.
 */
function markAltered(json: string): string {
  /** The names of each open object. */
  const open: Set<string>[] = [];
  let marked = '';
  let end = 0;
  for (const { 0: token, 1: string, 2: colon, index } of json.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (string === undefined) {
      if (alteration(token) === null) continue;
      marked += `${json.slice(end, index)}"${ALTERED_MARK}${token}"`;
      end = index + token.length;
    } else if (colon === ':' && isRepeated(string, open.at(-1))) {
      throw jsonMistake(json, index, 'This name appears twice in one object. Keep one of them.');
    }
  }
  return marked + json.slice(end);
}

function isRepeated(escapedName: string, names = new Set<string>()): boolean {
  const name = escapedName.includes('\\') ? String(JSON.parse(`"${escapedName}"`)) : escapedName;
  if (names.has(name)) return true;
  names.add(name);
  return false;
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
