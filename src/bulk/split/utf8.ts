import { isUtf8 } from 'node:buffer';

/** How many bytes a character takes that begins with this byte; 1 for bytes that cannot begin a longer one. */
function announcedWidth(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** The end of `bytes[from, to)` without a character at its end that may go on behind `to`. */
function completeEnd(bytes: Uint8Array, from: number, to: number): number {
  for (let lead = to - 1; lead >= from && lead >= to - 3; lead -= 1) {
    const byte = bytes[lead] ?? 0;
    if (byte < 0x80) return to;
    if (byte >= 0xc0) return lead + announcedWidth(byte) > to ? lead : to;
  }
  return to;
}

/** What is known of a stretch of bytes that began at a character boundary. */
export interface Utf8Check {
  /** Everything before this offset is whole characters. */
  readonly validTo: number;
  /** True when the character at `validTo` is wrong whatever follows; false when all is well or it is merely unfinished. */
  readonly invalid: boolean;
}

/** Checks `bytes[from, to)`, where `from` begins a character; up to three bytes at the end may wait for the next piece. */
export function checkUtf8(bytes: Uint8Array, from: number, to: number): Utf8Check {
  const end = completeEnd(bytes, from, to);
  if (isUtf8(bytes.subarray(from, end))) return { validTo: end, invalid: false };
  // Bisection: `good` is the longest length known to be right so far, `bad` the shortest known to be wrong.
  let good = from;
  let bad = end;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (isUtf8(bytes.subarray(from, completeEnd(bytes, from, middle)))) good = middle;
    else bad = middle;
  }
  return { validTo: completeEnd(bytes, from, good), invalid: true };
}
