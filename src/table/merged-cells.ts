import { columnLetters } from './column-names.js';
import { isFilled, type TableRow } from './delimited-text.js';
import type { Merge } from './sheet-reader.js';
import { damaged, tableError } from './table-error.js';

/**
 * Shows the content of merged cells in each row below the header. Excel stores it only in the first of the
 * cells, and the others look blank to a program. Call it for each row in order.
 */
export class MergedCells {
  readonly #byFirstRow = new Map<number, Merge[]>();
  /** The merged cells of the last row, with the text that they show. */
  #merged: (Merge & { readonly text: string })[] = [];
  /** Columns that the header merges, which look like one column. */
  readonly #ofHeader: ReadonlySet<string>;

  constructor(merges: readonly Merge[], width: number, headerRow: number) {
    const ofHeader = merges.filter((each) => each.firstRow <= headerRow && headerRow <= each.lastRow);
    this.#ofHeader = new Set(ofHeader.map(columnSpan));
    for (const merge of merges) {
      if (merge.firstColumn >= width) continue;
      const others = this.#byFirstRow.get(merge.firstRow);
      if (others === undefined) this.#byFirstRow.set(merge.firstRow, [merge]);
      else others.push(merge);
    }
  }

  /** A row as Excel shows it. @throws TableError for merged cells that overlap or hide another value. */
  shownIn({ row, cells }: TableRow): readonly string[] {
    this.#merged = this.#merged.filter(({ lastRow }) => lastRow >= row);
    for (const next of this.#byFirstRow.get(row) ?? []) {
      const { firstColumn, lastColumn } = next;
      if (this.#merged.some((one) => one.firstColumn <= lastColumn && firstColumn <= one.lastColumn))
        throw damaged('merged cells overlap');
      this.#merged.push({ ...next, text: cells[firstColumn] ?? '' });
    }
    if (this.#merged.length === 0) return cells;
    const all = [...cells];
    for (const { firstRow, firstColumn, lastColumn, text } of this.#merged) {
      for (let column = firstColumn; column <= lastColumn && column < cells.length; column++) {
        const covered = (cells[column] ?? '').trim();
        if (covered === '' || covered === text.trim()) continue;
        throw tableError(
          `this cell holds "${covered}", and the merged cells from ${columnLetters(firstColumn)}${firstRow} on, which show "${text}", cover it. Unmerge them, and write into each cell what it holds.`,
          { row, column: columnLetters(column) },
        );
      }
      all[firstColumn] = text;
    }
    return Array.from(all, (cell) => cell ?? '');
  }

  /** Whether a merged cell of the last row spans more than half of all columns. */
  isWide(width: number): boolean {
    return this.#merged.some(({ firstColumn, lastColumn }) => (lastColumn - firstColumn + 1) * 2 > width);
  }

  /**
   * Indexes of numbers in the last row that are merged over several rows.
   *
   * @throws TableError for a cell merged over several columns: the value of each column is unknown.
   */
  shared(row: number): readonly number[] {
    const filled = this.#merged.filter(({ text }) => isFilled(text));
    const wide = filled.find(
      (each) => each.lastColumn > each.firstColumn && !this.#ofHeader.has(columnSpan(each)),
    );
    if (wide !== undefined) {
      throw tableError(
        'this cell is merged over several columns, so the value of each column is not known. Unmerge it, and fill in each cell.',
        { row, column: columnLetters(wide.firstColumn) },
      );
    }
    return filled
      .filter(({ firstRow, lastRow, text }) => lastRow > firstRow && /[0-9]/.test(text))
      .map(({ firstColumn }) => firstColumn);
  }
}

function columnSpan({ firstColumn, lastColumn }: Merge): string {
  return `${firstColumn}:${lastColumn}`;
}
