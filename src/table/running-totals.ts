import { isNumber, type TableRow } from './delimited-text.js';

/** Amounts are added up in thousandths, as whole numbers. */
const THOUSANDTHS = 1000;
/** Further columns are not added up: these show well enough what a line is. */
const MOST_COLUMNS = 12;

/** The sums of the rows since some row, of each column that is added up. */
interface Sums {
  rows: number;
  readonly ofColumns: number[];
}

/**
 * Finds what may be total lines without a word such as total: only numbers, each the sum of its column over all rows or those
 * since the last total line, and at most one text, which is a total in another language. A course may have the sum of those
 * above by chance, so that a person is asked. Call it for the rows of a file one after another.
 */
export class RunningTotals {
  readonly #columns: readonly number[];
  readonly #idPlace: number;
  readonly #all: Sums;
  #group: Sums;

  /**
   * @param columns the first of them are added up.
   * @param idPlace the column of ids, which reports add up, too; -1 for none.
   */
  constructor(columns: readonly number[], idPlace: number) {
    this.#columns = columns.slice(0, MOST_COLUMNS);
    this.#idPlace = idPlace;
    this.#all = this.#nothing();
    this.#group = this.#nothing();
  }

  /** Whether a row with a filled cell is the sum of those above it. */
  isSum(cells: readonly string[]): boolean {
    if (this.#all.rows < 2) return false;
    let text = -1;
    for (const [place, cell] of cells.entries()) {
      const written = cell.trim();
      if (written === '' || isNumber(written)) continue;
      // An id of letters and digits is of a student.
      if (text >= 0 || (place === this.#idPlace && /\d/.test(written))) return false;
      text = place;
    }
    return [this.#all, this.#group].some(({ rows, ofColumns }) => {
      if (rows < 2) return false;
      let sums = 0;
      for (const [nth, place] of this.#columns.entries()) {
        const cell = (cells[place] ?? '').trim();
        if (cell === '' || place === text) continue;
        const sum = ofColumns[nth] ?? 0;
        if (this.#amountIn(cell, place) !== sum) return false;
        if (sum !== 0 && place !== this.#idPlace) sums += 1;
      }
      return sums > 0;
    });
  }

  add(cells: readonly string[]): void {
    this.#all.rows += 1;
    this.#group.rows += 1;
    for (const [nth, place] of this.#columns.entries()) {
      const amount = this.#amountIn(cells[place] ?? '', place);
      if (Number.isNaN(amount)) continue;
      for (const { ofColumns } of [this.#all, this.#group]) ofColumns[nth] = (ofColumns[nth] ?? 0) + amount;
    }
  }

  /** To be called after a total line. */
  endGroup(): void {
    this.#group = this.#nothing();
  }

  #nothing(): Sums {
    return { rows: 0, ofColumns: this.#columns.map(() => 0) };
  }

  /**
   * A number in thousandths, or an id unchanged; blanks are 0. NaN for any other text, and for a number that is too large
   * or has further decimals, which is never a sum.
   */
  #amountIn(cell: string, place: number): number {
    const scale = place === this.#idPlace ? 1 : THOUSANDTHS;
    let value = Number(cell);
    if (Number.isNaN(value)) {
      value = Number(cell.replace(/[,'$€£+()\s]/g, ''));
      if (cell.includes('(')) value = -Math.abs(value);
    }
    const scaled = Math.round(value * scale);
    return scaled / scale === value && Math.abs(scaled) <= Number.MAX_SAFE_INTEGER ? scaled : Number.NaN;
  }
}

/** The columns most of whose filled cells are numbers. */
export function numberColumns(width: number, sample: readonly TableRow[]): readonly number[] {
  return Array.from({ length: width }, (_, place) => place).filter((place) => {
    const filled = sample.flatMap(({ cells }) => cells[place]?.trim() || []);
    return filled.filter(isNumber).length * 2 > filled.length;
  });
}
