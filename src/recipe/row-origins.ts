/**
 * Which rows of the file the rows of ours were made of, by the numbers that spreadsheets show. It is filled while the file is
 * turned into ours. Where a row is made of one row it keeps its number, and nothing need be remembered.
 */
export class RowOrigins {
  /** For each row of ours its originals; empty while every row keeps its number. */
  readonly #originals: (readonly number[])[] = [];
  readonly #keepsNumbers: boolean;

  constructor(keepsNumbers: boolean) {
    this.#keepsNumbers = keepsNumbers;
  }

  /** Whether every row of ours has the number of the row that it was made of. */
  get keepsNumbers(): boolean {
    return this.#keepsNumbers;
  }

  /** Notes what a row of ours was made of; nothing to note where rows keep their numbers. */
  add(row: number, originals: readonly number[]): void {
    if (!this.#keepsNumbers) this.#originals[row] = originals;
  }

  /** The rows of the file that a row of ours was made of. */
  of(row: number): readonly number[] {
    return this.#keepsNumbers ? [row] : (this.#originals[row] ?? []);
  }
}
