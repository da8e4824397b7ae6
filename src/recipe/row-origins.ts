import type { Ours } from './our-fields.js';
import { columnsOf, type Recipe, ruleOf } from './recipe.js';

/**
 * The origin of our rows: which rows (as spreadsheets number them) and columns of the file. Filled while the file is
 * converted.
 */
export class RowOrigins {
  /** By our row, where numbers are not kept. */
  readonly #rows: (readonly number[])[] = [];
  readonly #terms: (number | null)[] = [];

  /**
   * @param keepsNumbers whether each of our rows has the number of its original.
   * @param recipe null for a file that is used unchanged.
   */
  constructor(
    readonly keepsNumbers: boolean,
    readonly recipe: Recipe | null = null,
  ) {}

  /** Records the originals of one of our rows, and the index of its term in the recipe. */
  add(row: number, originals: readonly number[], term: number | null): void {
    if (this.keepsNumbers) return;
    // Arrays with gaps are slow and large.
    while (this.#rows.length < row) this.#terms[this.#rows.push([]) - 1] = null;
    this.#rows[row] = originals;
    this.#terms[row] = term;
  }

  /** The rows of the file that one of our rows was made from. */
  of(row: number): readonly number[] {
    return this.keepsNumbers ? [row] : (this.#rows[row] ?? []);
  }

  /** The index of a row's term in the recipe; null if terms do not have their own columns. */
  termOf(row: number): number | null {
    return this.#terms[row] ?? null;
  }

  /** The file's names for the columns that one of our cells was read from, joined; our own name if there is none. */
  columnOf(column: Ours, row: number | null): string {
    if (this.recipe === null) return column;
    const term = this.recipe.terms[(row === null ? null : this.termOf(row)) ?? -1];
    return columnsOf(ruleOf(this.recipe, column, term)).join(' + ') || column;
  }
}
