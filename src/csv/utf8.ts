const PIECE_BYTES = 64 * 1024;

/** Whether bytes are UTF-8. For Node `isUtf8` of node:buffer says the same, faster. */
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

/** The offset of the first byte that is not UTF-8, given that there is one behind `from`. */
export function firstWrongByte(bytes: Uint8Array, from: number): number {
  // Bisection: `good` bytes are right, `bad` are not. What is known to be right is not read again, so all of it is read about once.
  let good = from;
  let bad = bytes.length;
  let known = from;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    const end = completeEnd(bytes, known, middle);
    if (isUtf8(bytes.subarray(known, end))) {
      good = middle;
      known = end;
    } else bad = middle;
  }
  return completeEnd(bytes, known, good);
}

/** The end of `bytes[from, to)` without a character at its end that may go on behind `to`. */
function completeEnd(bytes: Uint8Array, from: number, to: number): number {
  for (let lead = to - 1; lead >= from && lead >= to - 3; lead--) {
    const byte = bytes[lead] ?? 0;
    if (byte < 0x80) return to;
    if (byte >= 0xc0) return lead + widthOf(byte) > to ? lead : to;
  }
  return to;
}

/** How many bytes a character takes that begins with this byte; 1 for bytes that cannot begin a longer one. */
function widthOf(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}
