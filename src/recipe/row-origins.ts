import type { Recipe } from './recipe.js';

/**
 * Where the rows of ours come from: which rows of the file, by the numbers that spreadsheets show, and which columns. It is filled
 * while the file is turned into ours. Where a row is made of one row it keeps its number, and nothing need be remembered.
 */
export class RowOrigins {
  readonly #keepsNumbers: boolean;
  readonly #recipe: Recipe | null;
  /** The first original of each row of ours; 0 for none. */
  readonly #firsts: number[] = [];
  /** The other originals of rows that were made of several. */
  readonly #others = new Map<number, readonly number[]>();
  /** For each row of ours its term's place in the recipe, from 1; 0 for none. */
  readonly #terms: number[] = [];

  /** @param recipe null for a file that is used as it came. */
  constructor(keepsNumbers: boolean, recipe: Recipe | null = null) {
    this.#keepsNumbers = keepsNumbers;
    this.#recipe = recipe;
  }

  /** Whether every row of ours has the number of the row that it was made of. */
  get keepsNumbers(): boolean {
    return this.#keepsNumbers;
  }

  /** Notes what a row of ours was made of, and the place of its term in the recipe; nothing to note where rows keep their numbers. */
  add(row: number, [first = 0, ...others]: readonly number[], term: number | null): void {
    if (this.#keepsNumbers) return;
    // Arrays with gaps are slow and large.
    for (let gap = this.#firsts.length; gap < row; gap++) {
      this.#firsts.push(0);
      this.#terms.push(0);
    }
    this.#firsts[row] = first;
    this.#terms[row] = term === null ? 0 : term + 1;
    if (others.length > 0) this.#others.set(row, others);
  }

  /** The rows of the file that a row of ours was made of. */
  of(row: number): readonly number[] {
    if (this.#keepsNumbers) return [row];
    const first = this.#firsts[row] ?? 0;
    return first === 0 ? [] : [first, ...(this.#others.get(row) ?? [])];
  }

  /** What the file calls the column that a cell of ours was read from; the column of ours where it was read from none. */
  columnOf(column: string, row: number | null): string {
    if (this.#recipe === null) return column;
    const { shape, columns } = this.#recipe;
    if (shape.rows === 'fund' && Object.values(shape.funds).some((each) => each === column))
      return shape.paid;
    const term = row === null || shape.rows !== 'student' ? undefined : shape.terms[this.termOf(row) ?? -1];
    const rule = term?.columns[column] ?? columns[column];
    return rule !== undefined && 'column' in rule ? rule.column : column;
  }

  /** Whether a row of ours stands for a row of the file that has something in none of its terms. */
  lacksTerm(row: number | null): boolean {
    return row !== null && this.#recipe?.shape.rows === 'student' && this.termOf(row) === null;
  }

  /** The place of its term among the recipe's, for a row of ours; null where no term has columns of its own. */
  termOf(row: number): number | null {
    const term = (this.#terms[row] ?? 0) - 1;
    return term < 0 ? null : term;
  }
}
