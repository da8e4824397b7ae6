import { baseOf, nameKey } from '../table/column-names.js';
import { pointIn, unspaced } from '../table/decimal-marks.js';
import type { SetAsideRow } from '../table/set-aside.js';
import { isStepDue } from '../table/steps.js';
import { addedUp, statusCode } from './codes.js';
import type {
  CodeCount,
  ColumnFacts,
  ColumnKind,
  Steps,
  TableFacts,
  TableRow,
  TableToRead,
} from './examination.js';
import { ERROR_COLUMN } from './recipe.js';
import { alarmsIn } from './usual-names.js';

/**
 * What the whole file says of its columns, in one pass. A column keeps its different texts while they are few, and after that
 * counts of their kinds; only one in which no text has come twice keeps all of them, to notice the first that does.
 */

/** More different texts than this cannot be codes that a person gives a meaning to. */
const MOST_TEXTS = 500;
/** More different texts than this are no codes to whoever looks at a column. */
const MOST_CODES = 40;
const SAMPLES = 5;
/** More remarks between the rows are not told apart. */
export const MOST_REMARKS = 8;

/** As it is printed: no area 000, 666 or above 899, no group 00, no serial 0000. */
const SOCIAL_SECURITY = /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;
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
  const tallies = table.header.map(
    (name, index) => new ColumnTally(name, index, names.indexOf(nameKey(baseOf(name)))),
  );
  const seen = new Set<string>();
  let rows = 0;
  const hidden: { rows: number; readonly examples: TableRow[] } = { rows: 0, examples: [] };
  const setAside = new Map<SetAsideRow['reason'], { rows: number; first: { row: number; text: string }[] }>();
  /** By text, the first row of each, with how many rows are above it. */
  const remarks = new Map<string, { readonly row: number; readonly above: number }>();
  const addSetAside = (row: SetAsideRow): void => {
    const said = row.isStatement === true ? row.cells.join('').trim() : '';
    // One above all rows is of the file.
    if (said !== '' && rows > 0 && !remarks.has(said) && remarks.size <= MOST_REMARKS)
      remarks.set(copied(said), { row: row.row, above: rows });
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
    if (row.isHidden === true && hidden.rows++ < SAMPLES) hidden.examples.push(row);
    if (isStepDue(rows)) yield;
  }
  return {
    rows,
    hidden,
    setAside: [...setAside].map(([reason, kind]) => ({ reason, ...kind })),
    // Below the last row is none of whom one could speak.
    remarks: [...remarks].flatMap(([text, { row, above }]) => (above < rows ? { row, text } : [])),
    repeated: keys.length === 0 ? null : rows - seen.size,
    columns: tallies.map((tally) => tally.facts(rows)),
  };
}

/** So few rows are of one student, of whom one value on all of them may be what matters. */
const FEW_ROWS = 3;

/**
 * Whether the data shows that a column cannot say anything of a student or of a row that matters to another. Nor do the reasons
 * why rows failed.
 */
export function isHarmless({ name, kind, rows, samples }: ColumnFacts, facts: TableFacts): boolean {
  if (areFailedRows(facts) && facts.columns.at(-1)?.name === name) return true;
  if (kind === 'one value') return rows > FEW_ROWS && samples.flatMap(alarmsIn).length === 0;
  return kind === 'blank' || kind === 'copy' || kind === 'own text';
}

/** A reason why a row failed: a column, and what is wrong with it. */
const REASON = /^\S.*: \S/s;

/** Whether a table is of rows that failed: its last column has the reason of each. */
export function areFailedRows({ columns }: Pick<TableFacts, 'columns'>): boolean {
  const last = columns.at(-1);
  if (last === undefined || last.name.toLowerCase() !== ERROR_COLUMN) return false;
  return last.blanks === 0 && last.samples.every((text) => REASON.test(text));
}

/** Whether most of the first cells look like social security numbers. */
export function areSocialSecurity({ samples }: ColumnFacts): boolean {
  return samples.filter((text) => SOCIAL_SECURITY.test(text)).length * 2 > samples.length;
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
  /** The first column of its name, while it has the same cell on every row; -1 for none. */
  #first: number;
  #texts = 0;
  #hasThousandths = false;

  /** `first` is the place of the first column of its name, which may be itself; -1 where that is a part of the name. */
  constructor(name: string, index: number, first: number) {
    this.#first = first < index ? first : -1;
    const none = { blanks: 0, numbers: 0, codes: null, words: null, point: null };
    const unknown = { unsaved: null, shared: null, least: null, most: null };
    const samples = this.#samples;
    this.#facts = { name, index, kind: 'blank', rows: 0, distinct: 0, samples, ...none, ...unknown };
  }

  add({ row, cells, unsaved, shared }: TableRow): void {
    const facts = this.#facts;
    if (unsaved?.includes(facts.index) === true) facts.unsaved ??= row;
    if (shared?.includes(facts.index) === true) facts.shared ??= row;
    const cell = cells[facts.index] ?? '';
    if (this.#first >= 0 && cell !== (cells[this.#first] ?? '')) this.#first = -1;
    const known = this.#cells;
    this.#cells = withText(known, cell, row);
    if (known === null) this.#count(cell, row);
    // A column that has too many texts is gone on with without them.
    else if (this.#cells === null) this.#countAll(known);
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
    this.#own = null;
    if (facts.least === null || number < facts.least) facts.least = number;
    if (facts.most === null || number > facts.most) facts.most = number;
    if (!text.includes('.')) return;
    const point = pointIn(text);
    if (point === 'thousandths') this.#hasThousandths = true;
    else if (point === 'either') facts.point ??= copied(text);
  }

  facts(rows: number): ColumnFacts {
    const codes = codesOf(this.#cells);
    this.#countAll(this.#cells);
    const distinct = codes === null ? MOST_TEXTS + 1 : codes.filter(({ code }) => code !== '').length;
    return {
      ...this.#facts,
      kind: this.#kind(rows, distinct),
      rows,
      distinct,
      codes,
      words: codesOf(this.#words),
      point: this.#hasThousandths ? null : this.#facts.point,
    };
  }

  #kind(rows: number, distinct: number): ColumnKind {
    const { unsaved, blanks, numbers } = this.#facts;
    if (unsaved !== null) return 'mixed';
    if (numbers + this.#texts === 0) return 'blank';
    // Of a single row every column has one value.
    if (distinct === 1 && blanks === 0 && rows > 1) return 'one value';
    if (this.#first >= 0 && rows > 1) return 'copy';
    if (this.#texts === 0) return 'numbers';
    if (distinct <= MOST_CODES) return 'codes';
    if (numbers > 0) return 'mixed';
    return this.#own !== null && areOwn(this.#own) ? 'own text' : 'texts';
  }
}

/** Texts are as few as those of a status where each is, without its digits, that of more rows. */
const ROWS_OF_TEXT = 3;

/** Whether texts are each of its own by more than digits and dates: those of a status with its time are not. */
function areOwn(texts: ReadonlySet<string>): boolean {
  const { size } = new Set([...texts].map((text) => statusCode(text).replace(/[^\p{L}]+/gu, '')));
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
function codesOf(texts: Texts): readonly CodeCount[] | null {
  if (texts === null) return null;
  const codes = [...texts].map(([text, own]) => ({ code: text.trim(), ...own }));
  return addedUp(codes).toSorted((one, other) => other.rows - one.rows);
}

/** A text that does not hold on to the part of the file of which it was cut. */
function copied(text: string): string {
  // Strings this short are copied when they are cut.
  return text.length < 13 ? text : text.split('').join('');
}
