import type { TableRow } from './delimited-text.js';
import { type TableError, tableError } from './table-error.js';

const MARKED = /^([-+(]?\s*[$€]?\s*[-+]?)([0-9.,]+)(\s*[$€]?\s*[-)]?)$/;
/** Rejects lists such as `3,4,5`. */
const NUMBER =
  /^[0-9]*(?:[.,][0-9]*)?$|^[0-9]{1,3}(?:(?:,[0-9]{3})+(?:\.[0-9]*)?|(?:\.[0-9]{3})+(?:,[0-9]*)?)$/;
/** `9,5`, `1234,56`, `1.234,56`: the comma cannot be a thousands separator. */
const COMMA_DECIMAL = /^(?:[0-9]+|[0-9]{1,3}(?:\.[0-9]{3})+),(?:[0-9]{1,2}|[0-9]{4,})$/;
/** `1.234,56`: the point is a thousands separator. */
const POINT_THOUSANDS = /^[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]|^[0-9]{1,3}(?:\.[0-9]{3}){2,}$/;
/** `0.500`, `1750.000`: the point is a decimal point, and the column has three decimal places. */
const THOUSANDTHS = /^(?:0|[0-9]{4,})\.[0-9]{3}$/;
/** `9.5`, `1,234.56`, `1,234,567`: the point is a decimal point, or the comma separates thousands. */
const POINT_DECIMAL = /^[0-9]*\.(?:[0-9]{1,2}|[0-9]{4,})$|,[0-9]{3}[.,]/;
/** `3.500`, `12.000`: dollars with three decimal places, or thousands of dollars. */
const EITHER = /^[1-9][0-9]{0,2}(?:\.[0-9]{3})+$/;
/** `12,000`: thousands, or three decimal places. */
const EITHER_COMMA = /^[1-9][0-9]{0,2},[0-9]{3}$/;
/** `2500,00`, `1.234,50`: an amount with cents. */
const AMOUNT = /[0-9]{2},[0-9]{2}(?![0-9])/;

/** `4 500`, `1 234,56 €`, `3'500.00`: spaces (plain or typographic) or apostrophes separate thousands. */
const SPACED =
  /^[-+(]?\s*[$€]?\s*[-+]?[0-9]{1,3}(?:[ \u00a0\u2009\u202f'’][0-9]{3})+(?:[.,][0-9]*)?\s*[$€]?\s*\)?$/;
/** `USD 3,500.00`, `US$3500`, `(3500 USD)`, `3500 $`: dollars by name, or with the sign at the end. */
const NAMED_DOLLARS = /^([-+(]?\s*)(?:USD?\s*\$?|)\s*([-+]?[0-9][^A-Z$]*?)\s*(?:USD|\$)?(\s*\)?)$/i;

/** A number without its currency name and without spaces or apostrophes in it; other texts unchanged. */
export function unspaced(text: string): string {
  const bare = /us|\d\s*\$/i.test(text) ? text.replace(NAMED_DOLLARS, '$1$2$3') : text;
  return SPACED.test(bare) ? bare.replace(/[\s'’]/g, '') : bare;
}

/** The sign, digits and ending of a number; null for any other text. */
function numberParts(text: string): readonly string[] | null {
  const parts = MARKED.exec(unspaced(text));
  return parts !== null && NUMBER.test(parts[2] ?? '') ? parts : null;
}

export interface CommaColumn {
  readonly index: number;
  readonly name: string;
  /** A number whose comma can only be a decimal comma. */
  readonly example: string;
  /** Whether points separate thousands in the file, so that `12,000` means twelve. */
  readonly hasPoints: boolean;
}

/**
 * The columns with decimal commas, among those that are mostly numbers; none unless one of them is all
 * numbers.
 *
 * @throws TableError for a number that can be read in two ways beside another of its own or another column.
 */
export function commaColumns(header: readonly string[], sample: readonly TableRow[]): readonly CommaColumn[] {
  const columns = header
    .map((name, index) => {
      const cells = sample.flatMap(({ row, cells: all }) => {
        const text = (all[index] ?? '').trim();
        return text === '' ? [] : { row, text, digits: numberParts(text)?.[2] ?? '' };
      });
      const numbers = cells.filter(({ digits }) => digits !== '');
      const find = (...styles: readonly RegExp[]) =>
        numbers.find(({ digits }) => styles.some((style) => style.test(digits)));
      return {
        index,
        name,
        example: find(COMMA_DECIMAL)?.text ?? '',
        isPointed: find(POINT_THOUSANDS) !== undefined,
        point: find(POINT_DECIMAL, THOUSANDTHS),
        either: find(EITHER_COMMA),
        areAll: numbers.length === cells.length,
        areMost: numbers.length * 2 > cells.length,
      };
    })
    .filter(({ areMost }) => areMost);
  const sure = columns.filter(({ example, areAll }) => example !== '' && areAll);
  if (sure.length === 0) return [];
  // Only an amount such as `2500,00` casts doubt on other columns; `1,2` may be two sections.
  const amount = sure.find(({ example }) => AMOUNT.test(example));
  // If points separate thousands, commas do not.
  const hasPoints = sure.some(({ isPointed }) => isPointed);
  for (const column of columns) {
    const { name, example, point, either } = column;
    const number = point ?? (hasPoints ? undefined : either);
    const beside = example !== '' ? column : point === undefined ? amount : undefined;
    if (number !== undefined && beside !== undefined) throw ambiguous(number, name, beside);
  }
  return columns
    .filter(({ example, either }) => example !== '' || (hasPoints && either !== undefined))
    .map(({ index, name, example }) => ({ index, name, example, hasPoints }));
}

/** The error for a number that can be read in two ways beside one with a decimal comma. */
function ambiguous(
  { row, text }: { readonly row: number; readonly text: string },
  column: string,
  { name, example }: Pick<CommaColumn, 'name' | 'example'>,
): TableError {
  const where = name === column ? '' : ` in column "${name}"`;
  return tableError(
    `"${text}" may be read in two ways, since "${example}"${where} has a decimal comma. Write all numbers without thousands and with a decimal point, such as 1750.00.`,
    { row, column },
  );
}

/** Replaces decimal commas in these columns. @throws TableError for a number with two possible readings. */
export function withPoints(
  columns: readonly CommaColumn[],
  row: number,
  cells: readonly string[],
): readonly string[] {
  let own: string[] | null = null;
  for (const column of columns) {
    const { index, name, hasPoints } = column;
    const text = (cells[index] ?? '').trim();
    const [, before = '', digits = '', behind = ''] = numberParts(text) ?? [];
    if (!/[.,]/.test(digits)) continue;
    const isDecimal = COMMA_DECIMAL.test(digits) || (hasPoints && EITHER_COMMA.test(digits));
    if (isDecimal ? digits.includes('.') && !hasPoints : !hasPoints || !EITHER.test(digits))
      throw ambiguous({ row, text }, name, column);
    own ??= [...cells];
    own[index] = `${before}${digits.replaceAll('.', '').replace(',', '.')}${behind}`;
  }
  return own ?? cells;
}

/**
 * The role of a point before the last three digits, as in `3.500`. `thousandths`: it must be a decimal point;
 * `either`: it may also separate thousands; null for other numbers. One `thousandths` settles the whole
 * column.
 */
export function pointIn(cell: string): 'thousandths' | 'either' | null {
  if (!cell.includes('.')) return null;
  const digits = MARKED.exec(unspaced(cell.trim()))?.[2] ?? '';
  if (THOUSANDTHS.test(digits)) return 'thousandths';
  return EITHER.test(digits) ? 'either' : null;
}
