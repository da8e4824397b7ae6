import { type Cell, errorCells, studentCells, termCells } from '../contract/csv-response.js';
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

export type AnswerWriter = (
  out: ByteWriter,
  rows: StudentRows,
  outcome: StudentOutcome,
  head: ChunkHead,
) => void;

/** An answer rarely has more bytes than this for each byte of its chunk. */
const ANSWER_GROWTH = 2;

/**
 * Calculates one chunk, by default in the format that it asks for: a row for every record in the same order, or a line of
 * JSON for every student. A student who fails does not affect the others. The same bytes give the same answer in any
 * process.
 *
 * @throws Error for bytes that are not a chunk, or an award year without a table.
 */
export function calculateChunk(
  bytes: Uint8Array,
  write: AnswerWriter = writeAnswer,
): ChunkAnswer<ArrayBuffer> {
  const { head, records } = decodeChunk(bytes);
  const places = placesOf(head.rows);
  const table = new CellTable(records, head.columns.length, places.length);
  const rows = new StudentRows(table, head.columns, places);
  const out = new ByteWriter(ANSWER_GROWTH * records.length);
  let students = 0;
  let failedStudents = 0;
  for (let from = 0; from < table.rowCount; ) {
    from = rows.move(from);
    const outcome = outcomeOf(rows, head.awardYear);
    write(out, rows, outcome, head);
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

function writeAnswer(out: ByteWriter, rows: StudentRows, outcome: StudentOutcome, head: ChunkHead): void {
  if (head.format === 'csv') {
    writeRecords(out, rows, outcome, head.escapeFormulas);
    return;
  }
  const id = JSON.stringify(rows.studentId(0));
  const { result, error } = outcome;
  const json = result === null ? 'null' : JSON.stringify(result);
  out.text(`{"student_id":${id},"result":${json},"error":${JSON.stringify(error)}}\n`);
}

/** What a spreadsheet takes for the beginning of a formula, in any width. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

function defused(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Writes one CSV record per row; `escapes` puts an apostrophe before every text that a spreadsheet would run. */
export function writeRecords(
  out: ByteWriter,
  rows: StudentRows,
  { result, error }: StudentOutcome,
  escapes = false,
): void {
  const write = (cells: readonly Cell[]): void => out.cells(escapes ? cells.map(defused) : cells);
  // Cells that are the same on all of a student's records are written once and then copied.
  let studentStart = -1;
  let studentEnd = -1;
  for (let term = 0; term < rows.terms; term++) {
    const termResult = result?.terms[term];
    if (escapes) write([rows.studentId(term)]);
    else rows.writeStudentId(term, out);
    out.comma();
    if (result === null || termResult === undefined) {
      write(errorCells(rows.termLabel(term), error?.message ?? ''));
      out.endRecord();
      continue;
    }
    write(termCells(termResult));
    if (studentStart >= 0) out.again(studentStart, studentEnd);
    else {
      studentStart = out.length;
      out.comma();
      write(studentCells(result));
      out.endRecord();
      studentEnd = out.length;
    }
  }
}
