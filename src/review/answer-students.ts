import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import type { DisbursementOption } from '../engine/answer-format.js';
import { type AnswerColumn, type AnswerRecord, AnswerRecords, RecordView } from './answer-records.js';
import { ANNUAL, loansOf } from './loan-sums.js';

/** The cells of one row. */
export type AnswerRow = Readonly<Record<AnswerColumn, string>>;

const PIECE_BYTES = 1024 * 1024;

/** Reads an answer student by student. */
export class AnswerStudents {
  readonly #onStudent: (student: AnswerStudent) => void;
  readonly #records: AnswerRecords;
  #open: { readonly id: string; readonly isFailed: boolean; readonly annual: DisbursementOption } | null =
    null;
  /** Memory for the bytes of many students, so that each of them does not need its own. */
  #memory = new Uint8Array(0);
  #used = 0;
  #start = 0;

  constructor(onStudent: (student: AnswerStudent) => void) {
    this.#onStudent = onStudent;
    this.#records = new AnswerRecords((record) => this.#take(record));
  }

  /** @throws TableError for a file that is not an answer. */
  add(piece: Uint8Array): void {
    this.#records.add(piece);
  }

  /** @throws TableError for an answer that ends in the middle. */
  finish(): void {
    this.#records.finish();
    this.#close();
  }

  #take(record: AnswerRecord): void {
    if (!record.isOfSameStudent) {
      this.#close();
      const id = record.text('student_id').trim();
      this.#open = { id, isFailed: record.text('error') !== '', annual: loansOf(record, ANNUAL) };
    }
    this.#keep(record.bytes);
  }

  #keep(bytes: Uint8Array): void {
    if (this.#used + bytes.length > this.#memory.length) {
      const begun = this.#memory.subarray(this.#start, this.#used);
      this.#memory = new Uint8Array(Math.max(PIECE_BYTES, (begun.length + bytes.length) * 2));
      this.#memory.set(begun);
      this.#used = begun.length;
      this.#start = 0;
    }
    this.#memory.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  #close(): void {
    if (this.#open === null) return;
    const place = { memory: this.#memory, start: this.#start, end: this.#used };
    this.#start = this.#used;
    this.#onStudent(new AnswerStudent(this.#open, place, this.#records.columns));
    this.#open = null;
  }
}

interface Place {
  readonly memory: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** One student of an answer, kept as bytes. */
export class AnswerStudent {
  readonly id: string;
  readonly isFailed: boolean;
  /** The annual limits; 0 if the student failed. */
  readonly annual: DisbursementOption;
  readonly #place: Place;
  readonly #columns: ReadonlyMap<string, number>;

  constructor(
    { id, isFailed, annual }: Pick<AnswerStudent, 'id' | 'isFailed' | 'annual'>,
    place: Place,
    columns: ReadonlyMap<string, number>,
  ) {
    this.id = id;
    this.isFailed = isFailed;
    this.annual = annual;
    this.#place = place;
    this.#columns = columns;
  }

  /** Whether the rows of another answer have the same bytes. */
  isSame(other: AnswerStudent): boolean {
    const [one, two] = [this.#bytes(), other.#bytes()];
    return one.length === two.length && one.every((byte, index) => byte === two[index]);
  }

  /** The student's rows. */
  rows(): readonly AnswerRow[] {
    const bytes = this.#bytes();
    const view = new RecordView(this.#columns);
    const rows: AnswerRow[] = [];
    for (let at = 0; at < bytes.length; ) {
      at = view.read(bytes, at);
      rows.push(rowOf(view));
    }
    return rows;
  }

  #bytes(): Uint8Array {
    const { memory, start, end } = this.#place;
    return memory.subarray(start, end);
  }
}

function rowOf(record: AnswerRecord): AnswerRow {
  // The columns of the loop are those of the type, which the type of `fromEntries` cannot tell.
  return Object.fromEntries(RESPONSE_COLUMNS.map((column) => [column, record.text(column)])) as Record<
    AnswerColumn,
    string
  >;
}
