/** Bytes as text and text as bytes: the same in Node and in a browser. */

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** The text of `bytes[start, end)`, which must be UTF-8. A byte order mark is text like any other. */
export function textOf(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  return decoder.decode(bytes.subarray(start, end));
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

/** Whether `bytes[start, end)` is a text of white space alone, or none. */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  if (start === end) return true;
  const first = bytes[start] ?? 0;
  if (first >= FIRST_PRINTABLE && first <= LAST_PRINTABLE) return false;
  return textOf(bytes, start, end).trim() === '';
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
