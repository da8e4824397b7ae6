import type { TableRow } from './delimited-text.js';
import type { Table } from './open-table.js';
import type { SetAsideRow } from './set-aside.js';

/** The rows of a larger table, which would take about half a gigabyte, are read from the file every time. */
const MOST_CELLS = 20_000_000;
/** Up to this many different texts of a column are held once for all rows that have them. */
const MOST_SHARED = 10_000;

/** A table whose rows are kept once all of them have been read: every answer of its person is found in them anew. */
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
      const shared = (cell: string, place: number): string => {
        const known = texts[place]?.get(cell);
        if (known !== undefined) return known;
        if (texts[place]?.set(cell, cell).size === MOST_SHARED) texts[place] = null;
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
