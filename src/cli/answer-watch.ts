import type { AlikeIds } from '../guessing/alike-ids.js';
import { AnswerRecords } from '../review/answer-records.js';

/** Counts an answer as it passes through, and picks out the students who failed. */
export class AnswerWatch {
  rows = 0;
  students = 0;
  failedRows = 0;
  failedStudents = 0;
  readonly #records: AnswerRecords;

  /**
   * @param onFailed is called for each row of a student who failed.
   * @param ids receives every student id. It needs memory for all of them, so pass it only if it is wanted.
   */
  constructor(onFailed: (id: string, error: string) => void, ids: AlikeIds | null = null) {
    this.#records = new AnswerRecords((record) => {
      const error = record.text('error');
      const isFailed = error !== '';
      this.rows += 1;
      if (isFailed) {
        this.failedRows += 1;
        onFailed(record.text('student_id').trim(), error);
      }
      if (record.isOfSameStudent) return;
      this.students += 1;
      if (isFailed) this.failedStudents += 1;
      ids?.add(record.text('student_id').trim());
    });
  }

  /** Takes a piece, which may end anywhere. @throws TableError for a file that is not an answer. */
  add(piece: Uint8Array): void {
    this.#records.add(piece);
  }

  /** @throws TableError for an answer that is cut off. */
  finish(): void {
    this.#records.finish();
  }
}
