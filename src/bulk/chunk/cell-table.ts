import type { CsvRow } from '../../contract/csv-request.js';
import { COMMA, CR, LF } from '../ascii.js';

/**
 * Where every cell of a chunk without quotes begins and ends. There a line feed always ends a record and a comma
 * always a cell, so one pass over the bytes finds them all, and no text is made of a cell that nobody reads as text.
 */
export class CellTable {
  readonly bytes: Buffer;
  readonly rowCount: number;
  readonly #rowNumbers: readonly number[];
  readonly #columnCount: number;
  /** For each record the start of every cell, then one past the end of the last, as if a comma stood there. */
  readonly #bounds: Int32Array;

  /**
   * `rowNumbers` are those of the records in order.
   *
   * @throws Error when the records are not as many as the numbers, or one has another number of cells.
   */
  constructor(bytes: Buffer, columnCount: number, rowNumbers: readonly number[]) {
    this.bytes = bytes;
    this.rowCount = rowNumbers.length;
    this.#rowNumbers = rowNumbers;
    this.#columnCount = columnCount;
    this.#bounds = new Int32Array(rowNumbers.length * (columnCount + 1) + 1);
    this.#scan();
  }

  start(row: number, column: number): number {
    return this.#bounds[row * (this.#columnCount + 1) + column] ?? 0;
  }

  end(row: number, column: number): number {
    return (this.#bounds[row * (this.#columnCount + 1) + column + 1] ?? 1) - 1;
  }

  /** Whether a cell is empty, or its column (-1) is not in the file. */
  isBlank(row: number, column: number): boolean {
    return column < 0 || this.start(row, column) === this.end(row, column);
  }

  /** 1-based data row of the file. */
  rowNumber(row: number): number {
    return this.#rowNumbers[row] ?? 0;
  }

  text(row: number, column: number): string {
    return this.bytes.toString('utf8', this.start(row, column), this.end(row, column));
  }

  /** The records of `from` up to `to` as rows of texts. */
  rows(from: number, to: number): CsvRow[] {
    const rows: CsvRow[] = [];
    for (let row = from; row < to; row++) {
      const cells: string[] = [];
      for (let column = 0; column < this.#columnCount; column++) cells.push(this.text(row, column));
      rows.push({ cells, row: this.#rowNumbers[row] ?? 0 });
    }
    return rows;
  }

  #scan(): void {
    const { bytes } = this;
    const bounds = this.#bounds;
    const perRecord = this.#columnCount + 1;
    const last = bounds.length - 1;
    const length = bytes.length;
    let at = 0;
    let lineStart = 0;
    for (let i = 0; i <= length; i++) {
      // Nearly every byte of a cell stands above the comma.
      while (i < length && (bytes[i] ?? 0) > COMMA) i += 1;
      const byte = i < length ? bytes[i] : LF;
      if (byte === COMMA) {
        at += 1;
        if (at > last) break;
        bounds[at] = i + 1;
      } else if (byte === LF) {
        const end = i > lineStart && bytes[i - 1] === CR ? i - 1 : i;
        lineStart = i + 1;
        if (end > (bounds[at] ?? 0) || at % perRecord !== 0) {
          bounds[at + 1] = end + 1;
          at += 2;
          if (at > last || at % perRecord !== 0) break;
        }
        bounds[at] = lineStart;
      }
    }
    if (at !== last)
      throw new Error('The records of a chunk do not agree with its header or its row numbers.');
  }
}
