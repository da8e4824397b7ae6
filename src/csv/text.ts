/** Converts bytes to text and text to bytes, in the same way in Node and in a browser. */

/** The bytes with a meaning in CSV. In UTF-8 they are never part of another character. */
export const NUL = 0;
export const LF = 10;
export const CR = 13;
export const QUOTE = 34;
export const COMMA = 44;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** The text of `bytes[start, end)`, which must be UTF-8. A byte order mark is text like any other. */
export function textOf(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  return decoder.decode(bytes.subarray(start, end));
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Where the text of a file begins: after the byte order mark, if there is one. */
export function textStart(bytes: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0;
}

/** A text in UTF-8, in its own memory. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Joins the pieces, in memory of their own. */
export function joined(pieces: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  const all = [...pieces];
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of all) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const TAB = 9;
const SPACE = 0x20;
const DELETE = 0x7f;
const ASCII_END = 0x80;

/** Whether a range begins and ends with printable ASCII: nothing to trim. False for an empty one. */
export function isTrimmed(bytes: Uint8Array, start: number, end: number): boolean {
  return start < end && isPrintable(bytes[start] ?? 0) && isPrintable(bytes[end - 1] ?? 0);
}

function isPrintable(byte: number): boolean {
  return byte > SPACE && byte < DELETE;
}

/** Whether `bytes[start, end)` is empty or white space. Only white space outside ASCII must be decoded. */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === SPACE || (byte >= TAB && byte <= CR)) continue;
    return byte >= ASCII_END && textOf(bytes, at, end).trim() === '';
  }
  return true;
}

/** Negative, 0 or positive, as one range of bytes comes before, equals or comes after another. */
export function compareRanges(
  bytes: Uint8Array,
  from: number,
  to: number,
  otherFrom: number,
  otherTo: number,
): number {
  for (let at = from, other = otherFrom; at < to && other < otherTo; at++, other++) {
    const difference = (bytes[at] ?? 0) - (bytes[other] ?? 0);
    if (difference !== 0) return difference;
  }
  return to - from - (otherTo - otherFrom);
}

const PIECE_BYTES = 64 * 1024;

/** Whether bytes are UTF-8. In Node, `isUtf8` of node:buffer does the same, faster. */
export function isUtf8(bytes: Uint8Array): boolean {
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      strict.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
    }
    strict.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The offset of the first byte that is not UTF-8; there must be one at or after `from`. */
export function firstWrongByte(bytes: Uint8Array, from: number): number {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  let at = from;
  for (let start = from; start < bytes.length; start += PIECE_BYTES) {
    const stream = start + PIECE_BYTES < bytes.length;
    const [first = '', ...others] = lenient
      .decode(bytes.subarray(start, start + PIECE_BYTES), { stream })
      .split('\ufffd');
    at += bytesOf(first).length;
    for (const text of others) {
      // The replacement character may be a character of the file.
      if (bytes[at] !== 0xef || bytes[at + 1] !== 0xbf || bytes[at + 2] !== 0xbd) return at;
      at += 3 + bytesOf(text).length;
    }
  }
  return at;
}
