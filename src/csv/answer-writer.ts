import { stringify } from 'csv-stringify/sync';
import { type Cell, errorCells, studentCells, termCells } from '../contract/csv-response.js';
import type { ErrorBody } from '../contract/errors.js';
import { resultJson } from '../contract/result-json.js';
import type { CalculationResult } from '../engine/student.js';
import type { ByteWriter } from './byte-writer.js';
import type { ChunkHead } from './chunk.js';
import type { StudentRows } from './student-rows.js';

/** The outcome for one student: a result, or why there is none. */
export type StudentOutcome =
  | { readonly result: CalculationResult; readonly error: null }
  | { readonly result: null; readonly error: ErrorBody };

/** Writes a student's part of the response. */
export type AnswerWriter = (out: ByteWriter, rows: StudentRows, outcome: StudentOutcome) => void;

/** The writer for the output that a chunk asks for. */
export function answerWriter({
  format,
  escapeFormulas,
}: Pick<ChunkHead, 'format' | 'escapeFormulas'>): AnswerWriter {
  if (format === 'ndjson') return writeLine;
  return escapeFormulas ? writeEscapedRecords : writeRecords;
}

/** Writes one record per row. */
function writeRecords(out: ByteWriter, rows: StudentRows, { result, error }: StudentOutcome): void {
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

/** {@link writeRecords} with an apostrophe before every text that a spreadsheet would take for a formula. */
function writeEscapedRecords(out: ByteWriter, rows: StudentRows, { result, error }: StudentOutcome): void {
  for (let term = 0; term < rows.terms; term++) {
    const termResult = result?.terms[term];
    const cells =
      result === null || termResult === undefined
        ? errorCells(rows.termLabel(term), error?.message ?? '')
        : [...termCells(termResult), ...studentCells(result)];
    out.text(escapedRecord([rows.studentId(term), ...cells]));
  }
}

function escapedRecord(cells: readonly Cell[]): string {
  return stringify([cells], {
    cast: { boolean: String },
    record_delimiter: '\r\n',
    // Otherwise a cell containing only a line feed or a carriage return would not be quoted.
    quote_record_delimiter: true,
    escape_formulas: true,
  });
}

/** Writes one BulkResult as a line. */
function writeLine(out: ByteWriter, rows: StudentRows, { result, error }: StudentOutcome): void {
  const id = JSON.stringify(rows.studentId(0));
  const json = result === null ? 'null' : resultJson(result);
  out.text(`{"student_id":${id},"result":${json},"error":${JSON.stringify(error)}}\n`);
}
