import { CR } from './ascii.js';

/** Bytes as text and text as bytes: the same in Node and in a browser. */

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** The text of `bytes[start, end)`, which must be UTF-8. A byte order mark is text like any other. */
export function textOf(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  return decoder.decode(bytes.subarray(start, end));
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Where the text of a file begins: behind the byte order mark if there is one. */
export function textStart(bytes: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0;
}

/** A text in UTF-8, in memory of its own. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Writes a text at a place with room for it (three bytes for each UTF-16 unit are enough) and says how many bytes it took. */
export function writeText(text: string, bytes: Uint8Array, at: number): number {
  return encoder.encodeInto(text, bytes.subarray(at)).written;
}

const FIRST_PRINTABLE = 0x21;
const LAST_PRINTABLE = 0x7e;

/** Whether `bytes[start, end)` begins and ends with printable ASCII, so that there is nothing to trim. Never for no bytes. */
export function isTrimmed(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] ?? 0;
  const last = bytes[end - 1] ?? 0;
  return (
    start < end &&
    first >= FIRST_PRINTABLE &&
    first <= LAST_PRINTABLE &&
    last >= FIRST_PRINTABLE &&
    last <= LAST_PRINTABLE
  );
}

const TAB = 9;
const SPACE = 0x20;
const ASCII_END = 0x80;

/** Whether `bytes[start, end)` is a text of white space alone, or none. Only white space beyond ASCII has to be decoded. */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === SPACE || (byte >= TAB && byte <= CR)) continue;
    return byte >= ASCII_END && textOf(bytes, at, end).trim() === '';
  }
  return true;
}

/** Whether two stretches of the same bytes are equal. */
export function isSameStretch(
  bytes: Uint8Array,
  start: number,
  end: number,
  otherStart: number,
  otherEnd: number,
): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  for (let i = start, k = otherStart; i < end; i++, k++) if (bytes[i] !== bytes[k]) return false;
  return true;
}
