import { errorCells, studentCells, termCells } from '../contract/csv-response.js';
import type { ErrorBody } from '../contract/errors.js';
import type { CalculationResult } from '../engine/student.js';
import type { ByteWriter } from './byte-writer.js';
import type { StudentRows } from './student-rows.js';

/** The outcome for one student: a result, or why there is none. */
export type StudentOutcome =
  | { readonly result: CalculationResult; readonly error: null }
  | { readonly result: null; readonly error: ErrorBody };

/** Writes a student's part of the response. */
export type AnswerWriter = (out: ByteWriter, rows: StudentRows, outcome: StudentOutcome) => void;

/** Writes one record per row. */
export function writeRecords(out: ByteWriter, rows: StudentRows, { result, error }: StudentOutcome): void {
  // Cells that are the same on all of a student's records are written once and then copied.
  let studentStart = -1;
  let studentEnd = -1;
  for (let term = 0; term < rows.terms; term++) {
    const termResult = result?.terms[term];
    rows.writeStudentId(term, out);
    out.comma();
    if (result === null || termResult === undefined) {
      out.cells(errorCells(rows.termLabel(term), error?.message ?? ''));
      out.endRecord();
      continue;
    }
    out.cells(termCells(termResult));
    if (studentStart >= 0) out.again(studentStart, studentEnd);
    else {
      studentStart = out.length;
      out.comma();
      out.cells(studentCells(result));
      out.endRecord();
      studentEnd = out.length;
    }
  }
}
