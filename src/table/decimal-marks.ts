/** What marks beside the digits of a number say: of its currency, its thousands, and its decimals. */

/** `0.500`, `1750.000`: the point is the decimal one, and the column has three decimal places. */
const THOUSANDTHS = /^(?:0|[0-9]{4,})\.[0-9]{3}$/;
/** `3.500`, `12.000`: dollars with thousandths, or thousands of dollars. */
const EITHER = /^[1-9][0-9]{0,2}(?:\.[0-9]{3})+$/;
/** The digits and points of an amount as it is printed: `$1.750`, `(3.500)`. */
const PRINTED = /^[-+(]?\s*[$€]?\s*[-+]?([0-9.]+)\s*[$€]?\s*\)?$/;
/** `4 500`, `1 234.56 €`, `3'500.00`: spaces or apostrophes mark thousands, plain or as they are printed. */
const SPACED =
  /^[-+(]?\s*[$€]?\s*[-+]?[0-9]{1,3}(?:[ \u00a0\u2009\u202f'’][0-9]{3})+(?:\.[0-9]*)?\s*[$€]?\s*\)?$/;
/** `USD 3,500.00`, `US$3500`, `(3500 USD)`, `3500 $`: dollars by their name, or with their sign behind. */
const NAMED_DOLLARS = /^([-+(]?\s*)(?:USD?\s*\$?|)\s*([-+]?[0-9][^A-Z$]*?)\s*(?:USD|\$)?(\s*\)?)$/i;

/** A number without the name of its currency and the spaces or apostrophes of its thousands; any other text as it is. */
export function unspaced(text: string): string {
  const bare = /us|\d\s*\$/i.test(text) ? text.replace(NAMED_DOLLARS, '$1$2$3') : text;
  return SPACED.test(bare) ? bare.replace(/[\s'’]/g, '') : bare;
}

/**
 * What a point says in a number such as `3.500`, three digits before its end: `thousandths` where it must be a decimal
 * point, `either` where it may be one or mark thousands; null for every other number. A column with one that must be is
 * not in doubt.
 */
export function pointIn(cell: string): 'thousandths' | 'either' | null {
  if (!cell.includes('.')) return null;
  const digits = PRINTED.exec(unspaced(cell.trim()))?.[1] ?? '';
  if (THOUSANDTHS.test(digits)) return 'thousandths';
  return EITHER.test(digits) ? 'either' : null;
}
