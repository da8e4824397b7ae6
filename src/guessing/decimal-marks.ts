import { FIELDS, REQUEST_COLUMNS } from '../contract/field-list.js';
import { meantColumns } from '../contract/near-miss.js';
import { filledAt } from './cells.js';
import { type RecipeError, recipeError } from './recipe-error.js';
import type { SourceRow } from './records.js';
import { Tally } from './tally.js';

const MARKED = /^([-+(]?\s*[$€]?\s*[-+]?)([0-9.,]+)(\s*[$€]?\s*\)?)$/;
/** `9,5`, `1234,56`, `1.234,56`: the comma cannot be a thousands separator. */
const COMMA_DECIMAL =
  /^[0-9]{1,3}(?:\.[0-9]{3})*,(?:[0-9]{1,2}|[0-9]{4,})$|^[0-9]+,(?:[0-9]{1,2}|[0-9]{4,})$/;
/** `1.234,56`: the point is a thousands separator. */
const POINT_THOUSANDS = /^[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]|^[0-9]{1,3}(?:\.[0-9]{3}){2,}$/;
/** `9.5`, `1,234.56`, `1,234,567`, `1750.000`: the point is the decimal one, or the comma separates thousands. */
const POINT_DECIMAL = /^[0-9]*\.(?:[0-9]{1,2}|[0-9]{4,})$|,[0-9]{3}[.,]|^(?:0|[0-9]{4,})\.[0-9]{3}$/;
/** `3.500`, `12.000`: dollars with thousandths, or thousands of dollars. */
const EITHER = /^[1-9][0-9]{0,2}(?:\.[0-9]{3})+$/;
/** `0.500`, `1750.000`: the point is the decimal one, and the column has three decimal places. */
const THOUSANDTHS = /^(?:0|[0-9]{4,})\.[0-9]{3}$/;
/** `9,5`, `1.234,5`: fewer digits than thousands have. */
const FEW_BEHIND = /,[0-9]{1,2}$/;
const WHOLE = /^[0-9]+$/;

/** Our columns of dollars. */
export const DOLLAR_COLUMNS: readonly string[] = FIELDS.flatMap(({ column, kind }) =>
  kind === 'dollars' || kind === 'whole dollars' ? [column] : [],
);

/** How the numbers of a column are written. */
type Style = 'comma' | 'comma, points of thousands' | 'dollars';

/**
 * Reads numbers with decimal commas, in columns without doubt: some of the first rows have one, and none has a decimal
 * point. Beside such a column, one in which most cells are numbers may have words, too. In dollar columns, a number that
 * may be dollars or thousands of dollars is refused.
 */
export class DecimalMarks {
  readonly #header: readonly string[];
  readonly #styles: ReadonlyMap<number, Style>;

  constructor(header: readonly string[], sample: readonly SourceRow[]) {
    this.#header = header;
    const rows = sample.map(({ cells }) => cells);
    const styles = header.map((name, place) => styleOf(name, filledAt(rows, place)));
    const hasCommas = styles.some((style) => style !== null && style !== 'dollars');
    this.#styles = new Map(
      styles.flatMap((own, place) => {
        const style = (hasCommas ? commaStyleBesideWords(filledAt(rows, place)) : null) ?? own;
        return style === null ? [] : [[place, style] as const];
      }),
    );
  }

  /** The names of the columns whose decimal commas are read. */
  get commaColumns(): readonly string[] {
    return [...this.#styles].flatMap(([place, style]) =>
      style === 'dollars' ? [] : [this.#header[place] ?? ''],
    );
  }

  /**
   * A row converted to decimal points.
   *
   * @throws RecipeError for a number that may be read in two ways.
   */
  readIn({ row, cells }: SourceRow): readonly string[] {
    let own: string[] | null = null;
    for (const [place, style] of this.#styles) {
      const cell = cells[place] ?? '';
      const [, before = '', digits = '', behind = ''] = MARKED.exec(cell.trim()) ?? [];
      if (digits === '' || WHOLE.test(digits)) continue;
      if (style === 'dollars') {
        if (EITHER.test(digits)) throw this.#inDoubt(row, place, cell.trim());
        continue;
      }
      if (!isOfStyle(digits, style)) throw this.#inDoubt(row, place, cell.trim());
      own ??= [...cells];
      own[place] = `${before}${digits.replaceAll('.', '').replace(',', '.')}${behind}`;
    }
    return own ?? cells;
  }

  #inDoubt(row: number, place: number, cell: string): RecipeError {
    return recipeError(
      `"${cell}" may be read in two ways. Write all numbers of this column without thousands and with a decimal point, such as 1750.00.`,
      { row, column: this.#header[place] ?? null },
    );
  }
}

/**
 * Amounts in a column with our name that are read with a decimal point, as documented, but may be meant as thousands:
 * `3.500` in a column where no number shows that it has three decimal places.
 */
export class DoubtfulAmounts {
  readonly #tally = new Tally();
  #example = '';
  #hasThousandths = false;

  add(cell: string, student: number, row: number): void {
    if (this.#hasThousandths || !cell.includes('.')) return;
    const digits = MARKED.exec(cell)?.[2] ?? '';
    this.#hasThousandths = THOUSANDTHS.test(digits);
    if (!EITHER.test(digits)) return;
    if (this.#tally.count === 0) this.#example = cell;
    this.#tally.add(student, row);
  }

  /** The number of such amounts, and the first; null if there are none. */
  get found(): { readonly count: number; readonly example: string; readonly row: number } | null {
    const [row] = this.#tally.rows;
    if (this.#hasThousandths || row === undefined) return null;
    return { count: this.#tally.count, example: this.#example, row };
  }
}

function styleOf(name: string, cells: readonly string[]): Style | null {
  if (cells.length === 0) return null;
  const digits = digitsIn(cells);
  const comma = digits.length === cells.length ? commaStyle(digits) : null;
  if (comma !== null) return comma;
  const isOfThousandths = digits.some((each) => THOUSANDTHS.test(each));
  const isOfDollars = meantColumns(name, REQUEST_COLUMNS).some((column) => DOLLAR_COLUMNS.includes(column));
  return isOfThousandths || !isOfDollars ? null : 'dollars';
}

/** The style of a column in a file with decimal commas, in which some cells may be words, such as `n/a`. */
function commaStyleBesideWords(cells: readonly string[]): Style | null {
  const digits = digitsIn(cells);
  const areMost = digits.length * 2 > cells.length;
  return areMost && digits.some((each) => FEW_BEHIND.test(each)) ? commaStyle(digits) : null;
}

function commaStyle(digits: readonly string[]): Style | null {
  if (digits.some((each) => POINT_DECIMAL.test(each))) return null;
  if (!digits.some((each) => COMMA_DECIMAL.test(each))) return null;
  return digits.some((each) => POINT_THOUSANDS.test(each)) ? 'comma, points of thousands' : 'comma';
}

function digitsIn(cells: readonly string[]): readonly string[] {
  return cells.flatMap((cell) => MARKED.exec(cell)?.[2] ?? []);
}

function isOfStyle(digits: string, style: Style): boolean {
  if (COMMA_DECIMAL.test(digits)) return style !== 'comma' || !digits.includes('.');
  return style === 'comma, points of thousands' && EITHER.test(digits);
}
