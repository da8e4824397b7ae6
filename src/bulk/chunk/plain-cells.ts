import { type Exact, exactThousandths } from '../../engine/exact.js';

/** Reads cells in their plainest form straight from bytes. Whatever is not in that form is left to the general way. */

const POINT = 46;
const DIGIT_0 = 48;
const DIGIT_9 = 57;
const PLACES = 3;
const MAX_LENGTH = 9;
/** The printable ASCII characters without the blank: a cell that begins and ends with these has nothing to trim. */
const FIRST_PRINTABLE = 33;
const LAST_PRINTABLE = 126;
const BLANK = 32;

/** Up to nine digits, up to three of them behind a point; null for anything else. */
export function plainQuantity(bytes: Buffer, start: number, end: number): Exact | null {
  if (end - start > MAX_LENGTH) return null;
  let value = 0;
  let digits = 0;
  let places = -1;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= DIGIT_0 && byte <= DIGIT_9) {
      value = value * 10 + (byte - DIGIT_0);
      digits += 1;
      if (places >= 0) places += 1;
    } else if (byte === POINT && places < 0) {
      places = 0;
    } else {
      return null;
    }
  }
  if (digits === 0 || places > PLACES) return null;
  for (let place = Math.max(places, 0); place < PLACES; place++) value *= 10;
  return exactThousandths(value);
}

/** Whether a cell is text that is the same trimmed and that CSV needs no quotes for. Blank cells are not. */
export function isPlainText(bytes: Buffer, start: number, end: number): boolean {
  if (!isTrimmed(bytes, start, end)) return false;
  for (let i = start + 1; i < end - 1; i++) if ((bytes[i] ?? 0) < BLANK) return false;
  return true;
}

/** Whether a cell is a text that begins and ends with what no trimming takes away. Blank cells are not. */
export function isTrimmed(bytes: Buffer, start: number, end: number): boolean {
  return start < end && isPrintable(bytes[start]) && isPrintable(bytes[end - 1]);
}

function isPrintable(byte: number | undefined): boolean {
  return byte !== undefined && byte >= FIRST_PRINTABLE && byte <= LAST_PRINTABLE;
}

/** Whether two cells are the same bytes. */
export function isSameCell(
  bytes: Buffer,
  start: number,
  end: number,
  otherStart: number,
  otherEnd: number,
): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  for (let i = start, k = otherStart; i < end; i++, k++) if (bytes[i] !== bytes[k]) return false;
  return true;
}

/** Whether a cell is these bytes. */
export function isSameBytes(bytes: Buffer, start: number, end: number, other: Buffer): boolean {
  if (end - start !== other.length) return false;
  for (let i = 0; i < other.length; i++) if (bytes[start + i] !== other[i]) return false;
  return true;
}

/** Words that a cell may say, each with what it means. */
export class PlainWords<T> {
  readonly #words: readonly { readonly bytes: Buffer; readonly value: T }[];

  constructor(words: Iterable<readonly [word: string, value: T]>) {
    this.#words = [...words].map(([word, value]) => ({ bytes: Buffer.from(word), value }));
  }

  /** The meaning of exactly this word, or null. */
  find(bytes: Buffer, start: number, end: number): T | null {
    for (const { bytes: word, value } of this.#words) {
      if (isSameBytes(bytes, start, end, word)) return value;
    }
    return null;
  }
}
