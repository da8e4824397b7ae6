import { stringify } from 'csv-stringify/sync';
import { errorCells, studentCells, termCells } from '../contract/csv-response.js';
import type { ByteWriter } from './byte-writer.js';
import { type AnswerWriter, calculateChunk, type StudentOutcome, writeRecords } from './calculate-chunk.js';
import type { ChunkAnswer, ChunkHead } from './chunk.js';
import type { StudentRows } from './student-rows.js';

/**
 * Calculates one chunk in its format: a row for every record in the same order, or a line of JSON for every
 * student. @throws like {@link calculateChunk}
 */
export function runChunk(bytes: Uint8Array): ChunkAnswer<ArrayBuffer> {
  return calculateChunk(bytes, writerFor);
}

function writerFor({ format, escapeFormulas }: ChunkHead): AnswerWriter {
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
    const record = stringify([[rows.studentId(term), ...cells]], {
      cast: { boolean: String },
      record_delimiter: '\r\n',
      // Otherwise a cell containing only a line feed or a carriage return would not be quoted.
      quote_record_delimiter: true,
      escape_formulas: true,
    });
    out.text(record);
  }
}

function writeLine(out: ByteWriter, rows: StudentRows, { result, error }: StudentOutcome): void {
  const id = JSON.stringify(rows.studentId(0));
  const json = result === null ? 'null' : JSON.stringify(result);
  out.text(`{"student_id":${id},"result":${json},"error":${JSON.stringify(error)}}\n`);
}
