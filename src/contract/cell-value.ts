import { isExact, parseExact, wholeNumber } from '../engine/exact.js';

export type FieldKind = 'choice' | 'flag' | 'credits' | 'dollars' | 'whole dollars' | 'count' | 'text';

/** Accepted values of a flag column, in any case. */
export const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  ['yes', true],
  ['no', false],
  ['y', true],
  ['n', false],
]);

/**
 * The JSON value of a cell, for its field to read; `text` is trimmed and not empty. Text that has no JSON value is returned
 * unchanged, for the field to refuse.
 */
export function cellValue(
  { kind, options }: { readonly kind: FieldKind; readonly options?: readonly string[] | undefined },
  text: string,
): unknown {
  switch (kind) {
    case 'choice': {
      const word = underscored(text);
      return options?.includes(word) ? word : text;
    }
    case 'flag':
      return FLAG_WORDS.get(text.toLowerCase()) ?? text;
    case 'count':
      return wholeCount(text);
    case 'dollars':
    case 'whole dollars':
      return writtenAmount(text);
    case 'credits':
    case 'text':
      return text;
  }
}

/** Lower case, with blanks and hyphens as underscores: `First Year` becomes `first_year`. */
export function underscored(text: string): string {
  return text.toLowerCase().replace(/[\s\-_]+/g, '_');
}

function wholeCount(text: string): number | string {
  const reading = parseExact(text);
  return isExact(reading) ? (wholeNumber(reading) ?? text) : text;
}

/** How a spreadsheet prints zero dollars: `-`, `$-`, `$ -`. */
const PRINTED_ZERO = /^\$?\s*-$/;
const MARKS = /[$,]/;
/** Commas separate groups of three digits, and the first group does not begin with 0. */
const WRITTEN_AMOUNT = /^([+-]?)\$?\s*([1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]*)(\.[0-9]*)?$/;

function writtenAmount(text: string): string {
  if (PRINTED_ZERO.test(text)) return '0';
  if (!MARKS.test(text)) return text;
  const written = WRITTEN_AMOUNT.exec(text);
  if (written === null) return text;
  const [, sign = '', whole = '', fraction = ''] = written;
  if (whole === '' && fraction.length < 2) return text;
  return sign + whole.replaceAll(',', '') + fraction;
}
