/** How many rows are named as examples. */
const MOST_ROWS = 5;

/** Counts distinct students and keeps a few rows as examples. A million students take 125 KB. */
export class Tally {
  /** The first student counted; -1 before that. */
  first = -1;
  students = 0;
  /** How often something was counted: once for each term of a row with several. */
  count = 0;
  /** Rows of the file that were counted, whose terms come one after another. */
  rowCount = 0;
  readonly rows: number[] = [];
  #seen = new Uint8Array(8);
  #lastRow = -1;

  /** Counts a row without its student. */
  addRow(row: number): void {
    this.count += 1;
    if (row !== this.#lastRow) this.rowCount += 1;
    this.#lastRow = row;
  }

  add(student: number, row: number): void {
    this.addRow(row);
    if (this.has(student)) return;
    const place = student >> 3;
    if (place >= this.#seen.length) {
      const more = new Uint8Array(Math.max(place + 1, this.#seen.length * 2));
      more.set(this.#seen);
      this.#seen = more;
    }
    this.#seen[place] = (this.#seen[place] ?? 0) | (1 << (student & 7));
    if (this.students === 0) this.first = student;
    this.students += 1;
    if (this.rows.length < MOST_ROWS) this.rows.push(row);
  }

  has(student: number): boolean {
    return (((this.#seen[student >> 3] ?? 0) >> (student & 7)) & 1) === 1;
  }
}

/** The tally of a key, created if necessary. */
export function tallyOf<Key>(tallies: Map<Key, Tally>, key: Key): Tally {
  return madeOnce(tallies, key, () => new Tally());
}

/** What a map has for a key, made if it has nothing yet. */
export function madeOnce<Key, Made>(all: Map<Key, Made>, key: Key, make: () => Made): Made {
  const known = all.get(key);
  if (known !== undefined) return known;
  const made = make();
  all.set(key, made);
  return made;
}
