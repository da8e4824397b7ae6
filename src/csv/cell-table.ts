import { cellsOf } from './head.js';
import { RecordReader } from './record-reader.js';
import { compareRanges, isTrimmed, textOf } from './text.js';

/** Marks a cell that must be read as text: it has no bounds in the bytes. */
const AS_TEXT = -1;

/**
 * The position of every cell of some records, without surrounding quotes. Only a record with a doubled quote
 * or a line break inside a cell is read by csv-parse, and its cells are kept as texts.
 */
export class CellTable {
  readonly bytes: Uint8Array;
  readonly rowCount: number;
  readonly #columnCount: number;
  /** For each cell, its first byte and the byte after its last. */
  readonly #bounds: Int32Array;
  readonly #texts = new Map<number, readonly string[]>();

  /** @throws Error when there are not `rowCount` records, or a record does not have `columnCount` cells. */
  constructor(bytes: Uint8Array, columnCount: number, rowCount: number) {
    this.bytes = bytes;
    this.rowCount = rowCount;
    this.#columnCount = columnCount;
    const perRecord = 2 * columnCount;
    const bounds = new Int32Array(rowCount * perRecord);
    this.#bounds = bounds;
    const reader = new RecordReader(bytes, columnCount, bounds);
    for (let row = 0, start = 0; row < rowCount; row++, start = reader.end) {
      const place = row * perRecord;
      reader.read(start, place);
      if (reader.mistake >= 0 || reader.hasMore || reader.count !== columnCount)
        throw new Error('The records of a chunk do not agree with its header or its row numbers.');
      if (!reader.isOdd) continue;
      this.#texts.set(row, cellsOf(textOf(bytes, start, reader.end)));
      bounds.fill(AS_TEXT, place, place + perRecord);
    }
  }

  /** The offset where a cell begins; negative if it has to be read as {@link text}. */
  start(row: number, column: number): number {
    return this.#bounds[(row * this.#columnCount + column) * 2] ?? 0;
  }

  end(row: number, column: number): number {
    return this.#bounds[(row * this.#columnCount + column) * 2 + 1] ?? 0;
  }

  text(row: number, column: number): string {
    const start = this.start(row, column);
    if (start === AS_TEXT) return this.#texts.get(row)?.[column] ?? '';
    return textOf(this.bytes, start, this.end(row, column));
  }

  /** Whether a cell certainly has nothing to trim, so that different bytes mean different text. */
  isTrimmed(row: number, column: number): boolean {
    const start = this.start(row, column);
    return start !== AS_TEXT && isTrimmed(this.bytes, start, this.end(row, column));
  }

  /** Whether two cells have the same text, trimmed. */
  isSame(row: number, other: number, column: number): boolean {
    const start = this.start(row, column);
    const otherStart = this.start(other, column);
    if (start !== AS_TEXT && otherStart !== AS_TEXT) {
      const [end, otherEnd] = [this.end(row, column), this.end(other, column)];
      if (compareRanges(this.bytes, start, end, otherStart, otherEnd) === 0) return true;
    }
    if (this.isTrimmed(row, column) && this.isTrimmed(other, column)) return false;
    return this.text(row, column).trim() === this.text(other, column).trim();
  }
}
