import { pointIn } from '../table/decimal-marks.js';
import { isStepDue } from '../table/steps.js';
import type {
  CodeCount,
  ColumnFacts,
  ColumnKind,
  Steps,
  TableFacts,
  TableRow,
  TableToRead,
} from './examination.js';
import type { Held } from './recipe.js';

/**
 * What the whole file says of its columns, in one pass. Nothing is kept of a row: a column keeps its different texts
 * while they are few, and after that counts of their kinds. Only a column in which no text has come twice keeps a
 * number for each row, to notice the first that does.
 */

/** More different texts than this cannot be codes that a person gives a meaning to. */
const MOST_TEXTS = 500;
/** More different texts than this are no codes to whoever looks at a column. */
const MOST_CODES = 40;
const SAMPLES = 5;
/** A cell of another kind than one in this many is odd. */
const ODD_SHARE = 20;
/** Longer texts of fewer rows than this each may be names of people, which a recipe does not keep. */
const ROWS_OF_A_CODE = 3;
const SHORT_CODE = 2;

/** As it is printed: no area 000, 666 or above 899, no group 00, no serial 0000. */
const SOCIAL_SECURITY = /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;
const SOCIAL_SECURITY_LENGTH = 11;
/** A number with or without currency and thousands, as the service reads an amount. */
const NUMBER = /^[+-]?\$?\s*(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?$/;
/** Below 0, as accountants and mainframes write it. */
const BELOW_ZERO = /^(?:\(\s*([^()]*?)\s*\)|(\d[\d,.]*)\s*-)$/;

/** The number that a trimmed cell holds; null for any other text. For comparisons, never for dollars. */
export function numberIn(text: string): number | null {
  const first = text.charCodeAt(0);
  const isPlain = first >= 48 && first <= 57;
  if (!isPlain && !'+-$.('.includes(text[0] ?? 'x')) return null;
  const [, inside, before] = /[)-]$/.test(text) ? (BELOW_ZERO.exec(text) ?? []) : [];
  const below = numberIn(inside ?? before ?? '');
  if (below !== null) return -below;
  const plain = isPlain ? Number(text) : Number.NaN;
  if (!Number.isNaN(plain) && !/[^\d.]/.test(text)) return plain;
  if (!NUMBER.test(text) || !/\d/.test(text)) return null;
  return Number(text.replace(/[$,\s]/g, ''));
}

/**
 * Takes the facts of a table.
 *
 * @param keys the columns whose texts together are of one row of a student's term, by their indexes; none if unknown.
 * @throws what reading its rows throws.
 */
export function* factsOf(table: TableToRead, keys: readonly number[] = []): Steps<TableFacts> {
  const tallies = table.header.map((name, index) => new ColumnTally(name, index));
  const seen = keys.length === 0 ? null : new OwnTexts();
  let rows = 0;
  let repeated = 0;
  let hidden = 0;
  for (const row of table.rows()) {
    for (const tally of tallies) tally.add(row);
    if (seen?.add(keys.map((key) => row.cells[key]?.trim()).join('\n')) === false) repeated += 1;
    rows += 1;
    if (row.isHidden === true) hidden += 1;
    if (isStepDue(rows)) yield;
  }
  return {
    ...{ rows, hidden },
    repeated: seen === null ? null : repeated,
    columns: tallies.map((tally) => tally.facts(rows)),
  };
}

/** What a recipe keeps of a column that is not read, to notice when it holds something else. */
export function heldBy({ kind, codes, rows, distinct }: ColumnFacts): Held {
  if (kind !== 'codes') return kind;
  const isShort = codes?.every(({ code }) => code.length <= SHORT_CODE) === true;
  if (codes === null || (distinct * ROWS_OF_A_CODE > rows && !isShort)) return 'texts';
  return { codes: codes.map(({ code }) => code).toSorted() };
}

/** Whether the data shows that a column cannot say anything of a student or of a row that matters to another. */
export function isHarmless({ kind }: ColumnFacts): boolean {
  return kind === 'blank' || kind === 'one value' || kind === 'own text';
}

interface Seen {
  rows: number;
  /** The first row that has it. */
  readonly first: number;
}

class ColumnTally {
  readonly #name: string;
  readonly #index: number;
  /** Every different cell as it is written, while there are few. */
  #cells: Map<string, Seen> | null = new Map();
  /** Once there are many: the texts that are no numbers, while those are few. */
  #words: Map<string, Seen> | null = new Map();
  /** Once there are many: whether no text has come twice. */
  #own: OwnTexts | null = null;
  readonly #samples: string[] = [];
  #blanks = 0;
  #numbers = 0;
  #texts = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;
  #firstNumber: CodeAt | null = null;
  #firstText: CodeAt | null = null;
  #socialSecurity = 0;
  /** Numbers whose point may mark thousands, while there are few. */
  #points: Map<string, Seen> | null = new Map();
  #hasThousandths = false;
  #unsaved: number | null = null;
  #shared: number | null = null;

  constructor(name: string, index: number) {
    this.#name = name;
    this.#index = index;
  }

  add({ row, cells, unsaved, shared }: TableRow): void {
    if (unsaved?.includes(this.#index) === true) this.#unsaved ??= row;
    if (shared?.includes(this.#index) === true) this.#shared ??= row;
    const cell = cells[this.#index] ?? '';
    if (this.#cells === null) {
      this.#count(cell, 1, row);
      return;
    }
    const seen = this.#cells.get(cell);
    if (seen !== undefined) {
      seen.rows += 1;
      return;
    }
    this.#cells.set(copied(cell), { rows: 1, first: row });
    if (this.#cells.size > MOST_TEXTS) this.#widen(this.#cells);
  }

  /** Goes on without the texts of a column that has too many of them. */
  #widen(seen: ReadonlyMap<string, Seen>): void {
    const isOwn = [...seen].every(([cell, { rows }]) => rows === 1 && kindOfText(cell.trim()) === 'text');
    this.#own = isOwn ? new OwnTexts() : null;
    for (const [cell, { rows, first }] of seen) this.#count(cell, rows, first);
    this.#cells = null;
  }

  /** Counts a cell by its kind; `rows` are as many as have it. */
  #count(cell: string, rows: number, row: number): void {
    const text = cell.trim();
    if (text === '') {
      this.#blanks += rows;
      this.#own = null;
      return;
    }
    if (this.#samples.length < SAMPLES && !this.#samples.includes(text)) this.#samples.push(copied(text));
    if (text.length === SOCIAL_SECURITY_LENGTH && SOCIAL_SECURITY.test(text)) this.#socialSecurity += rows;
    const number = numberIn(text);
    if (number !== null) {
      this.#numbers += rows;
      this.#own = null;
      this.#firstNumber ??= { row, text: copied(text) };
      if (text.includes('.')) this.#addPoint(text, rows, row);
      if (number < this.#least) this.#least = number;
      if (number > this.#most) this.#most = number;
      return;
    }
    this.#texts += rows;
    this.#firstText ??= { row, text: copied(text) };
    if (this.#own?.add(text) === false) this.#own = null;
    this.#words = withText(this.#words, text, rows, row);
  }

  #addPoint(text: string, rows: number, row: number): void {
    const point = pointIn(text);
    if (point === 'thousandths') this.#hasThousandths = true;
    else if (point === 'either') this.#points = withText(this.#points, text, rows, row);
  }

  facts(rows: number): ColumnFacts {
    const codes = this.#cells === null ? null : codesOf(this.#cells);
    if (this.#cells !== null)
      for (const [cell, each] of this.#cells) this.#count(cell, each.rows, each.first);
    const distinct = codes === null ? MOST_TEXTS + 1 : codes.filter(({ code }) => code !== '').length;
    const filled = this.#numbers + this.#texts;
    return {
      name: this.#name,
      index: this.#index,
      kind: this.#kind(rows, distinct),
      rows,
      blanks: this.#blanks,
      numbers: this.#numbers,
      distinct,
      codes,
      words: this.#words === null ? null : codesOf(this.#words),
      points: this.#hasThousandths ? [] : this.#points && codesOf(this.#points),
      ...{ unsaved: this.#unsaved, shared: this.#shared },
      samples: this.#samples,
      least: this.#numbers === 0 ? null : this.#least,
      most: this.#numbers === 0 ? null : this.#most,
      odd: this.#odd(),
      isSocialSecurity: this.#socialSecurity * 2 > filled,
    };
  }

  #kind(rows: number, distinct: number): ColumnKind {
    if (this.#unsaved !== null) return 'mixed';
    if (this.#numbers + this.#texts === 0) return 'blank';
    // Of a single row every column has one value.
    if (distinct === 1 && this.#blanks === 0 && rows > 1) return 'one value';
    if (this.#texts === 0) return 'numbers';
    if (distinct <= MOST_CODES) return 'codes';
    if (this.#numbers > 0) return 'mixed';
    const isOwn = this.#own !== null || (distinct === rows && this.#blanks === 0);
    return isOwn ? 'own text' : 'texts';
  }

  #odd(): CodeAt | null {
    if (this.#texts > 0 && this.#texts * ODD_SHARE < this.#numbers) return this.#firstText;
    return this.#numbers > 0 && this.#numbers * ODD_SHARE < this.#texts ? this.#firstNumber : null;
  }
}

/** Counts a text among others; null once there are too many. */
function withText(
  texts: Map<string, Seen> | null,
  text: string,
  rows: number,
  row: number,
): Map<string, Seen> | null {
  const seen = texts?.get(text);
  if (seen !== undefined) seen.rows += rows;
  else texts?.set(copied(text), { rows, first: row });
  return texts !== null && texts.size > MOST_TEXTS ? null : texts;
}

interface CodeAt {
  readonly row: number;
  readonly text: string;
}

function kindOfText(text: string): 'blank' | 'number' | 'text' {
  if (text === '') return 'blank';
  return numberIn(text) === null ? 'text' : 'number';
}

/** The different texts, trimmed, with their counts; the most frequent first. */
function codesOf(cells: ReadonlyMap<string, Seen>): readonly CodeCount[] {
  const counts = new Map<string, number>();
  for (const [cell, { rows }] of cells) {
    const code = cell.trim();
    counts.set(code, (counts.get(code) ?? 0) + rows);
  }
  return [...counts].map(([code, rows]) => ({ code, rows })).toSorted((one, other) => other.rows - one.rows);
}

/** A text that does not hold on to the part of the file of which it was cut. */
function copied(text: string): string {
  // Strings this short are copied when they are cut.
  return text.length < 13 ? text : text.split('').join('');
}

/** Notices the first text that comes twice, with two numbers for each text. */
class OwnTexts {
  #table = new Uint32Array(4096);
  #size = 0;

  /** False if the text has come before. */
  add(text: string): boolean {
    let one = 0x811c9dc5;
    let other = 0x9747b28c;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      one = Math.imul(one ^ unit, 0x01000193);
      other = Math.imul(other + unit, 0x5bd1e995) ^ (other >>> 13);
    }
    if (!insert(this.#table, one >>> 0, (other >>> 0) | 1)) return false;
    this.#size += 1;
    if (this.#size * 4 > this.#table.length) this.#grow();
    return true;
  }

  #grow(): void {
    const larger = new Uint32Array(this.#table.length * 2);
    for (let at = 0; at < this.#table.length; at += 2) {
      const other = this.#table[at + 1] ?? 0;
      if (other !== 0) insert(larger, this.#table[at] ?? 0, other);
    }
    this.#table = larger;
  }
}

/** Adds a pair to an open table, in which the second number of a free place is 0; false if it is there. */
function insert(table: Uint32Array, one: number, other: number): boolean {
  const mask = table.length / 2 - 1;
  for (let place = (one ^ (one >>> 15)) & mask; ; place = (place + 1) & mask) {
    const held = table[place * 2 + 1];
    if (held === 0) {
      table[place * 2] = one;
      table[place * 2 + 1] = other;
      return true;
    }
    if (held === other && table[place * 2] === one) return false;
  }
}
