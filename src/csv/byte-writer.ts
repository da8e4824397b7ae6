import type { Cell } from '../contract/csv-response.js';
import { COMMA, CR, LF, QUOTE } from './ascii.js';
import { textOf, writeText } from './text.js';

const MINUS = 45;
const DIGIT_0 = 48;
const ASCII_END = 128;
/** Below, a division is cut to a whole number by 32-bit arithmetic. */
const INT32_END = 2 ** 31;

const NEEDS_QUOTES = /[",\r\n]/;

const START_BYTES = 64 * 1024;
/** Enough for any whole number below 1e21. */
const INTEGER_BYTES = 24;
/** UTF-8 needs at most this many bytes for one UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Gathers the bytes of an answer. Rows are made of many short cells; as bytes they leave no garbage behind, which strings would.
 * What it writes is what csv-stringify writes; a property test holds that.
 */
export class ByteWriter {
  #bytes = new Uint8Array(START_BYTES);
  #length = 0;

  /** Bytes written so far: a place in the answer. */
  get length(): number {
    return this.#length;
  }

  /** Everything written so far; valid until the next write. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A text as it is, without quoting. */
  text(text: string): void {
    this.#reserve(text.length * MAX_BYTES_PER_UNIT);
    this.#length += writeText(text, this.#bytes, this.#length);
  }

  /** Bytes as they are. */
  bytes(from: Uint8Array): void {
    this.#reserve(from.length);
    this.#bytes.set(from, this.#length);
    this.#length += from.length;
  }

  /** Bytes that were written before, once more. */
  again(start: number, end: number): void {
    this.#reserve(end - start);
    this.#bytes.copyWithin(this.#length, start, end);
    this.#length += end - start;
  }

  /** Cells with a comma between them, quoted where they must be. */
  cells(cells: readonly Cell[]): void {
    for (let i = 0; i < cells.length; i++) {
      if (i > 0) this.comma();
      const cell = cells[i] ?? null;
      if (cell === null || cell === '') continue;
      if (typeof cell === 'string') this.#textCell(cell);
      else if (typeof cell === 'boolean') this.#textCell(cell ? 'true' : 'false');
      else if (Number.isInteger(cell)) this.#integer(cell);
      else this.#textCell(String(cell));
    }
  }

  /** A cell whose text stands in UTF-8 at `from[start, end)`. */
  cellOf(from: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = start; i < end; i++) {
      const byte = from[i] ?? 0;
      if (byte === QUOTE || byte === COMMA || byte === CR || byte === LF) {
        this.#textCell(textOf(from, start, end));
        return;
      }
      bytes[at++] = byte;
    }
    this.#length = at;
  }

  comma(): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = COMMA;
  }

  endRecord(): void {
    this.#reserve(2);
    this.#bytes[this.#length++] = CR;
    this.#bytes[this.#length++] = LF;
  }

  #textCell(text: string): void {
    this.#reserve(text.length);
    const bytes = this.#bytes;
    const start = this.#length;
    let at = start;
    for (let i = 0; i < text.length; i++) {
      const char = text.charCodeAt(i);
      if (char >= ASCII_END || char === QUOTE || char === COMMA || char === CR || char === LF) {
        this.text(NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
        return;
      }
      bytes[at++] = char;
    }
    this.#length = at;
  }

  /** The decimal digits, from the last to the first. */
  #integer(value: number): void {
    this.#reserve(INTEGER_BYTES);
    const bytes = this.#bytes;
    let rest = value;
    if (rest < 0) {
      bytes[this.#length++] = MINUS;
      rest = -rest;
    }
    let end = this.#length + 1;
    for (let power = 10; power <= rest; power *= 10) end += 1;
    this.#length = end;
    do {
      const tenth = rest < INT32_END ? (rest / 10) | 0 : Math.floor(rest / 10);
      bytes[--end] = DIGIT_0 + (rest - tenth * 10);
      rest = tenth;
    } while (rest > 0);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + bytes));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
