import type { TableRow } from './delimited-text.js';

/** A number as a report writes it, without letters and percent. */
const NUMBER = /^[-+(]?\s*[$€£]?\s*[-+]?[0-9][0-9.,'\s]*\)?$/;

/** Amounts are added up in thousandths, as whole numbers. */
const THOUSANDTHS = 1000;
/** An id of letters and digits is of a student. */
const HAS_DIGIT = /\d/;

/** The sums of the rows since some row. */
interface Sums {
  rows: number;
  readonly byPlace: Map<number, number>;
}

/**
 * Finds what may be total lines without a word such as total: only numbers, each the sum of its column over all rows or those
 * since the last total line. That of all rows may have one text, which is a total in another language, and so may any in place
 * of an id. A course may have the
 * sum of those above by chance, so that a person is asked. Call it for the rows of a file one after another.
 */
export class RunningTotals {
  readonly #all: Sums = { rows: 0, byPlace: new Map() };
  #group: Sums = { rows: 0, byPlace: new Map() };

  /**
   * @param places the columns whose cells are numbers.
   * @param idPlace the column of ids, which reports add up, too; -1 for none.
   */
  constructor(
    readonly places: readonly number[],
    readonly idPlace: number,
  ) {}

  /** Whether a row with a filled cell is the sum of those above it. */
  isSum(cells: readonly string[]): boolean {
    if (this.#all.rows < 2) return false;
    let text = -1;
    for (const [at, cell] of cells.entries()) {
      const written = cell.trim();
      if (written === '' || NUMBER.test(written)) continue;
      if (text >= 0 || (at === this.idPlace && HAS_DIGIT.test(written))) return false;
      text = at;
    }
    const mayBeOfGroup = text < 0 || text === this.idPlace;
    return (mayBeOfGroup ? [this.#all, this.#group] : [this.#all]).some(({ rows, byPlace }) => {
      if (rows < 2) return false;
      let sums = 0;
      for (const place of this.places) {
        const cell = (cells[place] ?? '').trim();
        if (cell === '' || place === text) continue;
        const sum = byPlace.get(place) ?? 0;
        if (scaled(cell, place === this.idPlace) !== sum) return false;
        if (sum !== 0 && place !== this.idPlace) sums += 1;
      }
      return sums > 0;
    });
  }

  add(cells: readonly string[]): void {
    for (const sums of [this.#all, this.#group]) sums.rows += 1;
    for (const place of this.places) {
      const amount = scaled(cells[place] ?? '', place === this.idPlace);
      if (amount === 0 || Number.isNaN(amount)) continue;
      for (const { byPlace } of [this.#all, this.#group])
        byPlace.set(place, (byPlace.get(place) ?? 0) + amount);
    }
  }

  /** Starts the next group after a total line. */
  endGroup(): void {
    this.#group = { rows: 0, byPlace: new Map() };
  }
}

/** Further columns are not added up: these show well enough what a line is. */
const MOST_COLUMNS = 12;

/** The indexes of the first columns most of whose filled cells are numbers. */
export function numberPlaces(width: number, sample: readonly TableRow[]): readonly number[] {
  const areNumbers = (place: number): boolean => {
    const filled = sample.flatMap(({ cells }) => cells[place]?.trim() || []);
    return filled.filter((cell) => NUMBER.test(cell)).length * 2 > filled.length;
  };
  return Array.from({ length: width }, (_, place) => place)
    .filter(areNumbers)
    .slice(0, MOST_COLUMNS);
}

const MARKS = /[,'$€£+()\s]/g;

/**
 * A number in thousandths, or an id unchanged; blanks are 0. NaN for any other text, and for a number that is too large
 * or has further decimals, which is never a sum.
 */
function scaled(cell: string, isId: boolean): number {
  let value = Number(cell);
  if (Number.isNaN(value)) {
    value = Number(cell.replace(MARKS, ''));
    if (cell.includes('(')) value = -Math.abs(value);
  }
  const thousandths = isId ? value : Math.round(value * THOUSANDTHS);
  const isExact = isId ? Number.isInteger(value) : thousandths / THOUSANDTHS === value;
  return isExact && Math.abs(thousandths) <= Number.MAX_SAFE_INTEGER ? thousandths : Number.NaN;
}
