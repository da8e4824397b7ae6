import { HEADER_ROW } from '../../contract/csv-response.js';
import { cutChunk, planChunks } from '../../csv/chunk.js';
import { runChunk } from '../../csv/run-chunk.js';
import type { SplitFile } from '../../csv/split.js';
import { bytesOf } from '../../csv/text.js';
import { BlobWriter } from './blob-writer.js';
import { nextTask } from './next-task.js';

const CHUNK_ROWS = 2000;

/** What became of a file. */
export interface Calculated {
  readonly students: number;
  readonly failedStudents: number;
  /** The answer of the service, byte for byte. */
  readonly answer: Blob;
}

/** What is told while a file is calculated. */
export interface CalculationListener {
  /** The next part of the answer, whole rows of whole students; the header row is none of it. */
  onAnswer(part: Uint8Array<ArrayBuffer>): void;
  /** Rows that were calculated so far, and students among them that failed. */
  onRows(rows: number, failedStudents: number): void;
}

/**
 * Calculates a file that was split, a chunk at a time, and lets messages through in between.
 *
 * @throws the signal's reason.
 */
export async function calculateFile(
  bytes: Uint8Array,
  file: SplitFile,
  { onAnswer, onRows }: CalculationListener,
  signal: AbortSignal,
): Promise<Calculated> {
  const writer = new BlobWriter('text/csv');
  writer.write(bytesOf(HEADER_ROW));
  let rows = 0;
  let students = 0;
  let failedStudents = 0;
  for (const span of planChunks(file, CHUNK_ROWS)) {
    await nextTask();
    signal.throwIfAborted();
    const chunk = cutChunk(bytes, file, span, { format: 'csv', escapeFormulas: false });
    const { body, ...counts } = runChunk(chunk);
    // Without the spare room that the answer was written in.
    const part = body.slice();
    writer.write(part);
    rows += span.to - span.from;
    students += counts.students;
    failedStudents += counts.failedStudents;
    onAnswer(part);
    onRows(rows, failedStudents);
  }
  return { students, failedStudents, answer: writer.blob() };
}
