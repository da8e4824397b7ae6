import { textOf } from './text.js';

/**
 * What spreadsheets and databases write where the id is lost: `1.23457E+11` for a long number, `NULL` or `#N/A` for none. Rows of
 * different students then have the same one.
 */
const LOST_ID = /^(?:\d(?:\.\d+)?E\+\d\d|null|nan|none|n\/a|#n\/a|#ref!|#value!|undefined|-+|0+)$/i;

/** No lost id is longer but that of a number with all its places. */
const LONGEST_WORD = 9;

const LETTER_E = 0x45;
const PLUS = 0x2b;
const DIGIT_1 = 0x31;
const DIGIT_9 = 0x39;

/** Whether an id is one that rows of different students may share. */
export function mayBeShared(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] ?? 0;
  // Nearly all ids are told from these by a byte or two.
  const isShortWord = end - start <= LONGEST_WORD && (first < DIGIT_1 || first > DIGIT_9);
  const isExponent = bytes[end - 4] === LETTER_E && bytes[end - 3] === PLUS;
  return (isShortWord || isExponent) && LOST_ID.test(textOf(bytes, start, end));
}
