import { rowErrors } from '../../contract/csv-errors.js';
import type { ColumnIndexes, CsvRow, RowReader } from '../../contract/csv-request.js';
import { errorCells, studentCells, termCells } from '../../contract/csv-response.js';
import type { ErrorBody } from '../../contract/errors.js';
import { type FieldErrors, readKnownFields } from '../../contract/read-student.js';
import { resultJson } from '../../contract/result.js';
import { calculate } from '../../engine/calculate.js';
import type { CalculationResult, Student } from '../../engine/student.js';
import type { CellTable } from './cell-table.js';
import type { ChunkHead, SliceHead } from './chunk-format.js';
import { escapedRecord } from './csv-text.js';
import { SliceWriter } from './slice-writer.js';

/** What became of one student: a result, or why there is none. */
type Outcome =
  | { readonly result: CalculationResult; readonly error: null }
  | { readonly result: null; readonly error: ErrorBody };

/** Calculates students and writes their part of the slice, in the format that the chunk asks for. */
export class Answers {
  readonly #head: ChunkHead;
  readonly #reader: RowReader;
  readonly #out = new SliceWriter();
  #students = 0;
  #failedStudents = 0;

  constructor(head: ChunkHead, reader: RowReader) {
    this.#head = head;
    this.#reader = reader;
  }

  counts(): SliceHead {
    return { students: this.#students, failedStudents: this.#failedStudents };
  }

  written(): Buffer {
    return this.#out.written();
  }

  /** Answers the student of these rows, all rows of the student in file order. */
  fromRows(rows: readonly CsvRow[]): void {
    const { body, disagreements } = this.#reader.request(rows);
    const reading = readKnownFields(body);
    if (reading.ok && disagreements.length === 0) {
      this.#answer(rows, { result: calculate(reading.student), error: null });
      return;
    }
    const fieldErrors: FieldErrors = reading.ok ? {} : reading.fieldErrors;
    this.#answer(rows, { result: null, error: rowErrors(fieldErrors, disagreements, rows) });
  }

  /** Answers a student whose rows begin at `from` in the table and whose id and label cells need no quotes. */
  fromTable(student: Student, table: CellTable, from: number, indexes: ColumnIndexes): void {
    const result = calculate(student);
    const { format, escapeFormulas } = this.#head;
    if (format !== 'csv' || escapeFormulas) {
      this.#answer(table.rows(from, from + student.terms.length), { result, error: null });
      return;
    }
    this.#students += 1;
    const out = this.#out;
    const tail = new StudentTail(out, result);
    let row = from;
    for (const term of result.terms) {
      if (table.isBlank(row, indexes.studentId)) out.text(`row:${table.rowNumber(row)}`);
      else out.raw(table.bytes, table.start(row, indexes.studentId), table.end(row, indexes.studentId));
      out.comma();
      out.raw(
        table.bytes,
        table.start(row, indexes.term.term_label),
        table.end(row, indexes.term.term_label),
      );
      out.comma();
      out.cells(termCells(term));
      tail.write();
      row += 1;
    }
  }

  #answer(rows: readonly CsvRow[], outcome: Outcome): void {
    this.#students += 1;
    if (outcome.error !== null) this.#failedStudents += 1;
    if (this.#head.format === 'ndjson') this.#out.text(ndjsonLine(rows, outcome, this.#reader));
    else if (this.#head.escapeFormulas) this.#writeEscaped(rows, outcome);
    else this.#writeRecords(rows, outcome);
  }

  #writeRecords(rows: readonly CsvRow[], { result, error }: Outcome): void {
    const out = this.#out;
    const tail = result === null ? null : new StudentTail(out, result);
    for (const [index, row] of rows.entries()) {
      const id = this.#reader.studentId(row);
      const label = this.#reader.termLabel(row);
      const term = result?.terms[index];
      if (term === undefined || tail === null) {
        out.cells(errorCells(id, label, error?.message ?? ''));
        out.endRecord();
      } else {
        out.cells([id, label]);
        out.comma();
        out.cells(termCells(term));
        tail.write();
      }
    }
  }

  #writeEscaped(rows: readonly CsvRow[], { result, error }: Outcome): void {
    for (const [index, row] of rows.entries()) {
      const id = this.#reader.studentId(row);
      const label = this.#reader.termLabel(row);
      const term = result?.terms[index];
      const cells =
        result === null || term === undefined
          ? errorCells(id, label, error?.message ?? '')
          : [id, label, ...termCells(term), ...studentCells(result)];
      this.#out.text(escapedRecord(cells));
    }
  }
}

/** The end of each of a student's records: the cells that are the same on all of them, made once. */
class StudentTail {
  readonly #out: SliceWriter;
  readonly #result: CalculationResult;
  #start = -1;
  #end = -1;

  constructor(out: SliceWriter, result: CalculationResult) {
    this.#out = out;
    this.#result = result;
  }

  write(): void {
    if (this.#start >= 0) {
      this.#out.again(this.#start, this.#end);
      return;
    }
    this.#start = this.#out.length;
    this.#out.comma();
    this.#out.cells(studentCells(this.#result));
    this.#out.endRecord();
    this.#end = this.#out.length;
  }
}

/** One BulkResult: `student_id`, `result`, `error`. */
function ndjsonLine(rows: readonly CsvRow[], { result, error }: Outcome, reader: RowReader): string {
  const [first] = rows;
  const id = JSON.stringify(first === undefined ? '' : reader.studentId(first));
  return `{"student_id":${id},"result":${result === null ? 'null' : resultJson(result)},"error":${JSON.stringify(error)}}\n`;
}
