import type { Ours } from './our-fields.js';
import { columnsOf, type Recipe, ruleOf } from './recipe.js';

/**
 * The origin of our rows: which rows (as spreadsheets number them) and columns of the file. Filled while the file is
 * converted.
 */
export class RowOrigins {
  /** By our row, of which the first is the header, where numbers are not kept. */
  readonly #rows: (readonly number[])[] = [[], []];
  readonly #terms: (number | null)[] = [null, null];

  /**
   * @param keepsNumbers whether each of our rows has the number of its original.
   * @param recipe null for a file that is used unchanged.
   */
  constructor(
    readonly keepsNumbers: boolean,
    readonly recipe: Recipe | null = null,
  ) {}

  /** Records the originals of our next row, and the index of its term in the recipe. */
  add(originals: readonly number[], term: number | null): void {
    if (this.keepsNumbers) return;
    this.#rows.push(originals);
    this.#terms.push(term);
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
