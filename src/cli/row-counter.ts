import { COMMA, CR, QUOTE } from '../csv/text.js';
import { rowsOf } from '../recipe/records.js';
import { RecordScanner } from './record-scanner.js';

const TAB = 9;
const SPACE = 0x20;
const ASCII_END = 0x80;

/** Counts the rows of a file of students as the service does: the records with a filled cell, without the header. */
export class RowCounter {
  #filled = 0;
  readonly #scanner = new RecordScanner((bytes, start, end) => {
    if (isFilled(bytes, start, end)) this.#filled += 1;
  });

  add(piece: Uint8Array): void {
    this.#scanner.add(piece);
  }

  /** Rows that were seen to their end. */
  get count(): number {
    return Math.max(this.#filled - 1, 0);
  }

  /** All rows: the last one may have no line end. */
  finish(): number {
    const rest = this.#scanner.rest();
    return isFilled(rest, 0, rest.length) ? this.#filled : this.count;
  }
}

function isFilled(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? SPACE;
    if (byte === COMMA || byte === SPACE || (byte >= TAB && byte <= CR)) continue;
    if (byte !== QUOTE && byte < ASCII_END) return true;
    // Quotes may be text, and there is white space beyond ASCII.
    const [row] = rowsOf(bytes.toString('utf8', start, end).replace('\uFEFF', ''), ',', 1);
    return row?.cells.some((cell) => cell.trim() !== '') === true;
  }
  return false;
}
