import { REQUEST_COLUMNS, TERM_FIELDS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { meantColumns } from '../contract/near-miss.js';
import { columnLetters } from './cell-places.js';
import { damaged, type RecipeError, recipeError } from './recipe-error.js';
import type { SourceRow } from './records.js';
import type { Merge } from './sheet-rows.js';

/** Columns with a different value in each term: one number for several rows may be their sum. */
const OF_ONE_TERM: ReadonlySet<string> = new Set(
  TERM_FIELDS.filter(({ kind, column }) => kind !== 'text' && column !== 'term_ft_credits').map(
    ({ column }) => column,
  ),
);

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
  readonly #header: readonly string[];
  readonly #shown = new Map<number, Shown>();
  #next = 0;

  /** @param merges in the order of their first rows */
  constructor(merges: readonly Merge[], header: readonly string[], headerRow: number) {
    this.#merges = merges.filter(({ first }) => first.row > headerRow && first.column < header.length);
    this.#header = header;
  }

  /**
   * A row with a filled cell, as Excel shows it.
   *
   * @throws RecipeError for merged cells that overlap.
   */
  shownIn({ row, cells }: SourceRow): readonly string[] {
    this.#begin(row, cells);
    if (this.#shown.size === 0) return cells;
    const all = [...cells];
    for (const [column, { merge, text }] of this.#shown) {
      if (merge.last.row < row) this.#shown.delete(column);
      else if (column === merge.first.column) all[column] = text;
    }
    return Array.from(all, (cell) => cell ?? '');
  }

  /** @throws RecipeError for a student's row in which merged cells leave open what each of them holds. */
  refuse({ row }: Pick<SourceRow, 'row'>): void {
    for (const [column, { merge, text }] of this.#shown) {
      const { first, last } = merge;
      if (column !== first.column || text.trim() === '' || last.row < row) continue;
      const name = this.#header[column] ?? '';
      if (last.column > first.column) throw open(row, column, 'columns');
      if (last.row > first.row && /[0-9]/.test(text) && isOfOneTerm(name)) throw open(row, column, 'rows');
    }
  }

  #begin(row: number, cells: readonly string[]): void {
    for (; this.#next < this.#merges.length; this.#next++) {
      const merge = this.#merges[this.#next];
      if (merge === undefined || merge.first.row > row) return;
      if (merge.last.row < row) continue;
      const { first, last } = merge;
      const text = first.row === row ? (cells[first.column] ?? '') : '';
      for (let column = first.column; column <= Math.min(last.column, this.#header.length - 1); column++) {
        const before = this.#shown.get(column);
        if (before !== undefined && before.merge.last.row >= first.row) throw damaged('merged cells overlap');
        this.#shown.set(column, { merge, text });
      }
    }
  }
}

function isOfOneTerm(name: string): boolean {
  const own = columnName(name);
  const meant = REQUEST_COLUMNS.includes(own) ? [own] : meantColumns(name, REQUEST_COLUMNS);
  return meant.length === 0 || meant.some((column) => OF_ONE_TERM.has(column));
}

function open(row: number, column: number, across: 'columns' | 'rows'): RecipeError {
  return recipeError(
    `this cell is merged over several ${across}, and what belongs to each of them cannot be known. Unmerge it, and write into each cell what it holds.`,
    { row, column: columnLetters(column) },
  );
}
