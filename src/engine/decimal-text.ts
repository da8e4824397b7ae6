/** A decimal text taken apart: `digits` x 10^`exponent`, negative or not. */
export interface DecimalText {
  readonly isNegative: boolean;
  /** The significant digits, without zeros in front or behind; empty for 0. */
  readonly digits: string;
  readonly exponent: number;
}

/** Each character can be matched in one way only: a megabyte of digits must not cost more than reading it. */
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** Takes a decimal string apart: an optional sign, digits, at most one point, at least one digit. Null for anything else. */
export function readDecimalText(text: string): DecimalText | null {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  const all = whole + fraction;
  if (all === '') return null;
  let first = 0;
  while (all[first] === '0') first += 1;
  let end = all.length;
  while (end > first && all[end - 1] === '0') end -= 1;
  const digits = all.slice(first, end);
  return { isNegative: sign === '-', digits, exponent: digits === '' ? 0 : whole.length - end };
}
