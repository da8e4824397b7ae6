import { RecordReader } from '../csv/record-reader.js';
import { isTrimmed, LF, QUOTE, textOf } from '../csv/text.js';
import { tableError } from '../table/table-error.js';
import type { AnswerColumn, AnswerRecord } from './answer-records.js';

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const NOTHING = new Uint8Array(0);

/** The record of an answer that is being read. One serves all of an answer. */
export class RecordView implements AnswerRecord {
  isOfSameStudent = false;
  #bytes: Uint8Array = NOTHING;
  #start = 0;
  #end = 0;
  readonly #columns: ReadonlyMap<string, number>;
  #reader: RecordReader;
  /** The id of the record before. */
  #id: Uint8Array = NOTHING;

  constructor(columns: ReadonlyMap<string, number>) {
    this.#columns = columns;
    this.#reader = new RecordReader(NOTHING, columns.size);
  }

  /**
   * Reads the record that begins at a place, and says where it ends; below 0 where the bytes end before.
   *
   * @throws TableError for another number of cells than the header has.
   */
  read(bytes: Uint8Array, start: number): number {
    if (start >= bytes.length) return -1;
    if (bytes !== this.#bytes) this.#reader = new RecordReader(bytes, this.#columns.size);
    this.#bytes = bytes;
    const reader = this.#reader;
    reader.read(start);
    const { bounds, count, end, hasMore, mistake } = reader;
    if (hasMore) throw tableError('A row of the answer has more cells than its header.');
    // The rest of the record may still come: of a quoted cell, or of a line end.
    if (bytes[end - 1] !== LF || (mistake >= 0 && end === bytes.length)) return -1;
    if (mistake >= 0) throw tableError('A row of the answer has a quote in the wrong place.');
    if (count < this.#columns.size) throw tableError('A row of the answer has fewer cells than its header.');
    this.#start = start;
    this.#end = end;
    const cell = (this.#columns.get('student_id') ?? 0) * 2;
    const id = bytes.subarray(bounds[cell], bounds[cell + 1]);
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
    this.#reader = new RecordReader(NOTHING, this.#columns.size);
    this.#id = new Uint8Array(this.#id);
  }

  text(column: AnswerColumn): string {
    const cell = this.#columns.get(column);
    if (cell === undefined) return '';
    const start = this.#reader.bounds[cell * 2] ?? 0;
    const end = this.#reader.bounds[cell * 2 + 1] ?? 0;
    if (start === end) return '';
    const text = textOf(this.#bytes, start, end);
    return this.#bytes[start - 1] === QUOTE ? text.replaceAll('""', '"') : text;
  }

  whole(column: AnswerColumn): number | null {
    const cell = this.#columns.get(column) ?? -1;
    const start = this.#reader.bounds[cell * 2] ?? 0;
    const end = this.#reader.bounds[cell * 2 + 1] ?? 0;
    if (start === end) return null;
    let value = 0;
    for (let at = start; at < end; at++) {
      const byte = this.#bytes[at] ?? 0;
      if (byte < DIGIT_0 || byte > DIGIT_9)
        throw tableError(`"${this.text(column)}" is no amount of an answer.`);
      value = value * 10 + (byte - DIGIT_0);
    }
    return value;
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
