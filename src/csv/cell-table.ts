import { cellsOf } from './head.js';
import { COMMA, CR, isSameStretch, isTrimmed, LF, QUOTE, textOf } from './text.js';

/** A cell that is read as text: its bounds in the bytes mean nothing. */
const AS_TEXT = -1;

/**
 * Where every cell of some records stands. The bounds of a cell in quotes lie one byte further in; only a record that has a
 * doubled quote or a line break inside a cell is read by csv-parse, and its cells are texts.
 */
export class CellTable {
  readonly bytes: Uint8Array;
  readonly rowCount: number;
  readonly #columnCount: number;
  /** For each cell its first byte and the one behind its last. */
  readonly #bounds: Int32Array;
  readonly #texts = new Map<number, readonly string[]>();

  /** @throws Error when the records are not `rowCount`, or one has another number of cells than `columnCount`. */
  constructor(bytes: Uint8Array, columnCount: number, rowCount: number) {
    this.bytes = bytes;
    this.rowCount = rowCount;
    this.#columnCount = columnCount;
    this.#bounds = new Int32Array(rowCount * columnCount * 2);
    this.#readRecords();
  }

  /** Where a cell begins in the bytes; below 0 where it has to be read as {@link text}. */
  start(row: number, column: number): number {
    return this.#bounds[(row * this.#columnCount + column) * 2] ?? 0;
  }

  /** Where a cell ends in the bytes. */
  end(row: number, column: number): number {
    return this.#bounds[(row * this.#columnCount + column) * 2 + 1] ?? 0;
  }

  text(row: number, column: number): string {
    const start = this.start(row, column);
    if (start === AS_TEXT) return this.#texts.get(row)?.[column] ?? '';
    return textOf(this.bytes, start, this.end(row, column));
  }

  /** Whether there is certainly nothing to trim at a cell: then other bytes are another text. */
  isTrimmed(row: number, column: number): boolean {
    const start = this.start(row, column);
    return start !== AS_TEXT && isTrimmed(this.bytes, start, this.end(row, column));
  }

  /** Whether two cells of a column are the same text. */
  isSame(row: number, other: number, column: number): boolean {
    const start = this.start(row, column);
    const otherStart = this.start(other, column);
    if (start === AS_TEXT || otherStart === AS_TEXT)
      return this.text(row, column) === this.text(other, column);
    return isSameStretch(this.bytes, start, this.end(row, column), otherStart, this.end(other, column));
  }

  #readRecords(): void {
    const { bytes } = this;
    const bounds = this.#bounds;
    const perRecord = this.#columnCount * 2;
    let next = 0;
    for (let row = 0, at = 0; row < this.rowCount; row++) {
      const start = at;
      let isOdd = false;
      for (let byte = COMMA; byte === COMMA; at++) {
        let from = at;
        let to = at;
        if (bytes[at] === QUOTE) {
          from = at + 1;
          for (at = from; bytes[at] !== QUOTE || bytes[at + 1] === QUOTE; at++) {
            if (bytes[at] === QUOTE) at += 1;
            else if (bytes[at] !== LF) {
              if (at >= bytes.length) throw new Error(DISAGREE);
              continue;
            }
            isOdd = true;
          }
          to = at;
          at += bytes[at + 1] === CR ? 2 : 1;
        } else {
          while ((bytes[at] ?? LF) > COMMA || (bytes[at] !== COMMA && (bytes[at] ?? LF) !== LF)) at += 1;
          to = bytes[at] === LF && at > from && bytes[at - 1] === CR ? at - 1 : at;
        }
        bounds[next] = from;
        bounds[next + 1] = to;
        next += 2;
        byte = bytes[at] ?? LF;
      }
      if (next !== (row + 1) * perRecord) throw new Error(DISAGREE);
      if (isOdd) {
        this.#texts.set(row, cellsOf(textOf(bytes, start, at)));
        bounds.fill(AS_TEXT, next - perRecord, next);
      }
    }
  }
}

const DISAGREE = 'The records of a chunk do not agree with its header or its row numbers.';
