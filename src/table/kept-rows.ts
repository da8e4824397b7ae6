import type { TableRow } from './delimited-text.js';
import type { Table } from './open-table.js';
import type { SetAsideRow } from './set-aside.js';

/** How many bytes of rows are kept; those of a larger table are read from the file every time. */
const MOST_BYTES = 384 * 1024 * 1024;
/** What a row, a cell and a text take in memory, beside the characters. */
const ROW_BYTES = 48;
const CELL_BYTES = 4;
const TEXT_BYTES = 32;
/** Of each column, so many different texts are held once, however many rows have them. */
const MOST_SHARED = 10_000;

/** A table whose rows are kept once all of them have been read: every answer of its person is found in them anew. */
export function withKeptRows(source: Table): Table {
  let kept: KeptRows | null = null;
  return {
    ...source,
    *rows(onSetAside = () => {}): Iterable<TableRow> {
      if (kept !== null) {
        yield* kept.rows(onSetAside);
        return;
      }
      const found = new KeptRows(source.header.length);
      const read = source.rows((row) => {
        found.setAside(row);
        onSetAside(row);
      });
      for (const row of read) yield found.add(row);
      if (found.isWhole) kept = found;
    },
  };
}

/** The rows of a table in the order in which they are read, as long as there is room. */
class KeptRows {
  readonly #rows: TableRow[] = [];
  /** Each with the number of students' rows before it. */
  readonly #setAside: { readonly before: number; readonly row: SetAsideRow }[] = [];
  /** By column, the texts that its rows share; null for one with so many that few are shared. */
  readonly #texts: (Map<string, string> | null)[];
  #room = MOST_BYTES;

  constructor(width: number) {
    this.#texts = Array.from({ length: width }, () => new Map<string, string>());
  }

  get isWhole(): boolean {
    return this.#room >= 0;
  }

  /** Keeps a row. @returns the row with the texts that it shares with others. */
  add(row: TableRow): TableRow {
    if (!this.isWhole) return row;
    const shared = { ...row, cells: row.cells.map((cell, place) => this.#shared(cell, place)) };
    this.#room -= ROW_BYTES + CELL_BYTES * row.cells.length;
    this.#rows.push(shared);
    // What was kept in vain is given back at once.
    if (!this.isWhole) this.#rows.length = 0;
    return shared;
  }

  setAside(row: SetAsideRow): void {
    this.#room -= ROW_BYTES + row.cells.reduce((sum, cell) => sum + TEXT_BYTES + cell.length, 0);
    if (this.isWhole) this.#setAside.push({ before: this.#rows.length, row });
  }

  *rows(onSetAside: (row: SetAsideRow) => void): Generator<TableRow, void, undefined> {
    let next = 0;
    const tell = (before: number): void => {
      for (let each = this.#setAside[next]; each?.before === before; each = this.#setAside[++next])
        onSetAside(each.row);
    };
    for (const [before, row] of this.#rows.entries()) {
      tell(before);
      yield row;
    }
    tell(this.#rows.length);
  }

  #shared(cell: string, place: number): string {
    const texts = this.#texts[place];
    const known = texts?.get(cell);
    if (known !== undefined) return known;
    this.#room -= TEXT_BYTES + cell.length;
    texts?.set(cell, cell);
    if (texts?.size === MOST_SHARED) this.#texts[place] = null;
    return cell;
  }
}
