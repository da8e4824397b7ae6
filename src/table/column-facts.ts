import { baseOf, nameKey } from './column-names.js';
import { dateCode } from './dates.js';
import { pointIn, unspaced } from './decimal-marks.js';
import type { TableRow } from './delimited-text.js';
import { rowHash } from './row-digest.js';
import type { SetAsideRow } from './set-aside.js';
import { isStepDue, type Steps } from './steps.js';
import type { OtherSheet } from './workbook.js';

/**
 * Facts about every column of a file, collected in one pass. A column keeps its different texts while they
 * are few, then counts of kinds. All texts are kept only while none repeats, to notice the first repetition.
 */

/** A table whose rows can be read. */
export interface TableToRead {
  /** Unique column names. */
  readonly header: readonly string[];
  /** The sheet that is read, and the other sheets with tables; missing for a text file. */
  readonly sheet?: string | null;
  readonly otherSheets?: readonly OtherSheet[];
  /** The students' rows; each call starts from the first row. */
  rows(onSetAside?: (row: SetAsideRow) => void): Iterable<TableRow>;
}

/** A text of a column, as first written, and the number of its rows; blank cells have the code `''`. */
export interface CodeCount {
  readonly code: string;
  readonly rows: number;
  /** The first row with this text; null if unknown. */
  readonly firstRow: number | null;
}

/**
 * What the cells of a column are. `own text`: not a number, and different on every row; `copy`: on every row
 * the same as the first column of that name.
 */
type ColumnKind = 'blank' | 'one value' | 'copy' | 'own text' | 'codes' | 'numbers' | 'texts' | 'mixed';

/** Facts about one column of the whole file. */
export interface ColumnFacts {
  /** By `columnNames`. */
  readonly name: string;
  readonly index: number;
  readonly kind: ColumnKind;
  readonly rows: number;
  readonly blanks: number;
  /** Rows whose cell is a number, and those whose number is 0. */
  readonly numbers: number;
  readonly zeros: number;
  /** The number of different filled texts; a lower bound if `codes` is null. */
  readonly distinct: number;
  /** Every text of the column, blank included, most frequent first; null if too many to be codes. */
  readonly codes: readonly CodeCount[] | null;
  /** Texts that are not numbers, however many numbers the column has; null if there are too many. */
  readonly nonNumbers: readonly CodeCount[] | null;
  /** A first number such as `3.500`, if nothing shows whether its point marks thousands; else null. */
  readonly unclearPoint: string | null;
  /** A digest of the cells in row order: columns with equal digests have the same cell on every row. */
  readonly digest: string;
  /** The first row with a formula whose result is not in the file; the content of such cells is unknown. */
  readonly unsavedRow: number | null;
  /** The first row whose number is in a cell that is merged over several rows. */
  readonly sharedRow: number | null;
  /** The first different filled cells of the file. */
  readonly samples: readonly string[];
  readonly min: number | null;
  readonly max: number | null;
  /** How many cells are numbers above 0, and their sum. */
  readonly above0: { readonly cells: number; readonly sum: number };
}

/** Facts about a whole file and its columns. */
export interface TableFacts {
  readonly rows: number;
  /** The rows that the sheet hides or crosses out: their number, the sum of their hashes, and the first few. */
  readonly marked: {
    readonly rows: number;
    readonly hashes: number;
    readonly examples: readonly TableRow[];
  };
  /** The rows that were set aside, by kind: their count, and the number and first filled cell of a few. */
  readonly setAside: readonly {
    readonly reason: SetAsideRow['reason'];
    readonly rows: number;
    readonly first: readonly { readonly row: number; readonly text: string }[];
  }[];
  /** The first few different remarks between rows or beside them. */
  readonly remarks: readonly { readonly row: number; readonly text: string }[];
  /** Rows that repeat an id and a term, a hint at what a row is; null if no names suggest both columns. */
  readonly repeated: number | null;
  readonly columns: readonly ColumnFacts[];
  /** The columns over the rows that count, if the recipe leaves rows out. */
  readonly counting?: readonly ColumnFacts[];
  /** The combined texts of columns that the recipe reads as one. */
  readonly joined?: readonly ColumnFacts[];
}

/** The most different texts that can be codes to which a person gives a meaning. */
const MOST_TEXTS = 500;
/** The most different texts that a reader of the column would call codes. */
const MOST_CODES = 40;
const SAMPLES = 5;
/** At most one remark more than this is kept, which shows that there are more. */
export const MOST_REMARKS = 8;

/** A number with or without currency and thousands, as the service reads an amount. */
const NUMBER = /^[+-]?\$?\s*(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?$/;
/** Below 0, as accountants, mainframes and programs write it: `(1,500.00)`, `1500.00-`, `$-1500.00`. */
const BELOW_ZERO = /^(?:\(\s*\$?\s*(\d[\d,.]*)\s*\)|\$?\s*(\d[\d,.]*)\s*-|\$\s*-\s*(\d[\d,.]*))$/;

/** A number without spaces between thousands and with any minus sign in front; other texts unchanged. */
export function signed(spaced: string): string {
  const text = unspaced(spaced);
  const [, inside, before, after] = /^\$\s*-|[)-]$/.test(text) ? (BELOW_ZERO.exec(text) ?? []) : [];
  const below = inside ?? before ?? after;
  return below === undefined ? text : `-${below}`;
}

/** The number that a trimmed cell holds; null for any other text. For comparisons, never for dollars. */
export function numberIn(text: string): number | null {
  const first = text.charCodeAt(0);
  const isPlain = first >= 48 && first <= 57;
  if (!isPlain && !'+-$.(Uu'.includes(text[0] ?? 'x')) return null;
  const plain = isPlain ? Number(text) : Number.NaN;
  if (!Number.isNaN(plain) && !/[^\d.]/.test(text)) return plain;
  const joined = signed(text);
  if (!NUMBER.test(joined) || !/\d/.test(joined)) return null;
  return Number(joined.replace(/[$,\s]/g, ''));
}

/**
 * Collects the facts of a table.
 *
 * @param keys indexes of the student and term columns; empty if unknown.
 * @throws any error of reading the rows.
 */
export function* factsOf(table: TableToRead, keys: readonly number[] = []): Steps<TableFacts> {
  const names = table.header.map(nameKey);
  const tallies = table.header.map((name, index) => new ColumnTally(name, index));
  const seen = new Set<string>();
  let rows = 0;
  const examples: TableRow[] = [];
  const marked = { rows: 0, hashes: 0, examples };
  const setAside = new Map<SetAsideRow['reason'], { rows: number; first: { row: number; text: string }[] }>();
  /** For each text, its first row and the number of table rows above it; -1 for a remark beside a row. */
  const remarks = new Map<string, { readonly row: number; readonly above: number }>();
  const addSetAside = (row: SetAsideRow): void => {
    const said = row.speaksOf === undefined ? '' : row.cells.join(' ').trim().replace(/\s+/g, ' ');
    const above = row.speaksOf === 'its row' ? -1 : rows;
    // A remark above all rows is about the file.
    if (said !== '' && above !== 0 && !remarks.has(said) && remarks.size <= MOST_REMARKS)
      remarks.set(copied(said), { row: row.row, above });
    const kind = setAside.get(row.reason) ?? { rows: 0, first: [] };
    setAside.set(row.reason, kind);
    kind.rows += 1;
    const text = row.cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
    if (kind.first.length < SAMPLES) kind.first.push({ row: row.row, text: copied(text) });
  };
  for (const row of table.rows(addSetAside)) {
    for (const tally of tallies) tally.add(row);
    if (keys.length > 0) seen.add(keys.map((key) => row.cells[key]?.trim()).join('\n'));
    rows += 1;
    if (row.mark !== undefined) {
      marked.hashes += rowHash([row.mark, ...row.cells]);
      if (marked.rows++ < SAMPLES) examples.push(row);
    }
    if (isStepDue(rows)) yield;
  }
  return {
    rows,
    marked,
    setAside: [...setAside].map(([reason, kind]) => ({ reason, ...kind })),
    // A remark below the last row is about no student.
    remarks: [...remarks].flatMap(([text, { row, above }]) => (above < rows ? { row, text } : [])),
    repeated: keys.length === 0 ? null : rows - seen.size,
    columns: tallies.map((tally, index) => {
      const first = names.indexOf(nameKey(baseOf(table.header[index] ?? '')));
      const isCopy = first >= 0 && first < index && tallies[first]?.digest === tally.digest;
      return tally.facts(rows, isCopy);
    }),
  };
}

class ColumnTally {
  readonly #facts: { -readonly [Key in keyof ColumnFacts]: ColumnFacts[Key] };
  /** Every different cell as written; null once there are too many. */
  #cells: Texts = new Map();
  /** Filled once `#cells` is null: texts that are not numbers; null once there are too many. */
  #words: Texts = new Map();
  /** All texts; null once a cell is blank or a number, or a text repeats. */
  #own: Set<string> | null = new Set();
  readonly #samples: string[] = [];
  /** Two 32-bit hashes: different columns hardly ever agree in both. */
  readonly #digests = new Int32Array([1, 2]);
  #hasThousandths = false;
  readonly #above0 = { cells: 0, sum: 0 };

  constructor(name: string, index: number) {
    const none = { blanks: 0, numbers: 0, zeros: 0, codes: null, nonNumbers: null, digest: '' };
    const unknown = { unclearPoint: null, unsavedRow: null, sharedRow: null, min: null, max: null };
    const found = { samples: this.#samples, above0: this.#above0 };
    this.#facts = { name, index, kind: 'blank', rows: 0, distinct: 0, ...found, ...none, ...unknown };
  }

  add({ row, cells, unsaved, shared }: TableRow): void {
    const facts = this.#facts;
    if (unsaved?.includes(facts.index) === true) facts.unsavedRow ??= row;
    if (shared?.includes(facts.index) === true) facts.sharedRow ??= row;
    const cell = cells[facts.index] ?? '';
    this.#digest(cell);
    const known = this.#cells;
    this.#cells = withText(known, cell, row);
    if (known === null) this.#count(cell, row);
    else if (this.#cells === null) this.#countAll(known);
  }

  get digest(): string {
    return this.#digests.join();
  }

  #digest(cell: string): void {
    let [one = 0, other = 0] = this.#digests;
    for (let at = 0; at <= cell.length; at++) {
      const code = at < cell.length ? cell.charCodeAt(at) : -1;
      one = Math.imul(one ^ code, 16_777_619);
      other = Math.imul(other ^ code, -2_048_144_789);
    }
    this.#digests.set([one, other]);
  }

  #countAll(cells: Texts): void {
    for (const [cell, { firstRow, rows }] of cells ?? []) this.#count(cell, firstRow, rows);
  }

  /** Counts a cell by its kind. `rows` is how many rows have the cell; `row` is the first of them. */
  #count(cell: string, row: number, rows = 1): void {
    const facts = this.#facts;
    const text = cell.trim();
    if (text === '') {
      facts.blanks += rows;
      this.#own = null;
      return;
    }
    if (this.#samples.length < SAMPLES && !this.#samples.includes(text)) this.#samples.push(copied(text));
    const number = numberIn(text);
    if (number === null) {
      if (rows > 1 || this.#own?.has(text) === true) this.#own = null;
      this.#own?.add(copied(text));
      this.#words = withText(this.#words, text, row, rows);
      return;
    }
    facts.numbers += rows;
    if (number === 0) facts.zeros += rows;
    if (number > 0) {
      this.#above0.cells += rows;
      this.#above0.sum += number * rows;
    }
    this.#own = null;
    if (facts.min === null || number < facts.min) facts.min = number;
    if (facts.max === null || number > facts.max) facts.max = number;
    if (!text.includes('.')) return;
    const point = pointIn(text);
    if (point === 'thousandths') this.#hasThousandths = true;
    else if (point === 'either') facts.unclearPoint ??= copied(text);
  }

  /** `isCopy`: every row has the same cell in this column as in the first column of its name. */
  facts(rows: number, isCopy: boolean): ColumnFacts {
    const codes = codeCounts(this.#cells);
    this.#countAll(this.#cells);
    const distinct = codes === null ? MOST_TEXTS + 1 : codes.filter(({ code }) => code !== '').length;
    return {
      ...this.#facts,
      kind: this.#kind(rows, distinct, isCopy),
      rows,
      distinct,
      codes,
      digest: this.digest,
      nonNumbers: codeCounts(this.#words),
      unclearPoint: this.#hasThousandths ? null : this.#facts.unclearPoint,
    };
  }

  #kind(rows: number, distinct: number, isCopy: boolean): ColumnKind {
    const { unsavedRow, blanks, numbers } = this.#facts;
    if (unsavedRow !== null) return 'mixed';
    if (blanks === rows) return 'blank';
    // In a file of one row, every column would have one value.
    if (distinct === 1 && blanks === 0 && rows > 1) return 'one value';
    if (isCopy && rows > 1) return 'copy';
    if (numbers + blanks === rows) return 'numbers';
    if (distinct <= MOST_CODES) return 'codes';
    if (numbers > 0) return 'mixed';
    return this.#own !== null && areOwn(this.#own) ? 'own text' : 'texts';
  }
}

/** A status with a time of day, without its digits, repeats on at least this many rows on average. */
const ROWS_OF_TEXT = 3;

/** Whether texts without digits and dates are all equal, as ids are, or mostly differ. */
function areOwn(texts: ReadonlySet<string>): boolean {
  const { size } = new Set([...texts].map((text) => dateCode(text).replace(/[^\p{L}]+/gu, '')));
  return size === 1 || size * ROWS_OF_TEXT > texts.size;
}

interface RowsOfText {
  readonly firstRow: number;
  rows: number;
}

type Texts = Map<string, RowsOfText> | null;

function withText(texts: Texts, text: string, row: number, rows = 1): Texts {
  const known = texts?.get(text);
  if (known === undefined) texts?.set(copied(text), { firstRow: row, rows });
  else known.rows += rows;
  return texts !== null && texts.size > MOST_TEXTS ? null : texts;
}

/** The different texts, trimmed, with their counts, most frequent first. */
function codeCounts(texts: Texts): readonly CodeCount[] | null {
  if (texts === null) return null;
  const codes = [...texts].map(([text, own]) => ({ code: text.trim(), ...own }));
  return addedUp(codes).toSorted((one, other) => other.rows - one.rows);
}

/** Codes with the counts of equal ones added up; the row is that of the first. */
export function addedUp(codes: readonly CodeCount[]): readonly CodeCount[] {
  const found = new Map<string, CodeCount>();
  for (const each of codes) {
    const { rows, firstRow } = found.get(each.code) ?? { rows: 0, firstRow: null };
    found.set(each.code, { code: each.code, rows: rows + each.rows, firstRow: firstRow ?? each.firstRow });
  }
  return [...found.values()];
}

/** A copy of a text, so that the piece of the file from which it was cut can be freed. */
function copied(text: string): string {
  // Cutting a string this short copies it.
  return text.length < 13 ? text : text.split('').join('');
}
