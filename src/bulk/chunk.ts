import { readHeader } from '../contract/csv-columns.js';
import { rowErrors } from '../contract/csv-errors.js';
import { type CsvRow, RowReader } from '../contract/csv-request.js';
import { errorRow, resultRow } from '../contract/csv-response.js';
import type { ErrorBody } from '../contract/errors.js';
import { type FieldErrors, readStudent } from '../contract/read-student.js';
import { resultJson } from '../contract/result.js';
import { calculate } from '../engine/calculate.js';
import type { CalculationResult } from '../engine/student.js';
import { type ChunkHead, decodeChunk, encodeSlice } from './chunk-format.js';
import { readRecords, writeEscapedRecord, writeRecord } from './csv-text.js';

/** What became of one student: a result, or why there is none. */
type Outcome =
  | { readonly result: CalculationResult; readonly error: null }
  | { readonly result: null; readonly error: ErrorBody };

/**
 * Calculates one chunk: the raw records of whole students in, their part of the response out, one row per
 * record in the same order (or one line per student for NDJSON). A student who fails fails alone.
 *
 * Pure: the same bytes in give the same bytes out, in any process.
 *
 * @throws Error for bytes that the splitter did not make.
 */
export function runChunk(bytes: Uint8Array): Uint8Array {
  const { head, records } = decodeChunk(bytes);
  const reader = new RowReader(readHeader(head.columns));
  const write = writerFor(head, reader);
  const rows = numberedRows(readRecords(records), head.rows);
  let text = '';
  let students = 0;
  let failedStudents = 0;
  for (let from = 0; from < rows.length; ) {
    const to = endOfStudent(rows, from, reader);
    const own = rows.slice(from, to);
    const outcome = calculateRows(own, reader);
    text += write(own, outcome);
    students += 1;
    if (outcome.error !== null) failedStudents += 1;
    from = to;
  }
  return encodeSlice({ students, failedStudents }, text);
}

function numberedRows(records: readonly string[][], runs: ChunkHead['rows']): CsvRow[] {
  const rows: CsvRow[] = [];
  for (const [first, count] of runs) {
    for (let row = first; row < first + count; row++) {
      const cells = records[rows.length];
      if (cells === undefined) throw new Error('A chunk has fewer records than row numbers.');
      rows.push({ cells, row });
    }
  }
  if (rows.length !== records.length) throw new Error('A chunk has more records than row numbers.');
  return rows;
}

function endOfStudent(rows: readonly CsvRow[], from: number, reader: RowReader): number {
  for (let end = from + 1; ; end++) {
    const [row, before] = [rows[end], rows[end - 1]];
    if (row === undefined || before === undefined || !reader.isSameStudent(row, before)) return end;
  }
}

function calculateRows(rows: readonly CsvRow[], reader: RowReader): Outcome {
  const { body, disagreements } = reader.request(rows);
  const reading = readStudent(body);
  if (reading.ok && disagreements.length === 0) return { result: calculate(reading.student), error: null };
  const fieldErrors: FieldErrors = reading.ok ? {} : reading.fieldErrors;
  return { result: null, error: rowErrors(fieldErrors, disagreements, rows) };
}

type Writer = (rows: readonly CsvRow[], outcome: Outcome) => string;

function writerFor({ format, escapeFormulas }: ChunkHead, reader: RowReader): Writer {
  if (format === 'ndjson') return (rows, outcome) => ndjsonLine(rows, outcome, reader);
  const writeRow = escapeFormulas ? writeEscapedRecord : writeRecord;
  return (rows, { result, error }) => {
    let text = '';
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const term = result?.terms[i];
      if (row === undefined) continue;
      const [id, label] = [reader.studentId(row), reader.termLabel(row)];
      text += writeRow(
        result === null || term === undefined
          ? errorRow(id, label, error?.message ?? '')
          : resultRow(id, label, term, result),
      );
    }
    return text;
  };
}

/** One BulkResult: `student_id`, `result`, `error`. */
function ndjsonLine(rows: readonly CsvRow[], { result, error }: Outcome, reader: RowReader): string {
  const [first] = rows;
  const id = JSON.stringify(first === undefined ? '' : reader.studentId(first));
  return `{"student_id":${id},"result":${result === null ? 'null' : resultJson(result)},"error":${JSON.stringify(error)}}\n`;
}
