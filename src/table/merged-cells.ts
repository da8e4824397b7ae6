import { columnLetters } from './column-names.js';
import type { TableRow } from './delimited-text.js';
import type { Merge } from './sheet-reader.js';
import { damaged, tableError } from './table-error.js';

/**
 * Shows what merged cells hold in each row below the header. Excel stores it only in the first of them, so a program
 * would read the others as blank. Call it row after row.
 */
export class MergedCells {
  /** Those that begin below the last row, in the order of their first rows. */
  readonly #later: Merge[];
  /** Those of the last row, with what they show. */
  #merged: { readonly merge: Merge; readonly text: string }[] = [];

  /** @param merges in the order of their first rows */
  constructor(merges: readonly Merge[], width: number, headerRow: number) {
    this.#later = merges.filter(({ first }) => first.row > headerRow && first.column < width);
    this.#later.reverse();
  }

  /**
   * A row with a filled cell, as Excel shows it.
   *
   * @throws TableError for merged cells that overlap.
   */
  shownIn({ row, cells }: TableRow): readonly string[] {
    this.#merged = this.#merged.filter(({ merge }) => merge.last.row >= row);
    for (
      let next = this.#later.at(-1);
      next !== undefined && next.first.row <= row;
      next = this.#later.at(-1)
    ) {
      this.#later.pop();
      const merge = next;
      if (merge.last.row < row) continue;
      if (this.#merged.some((other) => areBeside(other.merge, merge))) throw damaged('merged cells overlap');
      this.#merged.push({ merge, text: merge.first.row === row ? (cells[merge.first.column] ?? '') : '' });
    }
    if (this.#merged.length === 0) return cells;
    const all = [...cells];
    for (const { merge, text } of this.#merged) all[merge.first.column] = text;
    return Array.from(all, (cell) => cell ?? '');
  }

  /**
   * The indexes of numbers in the last row that stand for several rows.
   *
   * @throws TableError for a row in which a cell is merged over several columns: what belongs to each is not known.
   */
  shared(row: number): readonly number[] {
    const filled = this.#merged.filter(({ text }) => text.trim() !== '');
    const wide = filled.find(({ merge: { first, last } }) => last.column > first.column);
    if (wide !== undefined) {
      const column = columnLetters(wide.merge.first.column);
      throw tableError(
        'this cell is merged over several columns, and what belongs to each of them cannot be known. Unmerge it, and write into each cell what it holds.',
        { row, column },
      );
    }
    const ofRows = filled.filter(
      ({ merge: { first, last }, text }) => last.row > first.row && /[0-9]/.test(text),
    );
    return ofRows.map(({ merge }) => merge.first.column);
  }
}

/** Whether two have a column in common. */
function areBeside(one: Merge, other: Merge): boolean {
  return one.first.column <= other.last.column && other.first.column <= one.last.column;
}
