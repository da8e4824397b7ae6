import type { TableRow } from './delimited-text.js';

/** A number as a report writes it, without letters and percent. */
const NUMBER = /^[-+(]?\s*[$€£]?\s*[-+]?[0-9][0-9.,']*\s*\)?$/;

/** Further columns are not added up: these show well enough what a line is. */
const MOST_COLUMNS = 12;
/** Amounts are added up in thousandths, as whole numbers. */
const DECIMALS = 3;

/** The sums of the rows since some row. */
interface Sums {
  rows: number;
  readonly byPlace: Map<number, number>;
}

/**
 * Finds total lines without a word such as total: only numbers, each the sum of its column over all rows or those since
 * the last total line. Call it for the rows of a file one after another.
 */
export class RunningTotals {
  /** Columns whose cells are numbers. */
  readonly #places: readonly number[];
  readonly #idPlace: number;
  readonly #all: Sums = { rows: 0, byPlace: new Map() };
  #group: Sums = { rows: 0, byPlace: new Map() };

  /**
   * @param places the columns of numbers.
   * @param idPlace the column of ids, which reports add up, too; -1 for none.
   */
  constructor(places: readonly number[], idPlace: number) {
    this.#places = places.slice(0, MOST_COLUMNS);
    this.#idPlace = idPlace;
  }

  /** Whether a row with a filled cell is the sum of those above it. */
  isSum(cells: readonly string[]): boolean {
    if (this.#all.rows < 2 || cells.some((cell) => cell.trim() !== '' && !NUMBER.test(cell.trim())))
      return false;
    return [this.#all, this.#group].some(({ rows, byPlace }) => {
      if (rows < 2) return false;
      let sums = 0;
      for (const place of this.#places) {
        const cell = (cells[place] ?? '').trim();
        if (cell === '') continue;
        const sum = byPlace.get(place) ?? 0;
        if (this.#scaled(cell, place) !== sum) return false;
        if (sum !== 0 && place !== this.#idPlace) sums += 1;
      }
      return sums > 0;
    });
  }

  add(cells: readonly string[]): void {
    this.#all.rows += 1;
    this.#group.rows += 1;
    for (const place of this.#places) {
      const cell = cells[place] ?? '';
      if (cell === '') continue;
      const amount = this.#scaled(cell, place);
      if (Number.isNaN(amount)) continue;
      for (const { byPlace } of [this.#all, this.#group])
        byPlace.set(place, (byPlace.get(place) ?? 0) + amount);
    }
  }

  /** Starts the next group after a total line. */
  endGroup(): void {
    this.#group = { rows: 0, byPlace: new Map() };
  }

  /** The cell in thousandths, or an id unchanged; NaN if it is not a number or too large, which is never a sum. */
  #scaled(cell: string, place: number): number {
    return scaled(cell, place === this.#idPlace ? 0 : DECIMALS);
  }
}

/** The indexes of the columns most of whose filled cells are numbers. */
export function numberPlaces(width: number, sample: readonly TableRow[]): readonly number[] {
  return Array.from({ length: width }, (_, place) => place).filter((place) => {
    const filled = sample.flatMap(({ cells }) => cells[place]?.trim() || []);
    return filled.filter((cell) => NUMBER.test(cell)).length * 2 > filled.length;
  });
}

const DIGIT_0 = 0x30;
const POINT = 0x2e;

/** A number with a given number of decimals as a whole number; blanks are 0. Read digit by digit for speed. */
function scaled(cell: string, decimals: number): number {
  let value = 0;
  let behind = -1;
  let isNegative = false;
  for (let at = 0; at < cell.length; at++) {
    const code = cell.charCodeAt(at);
    const digit = code - DIGIT_0;
    if (digit >= 0 && digit <= 9) {
      if (behind >= decimals) {
        if (digit !== 0) return Number.NaN;
        continue;
      }
      value = value * 10 + digit;
      if (behind >= 0) behind += 1;
    } else if (code === POINT) behind = behind < 0 ? 0 : decimals;
    else if (cell[at] === '-' || cell[at] === '(') isNegative = true;
    else if (!PASSED.has(cell[at] ?? '')) return Number.NaN;
  }
  for (let place = Math.max(behind, 0); place < decimals; place++) value *= 10;
  if (value > Number.MAX_SAFE_INTEGER) return Number.NaN;
  return isNegative ? -value : value;
}

/** Characters in numbers that are not digits. */
const PASSED: ReadonlySet<string> = new Set([',', "'", '$', '€', '£', '+', ')', ' ']);
