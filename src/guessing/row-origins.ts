import type { Recipe } from './recipe.js';

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

  /** The file's name for the column that one of our cells was read from; our own name if there is none. */
  columnOf(column: string, row: number | null): string {
    if (this.#recipe === null) return column;
    const { shape, columns } = this.#recipe;
    if (shape.rows === 'fund' && Object.values(shape.funds).some((each) => each === column))
      return shape.paid;
    const term = row === null || shape.rows !== 'student' ? undefined : shape.terms[this.termOf(row) ?? -1];
    const rule = term?.columns[column] ?? columns[column];
    return rule !== undefined && 'column' in rule ? rule.column : column;
  }

  /** Whether our row stands for a row of the file that is empty in all of its terms. */
  lacksTerm(row: number | null): boolean {
    return row !== null && this.#recipe?.shape.rows === 'student' && this.termOf(row) === null;
  }

  /** The index of a row's term in the recipe; null if terms do not have their own columns. */
  termOf(row: number): number | null {
    const term = (this.#terms[row] ?? 0) - 1;
    return term < 0 ? null : term;
  }
}
