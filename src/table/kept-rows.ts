import type { TableRow } from './delimited-text.js';
import type { Table } from './open-table.js';
import type { SetAsideRow } from './set-aside.js';

/** About half a gigabyte of memory; the rows of a larger table are read from the file each time. */
const MOST_CELLS = 20_000_000;
/** A column with fewer different texts than this stores each text once for all of its rows. */
const MOST_SHARED = 10_000;

/** Keeps the rows in memory after the first complete read: every answer of a person reads them all again. */
export function withKeptRows(source: Table): Table {
  let kept: readonly (TableRow | SetAsideRow)[] | null = null;
  return {
    ...source,
    *rows(onSetAside = () => {}): Iterable<TableRow> {
      if (kept !== null) {
        for (const row of kept)
          if ('reason' in row) onSetAside(row);
          else yield row;
        return;
      }
      const found: (TableRow | SetAsideRow)[] = [];
      const texts = source.header.map((): Map<string, string> | null => new Map());
      let room = MOST_CELLS;
      const keep = (row: TableRow | SetAsideRow): void => {
        room -= row.cells.length;
        if (room > 0) found.push(row);
        // The table is too large to keep.
        else found.length = 0;
      };
      const shared = (cell: string, index: number): string => {
        const known = texts[index]?.get(cell);
        if (known !== undefined) return known;
        if (texts[index]?.set(cell, cell).size === MOST_SHARED) texts[index] = null;
        return cell;
      };
      const read = source.rows((row) => {
        keep(row);
        onSetAside(row);
      });
      for (const row of read) {
        const own = { ...row, cells: row.cells.map(shared) };
        keep(own);
        yield own;
      }
      if (room > 0) kept = found;
    },
  };
}
