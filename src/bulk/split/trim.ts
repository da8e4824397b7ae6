const NO_BREAK_SPACE_LEAD = 0xc2;
const NO_BREAK_SPACE_TAIL = 0xa0;

/** The white space and line ends of ECMAScript that take three bytes in UTF-8, by code point. */
const WIDE_SPACES: ReadonlySet<number> = new Set([
  0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028,
  0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]);

/** The width in bytes of the white space that begins at `at`; 0 when none does. */
function spaceWidth(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead <= 0x20) return lead === 0x20 || (lead >= 0x09 && lead <= 0x0d) ? 1 : 0;
  if (lead === NO_BREAK_SPACE_LEAD) return bytes[at + 1] === NO_BREAK_SPACE_TAIL ? 2 : 0;
  if (lead < 0xe1 || lead > 0xef) return 0;
  const codePoint =
    ((lead & 0x0f) << 12) | (((bytes[at + 1] ?? 0) & 0x3f) << 6) | ((bytes[at + 2] ?? 0) & 0x3f);
  return WIDE_SPACES.has(codePoint) ? 3 : 0;
}

/**
 * The first offset of `bytes[from, to)` that `String.prototype.trim` would keep; `to` when it would keep nothing.
 * The bytes must be whole UTF-8 characters.
 */
export function trimmedStart(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to) {
    const width = spaceWidth(bytes, at);
    if (width === 0) return at;
    at += width;
  }
  return to;
}

/** The offset behind the last byte of `bytes[from, to)` that `String.prototype.trim` would keep. */
export function trimmedEnd(bytes: Uint8Array, from: number, to: number): number {
  let end = to;
  while (end > from) {
    if (spaceWidth(bytes, end - 1) === 1) end -= 1;
    else if (end - 2 >= from && spaceWidth(bytes, end - 2) === 2) end -= 2;
    else if (end - 3 >= from && spaceWidth(bytes, end - 3) === 3) end -= 3;
    else return end;
  }
  return end;
}
