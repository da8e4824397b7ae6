import { stringify } from 'csv-stringify/sync';
import { type Cell, errorCells, studentCells, termCells } from '../contract/csv-response.js';
import type { ByteWriter } from './byte-writer.js';
import type { ChunkHead } from './chunk.js';
import { type AnswerWriter, type StudentOutcome, writeRecords } from './record-writer.js';
import type { StudentRows } from './student-rows.js';

/** The writer for the output that a chunk asks for. */
export function answerWriter({
  format,
  escapeFormulas,
}: Pick<ChunkHead, 'format' | 'escapeFormulas'>): AnswerWriter {
  if (format === 'ndjson') return writeLine;
  return escapeFormulas ? writeEscapedRecords : writeRecords;
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
  const json = result === null ? 'null' : JSON.stringify(result);
  out.text(`{"student_id":${id},"result":${json},"error":${JSON.stringify(error)}}\n`);
}
