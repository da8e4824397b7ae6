import { COMMA, LF, QUOTE } from '../ascii.js';

/*
 * Bytes are read four at a time, as one integer. A comma every six bytes or so makes a loop over bytes slow: the processor
 * cannot foresee where the next one is. Here nothing branches before the line feed.
 */
const WORD_BYTES = 4;
const EACH_BYTE = 0x01010101;
const LOWER_BITS = 0x7f7f7f7f;
/** As a signed integer, which every step here works with. */
const HIGHEST_BITS = 0x80808080 | 0;
const COMMAS = COMMA * EACH_BYTE;
/**
 * The bits that tell LF (0A) from a quote (22). Without them both are 02, and so are `*` (2A) and 02 itself: one search finds the
 * first of the four, and a look at it tells which it is.
 */
const SAME_BITS = ~((LF ^ QUOTE) * EACH_BYTE);
const SPECIALS = (LF & QUOTE) * EACH_BYTE;

/** Commas are counted for each of the four places in a word, in a byte that holds up to 255: as many words may be counted. */
const MOST_BYTES = 255 * WORD_BYTES;

/** The highest bit of every byte that is zero. */
function zeroBytes(word: number): number {
  return ~(((word & LOWER_BITS) + LOWER_BITS) | word | LOWER_BITS);
}

/** The same for the lowest byte that is zero, in fewer steps; the bits above that one mean nothing. */
function lowestZeroByte(word: number): number {
  return (word - EACH_BYTE) & ~word & HIGHEST_BITS;
}

/** The offset in a word, 0 to 3, of the lowest byte that is marked. */
function placeOfLowest(marks: number): number {
  return (31 - Math.clz32(marks & -marks)) >>> 3;
}

function sumOfBytes(counters: number): number {
  const pairs = (counters & 0x00ff00ff) + ((counters >>> 8) & 0x00ff00ff);
  return (pairs & 0xffff) + (pairs >>> 16);
}

/**
 * The offset behind the line feed of the record that begins at `start`, where that can be found out quickly: the record has
 * `commas` commas, no quote, no `*` and no character 02, at most about a thousand bytes, and a few more follow it before `to`.
 * -1 for all others, which says nothing about the record.
 */
export function plainRecordEnd(bytes: DataView, start: number, to: number, commas: number): number {
  const end = Math.min(to, start + MOST_BYTES) - WORD_BYTES;
  let counters = 0;
  for (let at = start; at <= end; at += WORD_BYTES) {
    const word = bytes.getInt32(at, true);
    const found = zeroBytes(word ^ COMMAS);
    const special = lowestZeroByte((word & SAME_BITS) ^ SPECIALS);
    if (special !== 0) {
      const place = placeOfLowest(special);
      const before = found & ((special & -special) - 1);
      const isWhole = sumOfBytes(counters + (before >>> 7)) === commas;
      return isWhole && bytes.getUint8(at + place) === LF ? at + place + 1 : -1;
    }
    counters += found >>> 7;
  }
  return -1;
}

/** The offset of the first comma in `bytes[from, to)`; `to` when there is none. */
export function nextComma(bytes: DataView, from: number, to: number): number {
  let at = from;
  for (; at + WORD_BYTES <= to; at += WORD_BYTES) {
    const marks = lowestZeroByte(bytes.getInt32(at, true) ^ COMMAS);
    if (marks !== 0) return at + placeOfLowest(marks);
  }
  while (at < to && bytes.getUint8(at) !== COMMA) at += 1;
  return at;
}
