import { baseOf, nameKey } from './column-names.js';
import { dateCode } from './dates.js';
import { pointIn, unspaced } from './decimal-marks.js';
import type { SheetMark, TableRow } from './delimited-text.js';
import type { SetAsideRow } from './set-aside.js';
import { isStepDue, type Steps } from './steps.js';
import type { OtherSheet } from './workbook.js';

/**
 * What the whole file says of its columns, in one pass. A column keeps its different texts while they are few, and after that
 * counts of their kinds; only one in which no text has come twice keeps all of them, to notice the first that does.
 */

/** A table whose rows can be read. */
export interface TableToRead {
  /** Names of the columns, no two the same. */
  readonly header: readonly string[];
  /** The sheet of a workbook that is read, and the others that hold tables; none of a text. */
  readonly sheet?: string | null;
  readonly otherSheets?: readonly OtherSheet[];
  /** The students' rows, from the first at every call. */
  rows(onSetAside?: (row: SetAsideRow) => void): Iterable<TableRow>;
}

/** A text of a column, as first written, and in how many rows it is; blank cells are the code `''`. */
export interface CodeCount {
  readonly code: string;
  readonly rows: number;
  /** The first of them; null where no row says it. */
  readonly row: number | null;
}

/**
 * What the cells of a column are. `own text`: a text, and no number, that no other row has; `copy`: on every row what the first
 * column of its name has.
 */
type ColumnKind = 'blank' | 'one value' | 'copy' | 'own text' | 'codes' | 'numbers' | 'texts' | 'mixed';

/** What the whole file says of one of its columns. */
export interface ColumnFacts {
  /** By `columnNames`. */
  readonly name: string;
  readonly index: number;
  readonly kind: ColumnKind;
  readonly rows: number;
  readonly blanks: number;
  /** Rows whose cell is a number, and those of them in which it is 0. */
  readonly numbers: number;
  readonly zeros: number;
  /** Different filled texts; a lower bound where `codes` is null. */
  readonly distinct: number;
  /**
   * Every text of the whole file with its count, blank included, the most frequent first; null if there are more than can
   * be codes.
   */
  readonly codes: readonly CodeCount[] | null;
  /** The texts that are no number, of a column with any number of numbers; null if there are too many. */
  readonly words: readonly CodeCount[] | null;
  /**
   * The first number such as `3.500`, whose point may mark thousands; null if there is none, or another number shows that
   * the column has three decimal places.
   */
  readonly point: string | null;
  /** A digest of its cells in the order of the rows: columns with the same digest are the same on every row. */
  readonly digest: string;
  /** The first row with a formula whose result is not in the file: what such cells hold is not known. */
  readonly unsaved: number | null;
  /** The first row with a number of a cell that is merged over several rows. */
  readonly shared: number | null;
  /** Different filled cells, the first of the file. */
  readonly samples: readonly string[];
  /** The lowest and the highest number. */
  readonly least: number | null;
  readonly most: number | null;
}

/** What the whole file says of its columns. */
export interface TableFacts {
  readonly rows: number;
  /** Rows that the sheet hides, and those that it crosses out: how many, and the first of them. */
  readonly marked: Readonly<
    Record<SheetMark, { readonly rows: number; readonly examples: readonly TableRow[] }>
  >;
  /** Rows that were set aside, by kind: how many, and the numbers and first filled cells of the first few. */
  readonly setAside: readonly {
    readonly reason: SetAsideRow['reason'];
    readonly rows: number;
    readonly first: readonly { readonly row: number; readonly text: string }[];
  }[];
  /** Remarks between the rows and beside them: the first few that differ. */
  readonly remarks: readonly { readonly row: number; readonly text: string }[];
  /**
   * Rows whose id and term another row has, where names suggest the columns of both; null where they do not. It suggests
   * what a row is.
   */
  readonly repeated: number | null;
  readonly columns: readonly ColumnFacts[];
  /** The same on the rows that count, where a recipe leaves rows out. */
  readonly counted?: readonly ColumnFacts[];
  /** What several columns say together, where a recipe reads them as one. */
  readonly joined?: readonly ColumnFacts[];
}

/** More different texts than this cannot be codes that a person gives a meaning to. */
const MOST_TEXTS = 500;
/** More different texts than this are no codes to whoever looks at a column. */
const MOST_CODES = 40;
const SAMPLES = 5;
/** More remarks between the rows are not told apart. */
export const MOST_REMARKS = 8;

/** A number with or without currency and thousands, as the service reads an amount. */
const NUMBER = /^[+-]?\$?\s*(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?$/;
/** Below 0, as accountants and mainframes write it: `(1,500.00)`, `1500.00-`. */
const BELOW_ZERO = /^(?:\(\s*\$?\s*(\d[\d,.]*)\s*\)|\$?\s*(\d[\d,.]*)\s*-)$/;

/** A number without the spaces of its thousands, and with the sign of one below 0 in front; any other text as it is. */
export function signed(spaced: string): string {
  const text = unspaced(spaced);
  const [, inside, before] = /[)-]$/.test(text) ? (BELOW_ZERO.exec(text) ?? []) : [];
  const below = inside ?? before;
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
 * Takes the facts of a table.
 *
 * @param keys the columns of the student and of the term, by their indexes; none if unknown.
 * @throws what reading its rows throws.
 */
export function* factsOf(table: TableToRead, keys: readonly number[] = []): Steps<TableFacts> {
  const names = table.header.map(nameKey);
  const tallies = table.header.map((name, index) => new ColumnTally(name, index));
  const seen = new Set<string>();
  let rows = 0;
  const none = (): { rows: number; readonly examples: TableRow[] } => ({ rows: 0, examples: [] });
  const marked = { hidden: none(), 'crossed out': none(), 'partly crossed out': none() };
  const setAside = new Map<SetAsideRow['reason'], { rows: number; first: { row: number; text: string }[] }>();
  /** By text, the first row of each, with how many rows are above it; -1 for one beside a row. */
  const remarks = new Map<string, { readonly row: number; readonly above: number }>();
  const addSetAside = (row: SetAsideRow): void => {
    const said = row.speaksOf === undefined ? '' : row.cells.join(' ').trim().replace(/\s+/g, ' ');
    const above = row.speaksOf === 'its row' ? -1 : rows;
    // One above all rows is of the file.
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
    const like = row.mark && marked[row.mark];
    if (like !== undefined && like.rows++ < SAMPLES) like.examples.push(row);
    if (isStepDue(rows)) yield;
  }
  return {
    rows,
    marked,
    setAside: [...setAside].map(([reason, kind]) => ({ reason, ...kind })),
    // A remark below the last row speaks of no student.
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
  /** Every different cell as it is written, while there are few. */
  #cells: Texts = new Map();
  /** Once there are many: the texts that are no numbers, while those are few. */
  #words: Texts = new Map();
  /** All texts, while each is no number and has come once. */
  #own: Set<string> | null = new Set();
  readonly #samples: string[] = [];
  /** Two of 32 bits each: of different cells, both are hardly ever the same. */
  readonly #digests = new Int32Array([1, 2]);
  #texts = 0;
  #hasThousandths = false;

  constructor(name: string, index: number) {
    const none = { blanks: 0, numbers: 0, zeros: 0, codes: null, words: null, point: null, digest: '' };
    const unknown = { unsaved: null, shared: null, least: null, most: null };
    const samples = this.#samples;
    this.#facts = { name, index, kind: 'blank', rows: 0, distinct: 0, samples, ...none, ...unknown };
  }

  add({ row, cells, unsaved, shared }: TableRow): void {
    const facts = this.#facts;
    if (unsaved?.includes(facts.index) === true) facts.unsaved ??= row;
    if (shared?.includes(facts.index) === true) facts.shared ??= row;
    const cell = cells[facts.index] ?? '';
    this.#digest(cell);
    const known = this.#cells;
    this.#cells = withText(known, cell, row);
    if (known === null) this.#count(cell, row);
    // Once a column has too many texts, only their kinds are counted.
    else if (this.#cells === null) this.#countAll(known);
  }

  /** {@link ColumnFacts.digest} of the rows so far. */
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
    for (const [cell, { row, rows }] of cells ?? []) this.#count(cell, row, rows);
  }

  /** Counts a cell by its kind; `rows` are as many as have it, from `row` on. */
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
      this.#texts += rows;
      if (rows > 1 || this.#own?.has(text) === true) this.#own = null;
      this.#own?.add(copied(text));
      this.#words = withText(this.#words, text, row, rows);
      return;
    }
    facts.numbers += rows;
    if (number === 0) facts.zeros += rows;
    this.#own = null;
    if (facts.least === null || number < facts.least) facts.least = number;
    if (facts.most === null || number > facts.most) facts.most = number;
    if (!text.includes('.')) return;
    const point = pointIn(text);
    if (point === 'thousandths') this.#hasThousandths = true;
    else if (point === 'either') facts.point ??= copied(text);
  }

  /** `isCopy` says that it has the same cell on every row as the first column of its name. */
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
      words: codeCounts(this.#words),
      point: this.#hasThousandths ? null : this.#facts.point,
    };
  }

  #kind(rows: number, distinct: number, isCopy: boolean): ColumnKind {
    const { unsaved, blanks, numbers } = this.#facts;
    if (unsaved !== null) return 'mixed';
    if (numbers + this.#texts === 0) return 'blank';
    // In a file of a single row every column has one value.
    if (distinct === 1 && blanks === 0 && rows > 1) return 'one value';
    if (isCopy && rows > 1) return 'copy';
    if (this.#texts === 0) return 'numbers';
    if (distinct <= MOST_CODES) return 'codes';
    if (numbers > 0) return 'mixed';
    return this.#own !== null && areOwn(this.#own) ? 'own text' : 'texts';
  }
}

/** A status with its time is, but for its digits, the same text on so many rows or more. */
const ROWS_OF_TEXT = 3;

/** Whether texts are each of its own by more than digits and dates: those of a status with its time are not. */
function areOwn(texts: ReadonlySet<string>): boolean {
  const { size } = new Set([...texts].map((text) => dateCode(text).replace(/[^\p{L}]+/gu, '')));
  return size === 1 || size * ROWS_OF_TEXT > texts.size;
}

/** The first row that has a text, and how many have it. */
interface RowsOfText {
  readonly row: number;
  rows: number;
}

/** Texts with their rows; null once there are too many. */
type Texts = Map<string, RowsOfText> | null;

function withText(texts: Texts, text: string, row: number, rows = 1): Texts {
  const known = texts?.get(text);
  if (known === undefined) texts?.set(copied(text), { row, rows });
  else known.rows += rows;
  return texts !== null && texts.size > MOST_TEXTS ? null : texts;
}

/** The different texts, trimmed, with their counts; the most frequent first. */
function codeCounts(texts: Texts): readonly CodeCount[] | null {
  if (texts === null) return null;
  const codes = [...texts].map(([text, own]) => ({ code: text.trim(), ...own }));
  return addedUp(codes).toSorted((one, other) => other.rows - one.rows);
}

/** Codes with the counts of those that are the same added up; the row is that of the first. */
export function addedUp(codes: readonly CodeCount[]): readonly CodeCount[] {
  const found = new Map<string, CodeCount>();
  for (const each of codes) {
    const { rows, row } = found.get(each.code) ?? { rows: 0, row: null };
    found.set(each.code, { code: each.code, rows: rows + each.rows, row: row ?? each.row });
  }
  return [...found.values()];
}

/** A text that does not hold on to the part of the file of which it was cut. */
function copied(text: string): string {
  // Strings this short are copied when they are cut.
  return text.length < 13 ? text : text.split('').join('');
}
