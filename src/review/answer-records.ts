import type { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { COMMA, CR, LF, QUOTE } from '../csv/ascii.js';
import { textOf, textStart } from '../csv/text.js';
import { recipeError } from '../recipe/recipe-error.js';

/** A column of an answer. */
export type AnswerColumn = (typeof RESPONSE_COLUMNS)[number];

/** One record of an answer, valid until the next one is read. */
export interface AnswerRecord {
  /** The bytes that the record stands in. */
  readonly bytes: Uint8Array;
  /** Offset of its first byte. */
  readonly start: number;
  /** Offset behind its line end. */
  readonly end: number;
  /** The text of a cell; empty for a column that the answer does not have. */
  text(column: AnswerColumn): string;
  /** A cell of whole dollars or percent; null where it is empty. */
  whole(column: AnswerColumn): number | null;
}

/** Without these a file is no answer. Columns may be added to answers, and stand anywhere. */
const NEEDED: readonly AnswerColumn[] = ['student_id', 'term_label', 'total_equal_subsidized', 'error'];

/** Reads an answer (CSV, as it came from the service or from here) piece by piece; pieces may end anywhere. */
export class AnswerRecords {
  readonly #onRecord: (record: AnswerRecord) => void;
  #held: Uint8Array = new Uint8Array(0);
  #columns: ReadonlyMap<string, number> | null = null;
  #bounds = new Int32Array(0);
  #cells = 0;

  constructor(onRecord: (record: AnswerRecord) => void) {
    this.#onRecord = onRecord;
  }

  /** @throws RecipeError for what is no answer. */
  add(piece: Uint8Array): void {
    const bytes = this.#held.length === 0 ? piece : concatenated(this.#held, piece);
    let at = this.#columns === null ? this.#readHeader(bytes) : 0;
    for (let end = at; this.#columns !== null; at = end) {
      end = this.#readRecord(bytes, at);
      if (end < 0) break;
      this.#onRecord(new RecordView(bytes, at, end, this.#columns, this.#bounds));
    }
    // What is handed in may be written over by its owner.
    this.#held = bytes.slice(at);
  }

  /** @throws RecipeError for an answer that ends in the middle. */
  finish(): void {
    if (this.#columns === null || this.#held.length > 0) {
      throw recipeError('This is no complete answer: it ends in the middle. Get it again.');
    }
  }

  #readHeader(bytes: Uint8Array): number {
    const lineEnd = bytes.indexOf(LF);
    if (lineEnd < 0) return 0;
    const names = textOf(bytes, textStart(bytes), lineEnd).trim().split(',');
    const columns = new Map(names.map((name, index) => [name, index]));
    const missing = NEEDED.find((name) => !columns.has(name));
    if (missing !== undefined) {
      throw recipeError(
        `This is no answer as the service or this program writes it: it has no column "${missing}". Take the file as it came, not saved again by a spreadsheet.`,
      );
    }
    this.#columns = columns;
    this.#bounds = new Int32Array(names.length * 2);
    this.#cells = names.length;
    return lineEnd + 1;
  }

  /** Finds the cells of a record and says where it ends; below 0 where the bytes end before. */
  #readRecord(bytes: Uint8Array, start: number): number {
    const bounds = this.#bounds;
    const { length } = bytes;
    let at = start;
    for (let cell = 0; at < length; cell++) {
      if (cell === this.#cells) throw recipeError('A row of the answer has more cells than its header.');
      let from = at;
      if (bytes[at] === QUOTE) {
        from = at + 1;
        for (at = from; at < length && (bytes[at] !== QUOTE || bytes[at + 1] === QUOTE); at++) {
          if (bytes[at] === QUOTE) at += 1;
        }
        bounds[cell * 2] = from;
        bounds[cell * 2 + 1] = at;
        at += bytes[at + 1] === CR ? 2 : 1;
      } else {
        while (at < length && bytes[at] !== COMMA && bytes[at] !== LF) at += 1;
        bounds[cell * 2] = from;
        bounds[cell * 2 + 1] = bytes[at] === LF && at > from && bytes[at - 1] === CR ? at - 1 : at;
      }
      if (at >= length) return -1;
      at += 1;
      if (bytes[at - 1] !== LF) continue;
      if (cell + 1 < this.#cells) throw recipeError('A row of the answer has fewer cells than its header.');
      return at;
    }
    return -1;
  }
}

class RecordView implements AnswerRecord {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #bounds: Int32Array;

  constructor(
    bytes: Uint8Array,
    start: number,
    end: number,
    columns: ReadonlyMap<string, number>,
    bounds: Int32Array,
  ) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.#columns = columns;
    this.#bounds = bounds;
  }

  text(column: AnswerColumn): string {
    const index = this.#columns.get(column);
    if (index === undefined) return '';
    const start = this.#bounds[index * 2] ?? 0;
    const text = textOf(this.bytes, start, this.#bounds[index * 2 + 1]);
    return this.bytes[start - 1] === QUOTE ? text.replaceAll('""', '"') : text;
  }

  whole(column: AnswerColumn): number | null {
    const text = this.text(column);
    return text === '' ? null : Number(text);
  }
}

function concatenated(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}
