import { randomUUID } from 'node:crypto';
import { readDecimalText } from '../engine/decimal-text.js';
import { MAX_SIGNIFICANT_DIGITS, MAX_WHOLE_DIGITS, type NotExact } from '../engine/exact.js';

/**
 * JSON text in, value out, without the two silent losses of `JSON.parse`: a key that stands twice (the last
 * one wins), and a number that a double cannot carry (it is rounded). A wrong dollar could hide in either.
 */

/** A body that is not the JSON that its sender meant. */
export class JsonRefusal extends Error {
  override readonly name = 'JsonRefusal';
  /** 1-based line of the text, where it is known. */
  readonly line: number | null;
  /** 1-based character in the line, where it is known. */
  readonly column: number | null;

  constructor(reason: string, text: string, position: number | null) {
    const lines = position === null ? null : text.slice(0, position).split('\n');
    const line = lines?.length ?? null;
    const column = lines === null ? null : (lines.at(-1)?.length ?? 0) + 1;
    const where = line === null ? '' : ` at line ${line}, column ${column}`;
    super(`The body is not usable JSON${where}: ${reason}`);
    this.line = line;
    this.column = column;
  }
}

/** Below this a double loses digits, and soon the whole number, to 0. */
const MIN_EXPONENT = -300;
/** Above this it is infinite. */
const MAX_EXPONENT = 308;
const EXPONENT = /e/i;

/** Stands before the text of a number that a double would alter. No sender can know it. */
const ALTERED_MARK = `${randomUUID()}:`;

/** A number that a double would alter. */
export interface AlteredNumber {
  /** As the sender wrote it. */
  readonly text: string;
  readonly reason: NotExact;
}

/** The number that {@link parseJson} could not give as one, or null for every other value. */
export function alteredNumber(value: unknown): AlteredNumber | null {
  if (typeof value !== 'string' || !value.startsWith(ALTERED_MARK)) return null;
  const text = value.slice(ALTERED_MARK.length);
  return { text, reason: alteration(text) ?? 'not-a-decimal' };
}

/**
 * Parses JSON. A number that a double cannot carry (more than 15 significant digits, below 1e-300, infinite) comes back as
 * something that only {@link alteredNumber} understands, so that the field it belongs to can refuse it by name.
 *
 * @throws JsonRefusal for text that is not JSON and for a key that stands twice in one object.
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw syntaxRefusal(text, error);
  }
  const unsafeNumbers = scan(text);
  return unsafeNumbers.length === 0 ? value : JSON.parse(quoteAll(text, unsafeNumbers));
}

function syntaxRefusal(text: string, error: unknown): JsonRefusal {
  if (text.trim() === '') return new JsonRefusal('it is empty. Send one JSON object.', text, null);
  const reason = error instanceof Error ? error.message : String(error);
  const position = / at position (\d+)/.exec(reason);
  const sentence = reason.replace(/ in JSON at position \d+.*$/s, '').replace(/, ".*$/s, '');
  return new JsonRefusal(`${sentence}.`, text, position === null ? null : Number(position[1]));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** One pass over valid JSON: throws on a repeated key, returns where the numbers stand that a double would alter. */
function scan(text: string): Span[] {
  const unsafe: Span[] = [];
  /** The keys of each open object, null for an open array. */
  const open: (Set<string> | null)[] = [];
  let keys: Set<string> | null = null;
  let isKeyNext = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) {
      const end = endOfString(text, i);
      if (isKeyNext && keys !== null) {
        addKey(keys, text, i, end);
        isKeyNext = false;
      }
      i = end;
    } else if (char === COMMA) {
      isKeyNext = keys !== null;
    } else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      open.push(keys);
      isKeyNext = char === OPEN_BRACE;
      keys = isKeyNext ? new Set() : null;
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      keys = open.pop() ?? null;
      isKeyNext = false;
    } else if (char === MINUS || (char >= ZERO && char <= NINE)) {
      const end = endOfNumber(text, i);
      if (alteration(text.slice(i, end)) !== null) unsafe.push({ start: i, end });
      i = end - 1;
    }
  }
  return unsafe;
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === QUOTE) return i;
    if (char === BACKSLASH) i++;
  }
  return text.length;
}

function endOfNumber(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length) {
    const char = text.charCodeAt(i);
    // In valid JSON a number ends at a comma, a bracket, a brace or white space.
    if (char === COMMA || char === CLOSE_BRACE || char === CLOSE_BRACKET || char <= SPACE) break;
    i++;
  }
  return i;
}

function addKey(keys: Set<string>, text: string, start: number, end: number): void {
  const raw = text.slice(start + 1, end);
  const key = raw.includes('\\') ? String(JSON.parse(text.slice(start, end + 1))) : raw;
  if (keys.has(key)) {
    const name = JSON.stringify(key.slice(0, 100));
    throw new JsonRefusal(`the key ${name} stands twice in one object. Keep one of them.`, text, start);
  }
  keys.add(key);
}

/** Why no double stands for a JSON number, or null when one does. */
function alteration(number: string): NotExact | null {
  if (number.length <= MAX_SIGNIFICANT_DIGITS && !EXPONENT.test(number)) return null;
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

function quoteAll(text: string, spans: readonly Span[]): string {
  let quoted = '';
  let from = 0;
  for (const { start, end } of spans) {
    quoted += `${text.slice(from, start)}"${ALTERED_MARK}${text.slice(start, end)}"`;
    from = end;
  }
  return quoted + text.slice(from);
}
