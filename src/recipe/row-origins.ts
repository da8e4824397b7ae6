import type { Ours } from './our-fields.js';
import { columnsOf, type Recipe, ruleOf } from './recipe.js';

/**
 * The origin of our rows: which rows (as spreadsheets number them) and columns of the file. Filled while the file is
 * converted. A row made from a single row keeps its number, and nothing needs to be stored.
 */
export class RowOrigins {
  /** The first original of each of our rows; 0 for none. */
  readonly #firsts: number[] = [];
  /** The other originals of rows made from several. */
  readonly #others = new Map<number, readonly number[]>();
  /** For each of our rows, the index of its term in the recipe, from 1; 0 for none. */
  readonly #terms: number[] = [];

  readonly #recipe: Recipe | null;

  /**
   * @param keepsNumbers whether each of our rows has the number of its original.
   * @param recipe null for a file that is used unchanged.
   */
  constructor(
    readonly keepsNumbers: boolean,
    recipe: Recipe | null = null,
  ) {
    this.#recipe = recipe;
  }

  /**
   * Records the originals of one of our rows and the index of its term in the recipe; does nothing if rows keep their
   * numbers.
   */
  add(row: number, [first = 0, ...others]: readonly number[], term: number | null): void {
    if (this.keepsNumbers) return;
    // Arrays with gaps are slow and large.
    for (let gap = this.#firsts.length; gap < row; gap++) {
      this.#firsts.push(0);
      this.#terms.push(0);
    }
    this.#firsts[row] = first;
    this.#terms[row] = term === null ? 0 : term + 1;
    if (others.length > 0) this.#others.set(row, others);
  }

  /** The rows of the file that one of our rows was made from. */
  of(row: number): readonly number[] {
    if (this.keepsNumbers) return [row];
    const first = this.#firsts[row] ?? 0;
    return first === 0 ? [] : [first, ...(this.#others.get(row) ?? [])];
  }

  /** The file's names for the columns that one of our cells was read from, joined; our own name if there is none. */
  columnOf(column: Ours, row: number | null): string {
    if (this.#recipe === null) return column;
    const { rows, fund, terms } = this.#recipe;
    if (rows === 'fund' && fund?.paid != null && column.startsWith('term_prior_disbursement'))
      return fund.paid;
    const place = row === null ? null : this.termOf(row);
    const names = columnsOf(ruleOf(this.#recipe, column, place === null ? undefined : terms[place]));
    return names.length === 0 ? column : names.join(' + ');
  }

  /** The index of a row's term in the recipe; null if terms do not have their own columns. */
  termOf(row: number): number | null {
    const term = (this.#terms[row] ?? 0) - 1;
    return term < 0 ? null : term;
  }
}
