import type { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { RecordReader } from '../csv/record-reader.js';
import { LF, QUOTE, textOf, textStart } from '../csv/text.js';
import { tableError } from '../table/table-error.js';

/** A column of an answer. */
export type AnswerColumn = (typeof RESPONSE_COLUMNS)[number];

/** One record of an answer, valid until the next one is read. */
export interface AnswerRecord {
  /** Whether it belongs to the same student as the previous record: a student's records are consecutive. */
  readonly isOfSameStudent: boolean;
  /** Its bytes including the line end; their owner may overwrite them later. */
  readonly bytes: Uint8Array;
  /** The text of a cell; empty for a column that the answer does not have. */
  text(column: AnswerColumn): string;
  /** A cell of whole dollars or percent; null if it is empty. */
  whole(column: AnswerColumn): number | null;
}

/** A file without these is not an answer. Answers may gain columns, in any place. */
const NEEDED: readonly AnswerColumn[] = ['student_id', 'term_label', 'total_equal_subsidized', 'error'];

/** Reads an answer (CSV, as it came from the service or from here) piece by piece; pieces may end anywhere. */
export class AnswerRecords {
  readonly #onRecord: (record: AnswerRecord) => void;
  #held: Uint8Array = new Uint8Array(0);
  #view: RecordView | null = null;
  #columns: ReadonlyMap<string, number> = new Map();

  constructor(onRecord: (record: AnswerRecord) => void) {
    this.#onRecord = onRecord;
  }

  /** The index of each column, once the header is read. */
  get columns(): ReadonlyMap<string, number> {
    return this.#columns;
  }

  /** @throws TableError for a file that is not an answer. */
  add(piece: Uint8Array): void {
    const bytes = this.#held.length === 0 ? piece : concatenated(this.#held, piece);
    let at = 0;
    if (this.#view === null) {
      const lineEnd = bytes.indexOf(LF);
      if (lineEnd >= 0) {
        this.#columns = columnsOf(bytes.subarray(textStart(bytes), lineEnd));
        this.#view = new RecordView(this.#columns);
      }
      at = lineEnd + 1;
    }
    for (const view = this.#view; view !== null; ) {
      const end = view.read(bytes, at);
      if (end < 0) break;
      this.#onRecord(view);
      at = end;
    }
    // The owner may overwrite the bytes it passed in. Slices of Node's Buffer would not be copies.
    this.#held = new Uint8Array(bytes.subarray(at));
  }

  /** @throws TableError for an answer that is cut off. */
  finish(): void {
    if (this.#view === null || this.#held.length > 0) {
      throw tableError('This is no complete answer: it ends in the middle. Get it again.');
    }
  }
}

function columnsOf(header: Uint8Array): ReadonlyMap<string, number> {
  const names = textOf(header).trim().split(',');
  const columns = new Map(names.map((name, index) => [name, index]));
  const missing = NEEDED.find((name) => !columns.has(name));
  if (missing === undefined) return columns;
  throw tableError(
    `This does not look like an answer of the service or of this program: it has no column "${missing}". Use the file as it came, not one that a spreadsheet has saved again.`,
  );
}

function concatenated(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}

const DIGITS = /^\d+$/;

/** The record of an answer that is being read. One serves all of an answer. */
export class RecordView implements AnswerRecord {
  isOfSameStudent = false;
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;
  #end = 0;
  readonly #columns: ReadonlyMap<string, number>;
  #reader: RecordReader | null = null;
  /** The id of the record before. */
  #id = '';

  constructor(columns: ReadonlyMap<string, number>) {
    this.#columns = columns;
  }

  /**
   * Reads the record that begins at a place, and says where it ends; below 0 where the bytes end before.
   *
   * @throws TableError for another number of cells than the header has.
   */
  read(bytes: Uint8Array, start: number): number {
    if (start >= bytes.length) return -1;
    const width = this.#columns.size;
    if (bytes !== this.#bytes || this.#reader === null) this.#reader = new RecordReader(bytes, width);
    this.#bytes = bytes;
    this.#reader.read(start);
    const { count, end, hasMore, mistake } = this.#reader;
    if (hasMore) throw tableError('A row of the answer has more cells than its header.');
    // The rest of the record may still come: of a quoted cell, or of a line end.
    if (bytes[end - 1] !== LF || (mistake >= 0 && end === bytes.length)) return -1;
    if (mistake >= 0) throw tableError('A row of the answer has a quote in the wrong place.');
    if (count < width) throw tableError('A row of the answer has fewer cells than its header.');
    this.#start = start;
    this.#end = end;
    const id = this.text('student_id').trim();
    this.isOfSameStudent = id !== '' && id === this.#id;
    this.#id = id;
    return end;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#end);
  }

  text(column: AnswerColumn): string {
    const cell = this.#columns.get(column);
    if (cell === undefined || this.#reader === null) return '';
    const { bounds } = this.#reader;
    const [start = 0, end = 0] = [bounds[cell * 2], bounds[cell * 2 + 1]];
    if (start === end) return '';
    const text = textOf(this.#bytes, start, end);
    return this.#bytes[start - 1] === QUOTE ? text.replaceAll('""', '"') : text;
  }

  whole(column: AnswerColumn): number | null {
    const text = this.text(column);
    if (text === '') return null;
    if (!DIGITS.test(text)) throw tableError(`"${text}" is no amount of an answer.`);
    return Number(text);
  }
}
