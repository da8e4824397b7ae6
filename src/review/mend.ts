import type { Edits } from '../recipe/apply-recipe.js';

/** Repairs of failures, as edits of our rows: what a file's recipe says stays as it is. */

/** The edits that also write a value into a column on these rows of ours. */
export function mendRows(edits: Edits, column: string, rows: Iterable<number>, value: string): Edits {
  const byRow = new Map([
    ...(edits.cells.get(column) ?? []),
    ...Array.from(rows, (row) => [row, value] as const),
  ]);
  return { ...edits, cells: new Map([...edits.cells, [column, byRow]]) };
}

/** The edits that also leave out these rows of ours. */
export function leaveOut(edits: Edits, rows: Iterable<number>): Edits {
  return { ...edits, leftOut: new Set([...edits.leftOut, ...rows]) };
}
