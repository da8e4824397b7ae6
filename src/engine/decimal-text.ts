/** A decimal text taken apart: `digits` x 10^`exponent`, negative or not. */
export interface DecimalText {
  readonly isNegative: boolean;
  /** The significant digits, without zeros in front or behind; empty for 0. */
  readonly digits: string;
  readonly exponent: number;
}

const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const DIGIT_0 = 48;
const DIGIT_9 = 57;

/**
 * Takes a decimal string apart: an optional sign, digits, at most one point, at least one digit. Null for anything
 * else. One pass, however long the text: a megabyte of zeros must not cost more than reading it.
 */
export function readDecimalText(text: string): DecimalText | null {
  const sign = text.charCodeAt(0);
  const start = sign === PLUS || sign === MINUS ? 1 : 0;
  let point = -1;
  let first = -1;
  let last = -1;
  for (let i = start; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === POINT && point < 0) {
      point = i;
    } else if (char >= DIGIT_0 && char <= DIGIT_9) {
      if (char === DIGIT_0) continue;
      if (first < 0) first = i;
      last = i;
    } else {
      return null;
    }
  }
  if (text.length - start - (point < 0 ? 0 : 1) < 1) return null;
  const isNegative = sign === MINUS;
  if (first < 0) return { isNegative, digits: '', exponent: 0 };
  const end = point < 0 ? text.length : point;
  const digits =
    first < point && point < last
      ? text.slice(first, point) + text.slice(point + 1, last + 1)
      : text.slice(first, last + 1);
  return { isNegative, digits, exponent: last < end ? end - last - 1 : end - last };
}
