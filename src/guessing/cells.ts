import { wordsOf } from '../contract/name-forms.js';

/** A column of a file. */
export interface FileColumn {
  readonly place: number;
  readonly name: string;
  /** Its name in words, as `wordsOf` gives them. */
  readonly words: string;
}

/** An unread column that may be of one term. */
export interface TermColumn {
  readonly place: number;
  readonly name: string;
  /** The label of its one term, if a row has columns for each term; otherwise null. */
  readonly term: string | null;
}

/** The columns of a header that have a name, without those at the indexes that are `taken`. */
export function columnsBut(header: readonly string[], taken: ReadonlySet<number>): readonly FileColumn[] {
  return header.flatMap((name, place) =>
    name === '' || taken.has(place) ? [] : [{ place, name, words: wordsOf(name) }],
  );
}

/** A cell of a row, trimmed; blank if the row does not have it. */
export function cellAt(cells: readonly string[], place: number): string {
  return (cells[place] ?? '').trim();
}

/** The cells of a column that are filled in some rows, trimmed. */
export function filledAt(rows: readonly (readonly string[])[], place: number): readonly string[] {
  return rows.flatMap((cells) => cellAt(cells, place) || []);
}

/** Reads the cell of one of our columns in rows with these columns; blank if there is no such column. */
export function cellIn(columns: readonly string[], column: string): (cells: readonly string[]) => string {
  const place = columns.indexOf(column);
  return place < 0 ? () => '' : (cells) => cellAt(cells, place);
}

/** The indexes of the matching items. */
export function placesWhere<Item>(items: readonly Item[], isIt: (item: Item) => boolean): number[] {
  return items.flatMap((item, place) => (isIt(item) ? [place] : []));
}

/** The indexes of those of some columns that there are. */
export function placesOf(columns: readonly string[], wanted: readonly string[]): readonly number[] {
  return wanted.map((column) => columns.indexOf(column)).filter((place) => place >= 0);
}

/** Columns of ids or amounts have a million different texts: beyond these, nothing is remembered, as looking it up costs more. */
const MOST_REMEMBERED = 10_000;

/** A function of a text, for columns whose rows say the same few texts again and again: each is made once. */
export function remembered<Made>(make: (text: string) => Made): (text: string) => Made {
  let known: Map<string, Made> | null = new Map();
  return (text) => {
    const found = known?.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    known?.set(text, made);
    if (known?.size === MOST_REMEMBERED) known = null;
    return made;
  };
}
