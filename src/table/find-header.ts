import { nameKey } from './column-names.js';
import { isFilled, isNumber, type TableRow } from './delimited-text.js';
import type { Merge } from './sheet-reader.js';

/** What the caller knows about column names. Without hints, only the rows below identify a header. */
export interface NameHints {
  /** Whether files like this one often have a column of this name. */
  isUsualName(name: string): boolean;
  /** Whether these are the columns of the reader's own format. */
  isOwnHeader(names: readonly string[]): boolean;
}

export const NO_HINTS: NameHints = { isUsualName: () => false, isOwnHeader: () => false };

export interface FoundHeader {
  /** The lower row of a header of two rows. */
  readonly row: number;
  readonly isTwoRows: boolean;
  /** Trimmed, without trailing blank ones. */
  readonly names: readonly string[];
  /** The number of usual names. */
  readonly usualNames: number;
  /** How well the rows below fit the names, from 0 to 1. */
  readonly fit: number;
  /** A score that grows with the number of usual names and the fit of the rows below. */
  readonly merit: number;
  /** The number of columns with a word in the header and numbers below it. */
  readonly numberColumns: number;
  readonly isWords: boolean;
}

/** How many rows are searched for the header, and how many rows below it must fit. */
const LOOKED_AT_ROWS = 50;
const ROWS_BELOW = 20;
const LONGEST_NAME = 120;

/** A row with this many usual names and well-fitting rows below ends the search. */
const ENOUGH_NAMES = 2;
const GOOD_FIT = 0.9;
/** A row with more than one number in this many cells contains values, not names. */
const MOST_NUMBERS = 4;
/** The weight of a row that has only words: rows of values seldom do. */
const WORDS = 4;
/** Added to the fit, since a row that nothing below fits may be the header of a blank table. */
const LEAST_FIT = 0.1;
/** The least number of words in the upper line of names that are split over two rows. */
const LEAST_CUT_NAMES = 3;

/**
 * Finds the header of a table among its first rows: words, many of them usual names, with values of one kind
 * below each. A header may have two rows: groups above names, or names split over both.
 *
 * @param at the row number if it is known
 * @param merges merged cells, which show where groups end
 */
export function findHeader(
  rows: readonly TableRow[],
  hints: NameHints,
  at?: number,
  merges: readonly Merge[] = [],
): FoundHeader | undefined {
  const filled = rows.filter(({ cells }) => cells.some(isFilled));
  const seen = new Set<string>();
  let found: FoundHeader | undefined;
  let isFound = false;
  for (const [rowIndex, each] of filled.entries()) {
    if (at === undefined ? rowIndex >= LOOKED_AT_ROWS : each.row !== at) continue;
    const below = filled.slice(rowIndex + 1, rowIndex + 1 + ROWS_BELOW);
    const own = headerAt(each, filled[rowIndex - 1], below, hints, merges);
    const key = own.names.map(nameKey).join('\n');
    // A report repeats its header on each page, and the later ones have table rows above them.
    if (!seen.has(key) && own.merit > (found?.merit ?? Number.NEGATIVE_INFINITY)) found = own;
    seen.add(key);
    // The row after a good header may be its second line.
    if (isFound) break;
    isFound = own.usualNames >= ENOUGH_NAMES && own.fit > GOOD_FIT;
  }
  return found;
}

/** A row as a header, joined with the row above if that adds usual names or tells equal names apart. */
function headerAt(
  line: TableRow,
  above: TableRow | undefined,
  below: readonly TableRow[],
  hints: NameHints,
  merges: readonly Merge[],
): FoundHeader {
  const alone = candidate(line.row, line.cells, below, hints);
  if (above?.row !== line.row - 1 || !alone.isWords) return alone;
  const upper = countUsual(above.cells.map(nameOf), hints);
  const isTwice = namesTwice(alone.names).size > 0;
  const isCut = alone.usualNames < ENOUGH_NAMES && alone.numberColumns > 0 && isUpperHalf(above, line);
  const groups = groupsIn(above, Math.max(above.cells.length, line.cells.length), merges);
  const twice = namesTwice(line.cells);
  const telling = new Set(groups.filter((_, index) => twice.has(nameKey(cellAt(line.cells, index)))));
  const ownPlaces = groups.map((_, index) => index);
  const tellingGroups = groups.map((group) => (telling.has(group) ? group : -1));
  let found = alone;
  for (const prefixes of isCut && !isTwice ? [ownPlaces] : [tellingGroups, ownPlaces, groups]) {
    const names = prefixes.map((prefix, index) => {
      const [name, over] = [cellAt(line.cells, index), cellAt(above.cells, index)];
      return name === '' ? over : `${cellAt(above.cells, prefix)} ${name}`.trim();
    });
    const own = candidate(line.row, names, below, hints, true);
    if (namesTwice(own.names).size > 0 || (own.usualNames <= upper && upper > 0)) continue;
    // The upper row need not make names more usual to tell equal ones apart, such as a year above each.
    const isAsGood = found === alone && (isTwice || (isCut && own.usualNames === alone.usualNames));
    if (own.usualNames > found.usualNames || isAsGood) found = own;
  }
  return found;
}

/** Whether a row of words may hold the beginnings of the names below it. */
function isUpperHalf({ cells }: TableRow, line: TableRow): boolean {
  const words = cells.map(nameOf).filter((name) => name !== '');
  return (
    words.every(isName) &&
    words.length >= LEAST_CUT_NAMES &&
    words.length * 2 >= line.cells.filter(isFilled).length
  );
}

function candidate(
  row: number,
  cells: readonly string[],
  below: readonly TableRow[],
  hints: NameHints,
  isTwoRows = false,
): FoundHeader {
  const names = cells.map(nameOf);
  while (names.at(-1) === '') names.pop();
  const own = names.filter((name) => name !== '');
  const numbers = own.filter((name) => !isWord(name)).length;
  const isOfNumbers = numbers * MOST_NUMBERS > own.length;
  const fits = below.reduce((sum, { cells: other }) => sum + fitOf(other, names), 0);
  const fit = below.length === 0 ? 0 : fits / below.length;
  const usualNames = isOfNumbers ? 0 : countUsual(names, hints);
  const areNumbers = names.filter((name, index) => isWord(name) && hasNumbers(index, below));
  const numberColumns = isOfNumbers ? 0 : areNumbers.length;
  const weight = (numbers === 0 ? WORDS : 1) * Math.min(own.length, 2) * (1 + usualNames);
  const merit = weight * (LEAST_FIT + fit + numberColumns / Math.max(own.length, 1));
  return { row, isTwoRows, names, usualNames, fit, merit, numberColumns, isWords: numbers === 0 };
}

/** 1 if all filled cells are below names, in at least half of them; 0.5 if one cell is outside; else 0. */
function fitOf(cells: readonly string[], names: readonly string[]): number {
  let inside = 0;
  let outside = 0;
  for (const [index, cell] of cells.entries()) {
    if (!isFilled(cell)) continue;
    if (isFilled(names[index])) inside += 1;
    else outside += 1;
  }
  if (inside * 2 < names.filter(isFilled).length) return 0;
  return outside === 0 ? 1 : outside === 1 && inside >= LEAST_CUT_NAMES ? 0.5 : 0;
}

/** Whether the first filled cell below a name is a number, and at least four fifths of the others are. */
function hasNumbers(index: number, below: readonly TableRow[]): boolean {
  const filled = below.flatMap(({ cells }) => cellAt(cells, index) || []);
  return isNumber(filled[0] ?? '') && filled.filter(isNumber).length * 5 >= filled.length * 4;
}

/**
 * For each column, the column where its group begins; -1 for none. A group extends right to the next one, or
 * to the end of its merged cells if any cells of its row are merged.
 */
function groupsIn({ row, cells }: TableRow, width: number, merges: readonly Merge[]): readonly number[] {
  const own = merges.filter(
    (each) => each.firstRow <= row && row <= each.lastRow && each.firstColumn < each.lastColumn,
  );
  let last = -1;
  let end = width;
  return Array.from({ length: width }, (_, index) => {
    if (isFilled(cells[index])) {
      last = index;
      if (own.length > 0) end = own.find(({ firstColumn }) => firstColumn === index)?.lastColumn ?? index;
    }
    return index <= end ? last : -1;
  });
}

function namesTwice(names: readonly string[]): ReadonlySet<string> {
  const keys = names.map(nameKey);
  return new Set(keys.filter((key, index) => key !== '' && keys.indexOf(key) !== index));
}

function nameOf(cell: string): string {
  return cell.trim().replace(/\s+/g, ' ');
}

function cellAt(cells: readonly string[], index: number): string {
  return (cells[index] ?? '').trim();
}

function countUsual(names: readonly string[], { isUsualName }: NameHints): number {
  return [...new Set(names)].filter((name) => isName(name) && isUsualName(name)).length;
}

function isName(text: string): boolean {
  return isWord(text) && text.length <= LONGEST_NAME;
}

function isWord(name: string): boolean {
  return /\p{L}/u.test(name);
}
