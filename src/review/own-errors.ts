import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { ByteWriter } from '../csv/byte-writer.js';
import { type AnswerRecord, AnswerRecords } from './answer-records.js';
import type { FailureGroups } from './failure-groups.js';

/**
 * Passes an answer on with its errors in the terms of the file that ours was made of: its columns, and its rows. All other cells keep
 * their bytes.
 */
export class OwnErrors {
  readonly #failed: FailureGroups;
  readonly #records = new AnswerRecords((record) => this.#take(record));
  #hasHeader = false;
  #out = new ByteWriter();

  /** `failed` has the students of the answer who failed, explained. */
  constructor(failed: FailureGroups) {
    this.#failed = failed;
  }

  /**
   * Takes a piece, which may end anywhere, and gives what can be passed on.
   *
   * @throws TableError for a file that is not an answer.
   */
  add(piece: Uint8Array): Uint8Array<ArrayBuffer> {
    this.#out = new ByteWriter();
    this.#records.add(piece);
    return this.#out.written().slice();
  }

  /** @throws TableError for an answer that ends in the middle. */
  finish(): void {
    this.#records.finish();
  }

  #take(record: AnswerRecord): void {
    if (!this.#hasHeader) this.#write(RESPONSE_COLUMNS);
    this.#hasHeader = true;
    const error = record.text('error');
    if (error === '') {
      this.#out.bytes(record.bytes);
      return;
    }
    const own = this.#failed.answerErrorOf(record.text('student_id').trim()) ?? error;
    this.#write(RESPONSE_COLUMNS.map((column) => (column === 'error' ? own : record.text(column))));
  }

  #write(cells: readonly string[]): void {
    this.#out.cells(cells);
    this.#out.endRecord();
  }
}
