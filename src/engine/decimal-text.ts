/** A parsed decimal text: `digits` x 10^`exponent`, with its sign. */
export interface DecimalText {
  readonly isNegative: boolean;
  /** The significant digits, without leading or trailing zeros; empty for 0. */
  readonly digits: string;
  readonly exponent: number;
}

/** Each character can match in only one way, so a megabyte of digits costs no more than reading it. */
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** Parses a decimal string: an optional sign, digits, at most one point, at least one digit. Null for anything else. */
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
