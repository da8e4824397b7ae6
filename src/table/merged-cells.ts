import { columnLetters } from './column-names.js';
import type { TableRow } from './delimited-text.js';
import type { Merge } from './sheet-reader.js';
import { damaged, type TableError, tableError } from './table-error.js';

interface Shown {
  readonly merge: Merge;
  readonly text: string;
}

/**
 * Shows what merged cells hold in each row below the header. Excel stores it only in the first of them, so a program
 * would read the others as blank. Call it row after row.
 */
export class MergedCells {
  readonly #merges: readonly Merge[];
  readonly #width: number;
  readonly #shown = new Map<number, Shown>();
  #next = 0;

  /** @param merges in the order of their first rows */
  constructor(merges: readonly Merge[], width: number, headerRow: number) {
    this.#merges = merges.filter(({ first }) => first.row > headerRow && first.column < width);
    this.#width = width;
  }

  /**
   * A row with a filled cell, as Excel shows it.
   *
   * @throws TableError for merged cells that overlap.
   */
  shownIn({ row, cells }: TableRow): readonly string[] {
    this.#begin(row, cells);
    if (this.#shown.size === 0) return cells;
    const all = [...cells];
    for (const [column, { merge, text }] of this.#shown) {
      if (merge.last.row < row) this.#shown.delete(column);
      else if (column === merge.first.column) all[column] = text;
    }
    return Array.from(all, (cell) => cell ?? '');
  }

  /**
   * The indexes of numbers in a row that stand for several rows.
   *
   * @throws TableError for a row in which a cell is merged over several columns: what belongs to each is not known.
   */
  sharedIn({ row }: Pick<TableRow, 'row'>): readonly number[] {
    const shared: number[] = [];
    for (const [column, { merge, text }] of this.#shown) {
      const { first, last } = merge;
      if (column !== first.column || text.trim() === '' || last.row < row) continue;
      if (last.column > first.column) throw mergedCell(row, column);
      if (last.row > first.row && /[0-9]/.test(text)) shared.push(column);
    }
    return shared;
  }

  #begin(row: number, cells: readonly string[]): void {
    for (; this.#next < this.#merges.length; this.#next++) {
      const merge = this.#merges[this.#next];
      if (merge === undefined || merge.first.row > row) return;
      if (merge.last.row < row) continue;
      const { first, last } = merge;
      const text = first.row === row ? (cells[first.column] ?? '') : '';
      for (let column = first.column; column <= Math.min(last.column, this.#width - 1); column++) {
        const before = this.#shown.get(column);
        if (before !== undefined && before.merge.last.row >= first.row) throw damaged('merged cells overlap');
        this.#shown.set(column, { merge, text });
      }
    }
  }
}

/** The refusal of a cell that is merged over several columns; `column` is counted from 0. */
function mergedCell(row: number, column: number): TableError {
  return tableError(
    'this cell is merged over several columns, and what belongs to each of them cannot be known. Unmerge it, and write into each cell what it holds.',
    { row, column: columnLetters(column) },
  );
}
