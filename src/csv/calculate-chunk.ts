import { errorCells, studentCells, termCells } from '../contract/csv-response.js';
import type { ErrorBody } from '../contract/errors.js';
import { readStudent } from '../contract/read-student.js';
import { rowErrors } from '../contract/row-errors.js';
import type { CalculationResult } from '../engine/answer-format.js';
import { calculate } from '../engine/calculate.js';
import { ByteWriter } from './byte-writer.js';
import { CellTable } from './cell-table.js';
import { type ChunkAnswer, type ChunkHead, decodeChunk } from './chunk.js';
import { type RowPlace, StudentRows } from './student-rows.js';

export type StudentOutcome =
  | { readonly result: CalculationResult; readonly error: null }
  | { readonly result: null; readonly error: ErrorBody };

export type AnswerWriter = (out: ByteWriter, rows: StudentRows, outcome: StudentOutcome) => void;

/** An answer rarely has more bytes than this for each byte of its chunk. */
const ANSWER_GROWTH = 2;

/**
 * Calculates one chunk, and writes each student's part of the response with the writer for its head. A
 * failing student does not affect others. The same bytes give the same answer in any process.
 * @throws Error for bytes that are not a chunk, or an award year without a table.
 */
export function calculateChunk(
  bytes: Uint8Array,
  writerFor: (head: ChunkHead) => AnswerWriter,
): ChunkAnswer<ArrayBuffer> {
  const { head, records } = decodeChunk(bytes);
  const places = placesOf(head.rows);
  const table = new CellTable(records, head.columns.length, places.length);
  const rows = new StudentRows(table, head.columns, places);
  const out = new ByteWriter(ANSWER_GROWTH * records.length);
  const write = writerFor(head);
  let students = 0;
  let failedStudents = 0;
  for (let from = 0; from < table.rowCount; ) {
    from = rows.move(from);
    const outcome = outcomeOf(rows, head.awardYear);
    write(out, rows, outcome);
    students += 1;
    if (outcome.error !== null) failedStudents += 1;
  }
  return { students, failedStudents, body: out.written() };
}

function outcomeOf(rows: StudentRows, awardYear: string): StudentOutcome {
  const reading = readStudent(rows, awardYear);
  if (reading.ok) return { result: calculate(reading.student, awardYear), error: null };
  return { result: null, error: rowErrors(reading.failures, rows.rowNumbers()) };
}

function placesOf(runs: ChunkHead['rows']): readonly RowPlace[] {
  const places: RowPlace[] = [];
  for (const [dataRow, row, count] of runs) {
    for (let nth = 0; nth < count; nth++) places.push({ dataRow: dataRow + nth, row: row + nth });
  }
  return places;
}

/** Writes one CSV record per row. */
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
