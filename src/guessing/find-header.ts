import { REQUEST_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { folded } from '../contract/name-forms.js';
import { meantColumns } from '../contract/near-miss.js';
import { FUND_COLUMNS } from '../contract/other-names.js';
import { cellAt } from './cells.js';
import { seasonOf } from './guess-shape.js';
import type { SourceRow } from './records.js';

/** The header of a table. */
export interface FoundHeader {
  /** Its row; the lower of two. */
  readonly row: number;
  readonly isTwoRows: boolean;
  /** Its names, trimmed, without trailing blank ones. */
  readonly names: readonly string[];
  /** How many of the names are known. */
  readonly known: number;
}

/** How many rows are searched for the header, and how many rows below it are used to check that they fit. */
const LOOKED_AT_ROWS = 50;
const ROWS_BELOW = 20;
/** Names beyond this are not compared, to save time. */
const MOST_COMPARED = 256;
const LONGEST_NAME = 120;

/** A row with this many known names is the header. */
const ENOUGH_NAMES = 2;
const GOOD_FIT = 0.9;
/** A row with more than one number in this many cells contains values, not names. */
const MOST_NUMBERS = 4;

/**
 * The header of a table, among its first rows: the row with the most known names whose columns the rows below fit. It
 * may be two rows, with names of column groups in the upper one. If no names are known, the first row of words that the
 * rows below fit.
 *
 * @param at the row if it is already known
 */
export function findHeader(rows: readonly SourceRow[], at?: number): FoundHeader | undefined {
  const filled = rows.filter(({ cells }) => filledIn(cells) > 0);
  const vocabulary = new KnownNames();
  const candidates: Candidate[] = [];
  let isFound = false;
  for (const [place, each] of filled.entries()) {
    if (at === undefined ? place === LOOKED_AT_ROWS : each.row > at) break;
    if (at !== undefined && each.row !== at) continue;
    const below = filled.slice(place + 1, place + 1 + ROWS_BELOW);
    const own = best(each, filled[place - 1], below, vocabulary);
    candidates.push(own);
    // The row after a good one may be its second line.
    if (isFound) break;
    isFound = own.header.known >= ENOUGH_NAMES && own.fit > GOOD_FIT;
  }
  // A report repeats its header on each page, and later ones have students above them.
  const known = candidates.filter(({ header }) => header.known >= ENOUGH_NAMES);
  const keys = known.map(({ header }) => header.names.map(folded).join('\n'));
  const byNames = known.filter((_, nth) => keys.indexOf(keys[nth] ?? '') === nth);
  const found =
    greatest(byNames, ({ header, fit }) => header.known * (1 + fit)) ??
    greatest(candidates, ({ fit, width, isWords }) => (isWords ? 4 : 1) * Math.min(width, 2) * (1 + fit));
  return found?.header;
}

interface Candidate {
  readonly header: FoundHeader;
  /** Number of filled cells. */
  readonly width: number;
  /** The share of the rows below that have their cells under this row's names, from 0 to 1. */
  readonly fit: number;
  readonly isWords: boolean;
}

/**
 * A row as a header, alone or together with the row above if that makes more names known, or distinguishes equal ones.
 */
function best(
  line: SourceRow,
  above: SourceRow | undefined,
  below: readonly SourceRow[],
  known: KnownNames,
): Candidate {
  const alone = candidate(line.row, line.cells, below, known);
  if (above?.row !== line.row - 1 || !alone.isWords) return alone;
  const upper = known.countIn(above.cells.map(nameOf));
  const isTwice = hasTwice(alone.header.names);
  const joined = [
    grouped(above.cells, line.cells),
    beside(above.cells, line.cells),
    grouped(above.cells, line.cells, isTerm),
  ]
    .map((names) => candidate(line.row, names, below, known, true))
    .filter(({ header }) => !hasTwice(header.names) && header.known > upper)
    .filter(
      ({ header }) => header.known > alone.header.known || (isTwice && header.known === alone.header.known),
    );
  return greatest(joined, ({ header }) => header.known) ?? alone;
}

function candidate(
  row: number,
  cells: readonly string[],
  below: readonly SourceRow[],
  known: KnownNames,
  isTwoRows = false,
): Candidate {
  const names = cells.map(nameOf);
  while (names.at(-1) === '') names.pop();
  const own = names.filter((name) => name !== '');
  const isWords = own.every((name) => /\p{L}/u.test(name));
  const isOfNumbers = own.filter((name) => !/\p{L}/u.test(name)).length * MOST_NUMBERS > own.length;
  const fits = below.filter(({ cells: other }) => isBelow(other, names)).length;
  const fit = below.length === 0 ? 0 : fits / below.length;
  return {
    header: { row, isTwoRows, names, known: isOfNumbers ? 0 : known.countIn(names) },
    width: own.length,
    fit,
    isWords,
  };
}

/** Whether a row has cells only under names, and under at least half of them. */
function isBelow(cells: readonly string[], names: readonly string[]): boolean {
  let inside = 0;
  for (const [place, cell] of cells.entries()) {
    if (cell.trim() === '') continue;
    if ((names[place] ?? '') === '') return false;
    inside += 1;
  }
  return inside > 1 || names.length === 1 ? inside * 2 >= names.filter((name) => name !== '').length : false;
}

/**
 * Prefixes each name with the group above it, which extends to the right.
 *
 * @param saysMore whether a group is prefixed; others only end the one before.
 */
function grouped(
  above: readonly string[],
  names: readonly string[],
  saysMore: (group: string) => boolean = () => true,
): readonly string[] {
  let group = '';
  return Array.from({ length: Math.max(above.length, names.length) }, (_, place) => {
    const own = cellAt(above, place);
    const name = cellAt(names, place);
    if (own !== '') group = saysMore(own) ? own : '';
    if (name === '') return own;
    return `${group} ${name}`.trim();
  });
}

function isTerm(group: string): boolean {
  return seasonOf(`${group} x`)?.rest === 'x';
}

/** Prefixes each name with the cell directly above it. */
function beside(above: readonly string[], names: readonly string[]): readonly string[] {
  return Array.from({ length: Math.max(above.length, names.length) }, (_, place) =>
    `${cellAt(above, place)} ${cellAt(names, place)}`.trim(),
  );
}

function nameOf(cell: string): string {
  return cell.trim().replace(/\s+/g, ' ');
}

function hasTwice(names: readonly string[]): boolean {
  const own = names.filter((name) => name !== '');
  return new Set(own).size < own.length;
}

function filledIn(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

function greatest<Item>(items: readonly Item[], merit: (item: Item) => number): Item | undefined {
  let found: Item | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    const own = merit(item);
    if (own > most) [found, most] = [item, own];
  }
  return found;
}

const FUNDS = new Set(FUND_COLUMNS.map(folded));

/** Names that are our columns or may be meant for one; each is compared only once. */
class KnownNames {
  readonly #known = new Map<string, boolean>();

  /** How many names are known, counting equal ones once. */
  countIn(names: readonly string[]): number {
    return [...new Set(names)].filter((name) => this.#isKnown(name)).length;
  }

  #isKnown(name: string): boolean {
    const before = this.#known.get(name);
    if (before !== undefined) return before;
    // Neither numbers nor sentences are names.
    if (
      this.#known.size >= MOST_COMPARED * LOOKED_AT_ROWS ||
      !/\p{L}/u.test(name) ||
      name.length > LONGEST_NAME
    )
      return false;
    const isKnown =
      REQUEST_COLUMNS.includes(columnName(name)) ||
      FUNDS.has(folded(name)) ||
      meantColumns(seasonOf(name)?.rest ?? name, REQUEST_COLUMNS).length > 0;
    this.#known.set(name, isKnown);
    return isKnown;
  }
}
