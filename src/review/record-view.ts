import { COMMA, CR, isTrimmed, LF, QUOTE, textOf } from '../csv/text.js';
import { recipeError } from '../recipe/recipe-error.js';
import type { AnswerColumn, AnswerRecord } from './answer-records.js';

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const NOTHING = new Uint8Array(0);

/** The record of an answer that is being read: the places of its cells in the bytes. One serves all of an answer. */
export class RecordView implements AnswerRecord {
  isOfSameStudent = false;
  #bytes: Uint8Array = NOTHING;
  #start = 0;
  #end = 0;
  readonly #columns: ReadonlyMap<string, number>;
  /** For each cell its first byte and the one behind its last, quotes left out. */
  readonly #bounds: Int32Array;
  /** The id of the record before. */
  #id: Uint8Array = NOTHING;

  constructor(columns: ReadonlyMap<string, number>) {
    this.#columns = columns;
    this.#bounds = new Int32Array(columns.size * 2);
  }

  /**
   * Reads the record that begins at a place, and says where it ends; below 0 where the bytes end before.
   *
   * @throws RecipeError for another number of cells than the header has.
   */
  read(bytes: Uint8Array, start: number): number {
    const end = this.#findCells(bytes, start);
    if (end < 0) return end;
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    const cell = (this.#columns.get('student_id') ?? 0) * 2;
    const id = bytes.subarray(this.#bounds[cell], this.#bounds[cell + 1]);
    this.isOfSameStudent = isSameId(id, this.#id);
    this.#id = id;
    return end;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#end);
  }

  /** Keeps nothing of the bytes, which may be written over. */
  release(): void {
    this.#bytes = NOTHING;
    this.#id = new Uint8Array(this.#id);
  }

  text(column: AnswerColumn): string {
    const cell = this.#columns.get(column);
    if (cell === undefined) return '';
    const start = this.#bounds[cell * 2] ?? 0;
    const end = this.#bounds[cell * 2 + 1] ?? 0;
    if (start === end) return '';
    const text = textOf(this.#bytes, start, end);
    return this.#bytes[start - 1] === QUOTE ? text.replaceAll('""', '"') : text;
  }

  whole(column: AnswerColumn): number | null {
    const cell = this.#columns.get(column) ?? -1;
    const start = this.#bounds[cell * 2] ?? 0;
    const end = this.#bounds[cell * 2 + 1] ?? 0;
    if (start === end) return null;
    let value = 0;
    for (let at = start; at < end; at++) {
      const byte = this.#bytes[at] ?? 0;
      if (byte < DIGIT_0 || byte > DIGIT_9)
        throw recipeError(`"${this.text(column)}" is no amount of an answer.`);
      value = value * 10 + (byte - DIGIT_0);
    }
    return value;
  }

  #findCells(bytes: Uint8Array, start: number): number {
    const bounds = this.#bounds;
    const { length } = bytes;
    let at = start;
    for (let next = 0; at < length; ) {
      if (next === bounds.length) throw recipeError('A row of the answer has more cells than its header.');
      const isQuoted = bytes[at] === QUOTE;
      const from = isQuoted ? at + 1 : at;
      let to = from;
      if (isQuoted) {
        while (to < length && (bytes[to] !== QUOTE || bytes[to + 1] === QUOTE))
          to += bytes[to] === QUOTE ? 2 : 1;
        at = bytes[to + 1] === CR ? to + 2 : to + 1;
      } else {
        while (at < length && bytes[at] !== COMMA && bytes[at] !== LF) at += 1;
        to = bytes[at] === LF && at > from && bytes[at - 1] === CR ? at - 1 : at;
      }
      if (at >= length) return -1;
      bounds[next] = from;
      bounds[next + 1] = to;
      next += 2;
      at += 1;
      if (bytes[at - 1] !== LF) continue;
      if (next < bounds.length) throw recipeError('A row of the answer has fewer cells than its header.');
      return at;
    }
    return -1;
  }
}

/** Ids are the same without the blanks around them. */
function isSameId(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length === 0 || other.length === 0) return false;
  if (isTrimmed(one, 0, one.length) && isTrimmed(other, 0, other.length)) {
    return one.length === other.length && one.every((byte, index) => byte === other[index]);
  }
  const id = textOf(one).trim();
  return id !== '' && id === textOf(other).trim();
}
