import { HEADER_ROW } from '../../../contract/csv-response.js';
import { calculateChunk, writeRecords } from '../../../csv/calculate-chunk.js';
import { cutChunk, planChunks } from '../../../csv/chunk.js';
import type { SplitFile } from '../../../csv/split.js';
import { bytesOf } from '../../../csv/text.js';
import { BlobWriter, nextTask } from './blobs.js';
import type { Call } from './outcome.js';

const CHUNK_ROWS = 2000;

/**
 * Calculates a split file, one chunk at a time, and lets messages through in between. `onAnswer` receives each part of the
 * answer: the header row, then whole rows of whole students.
 *
 * @returns the same answer as the service, byte for byte.
 * @throws the signal's reason.
 */
export async function calculateFile(
  bytes: Uint8Array,
  file: SplitFile,
  awardYear: string,
  { signal, tell }: Call,
  onAnswer: (part: Uint8Array<ArrayBuffer>) => void = () => {},
): Promise<Blob> {
  const writer = new BlobWriter('text/csv');
  const write = (part: Uint8Array<ArrayBuffer>): void => {
    writer.write(part);
    onAnswer(part);
  };
  write(bytesOf(HEADER_ROW));
  let failedStudents = 0;
  for (const span of planChunks(file, CHUNK_ROWS)) {
    await nextTask();
    signal.throwIfAborted();
    const chunk = cutChunk(bytes, file, span, { format: 'csv', escapeFormulas: false, awardYear });
    const { body, failedStudents: failed } = calculateChunk(chunk, () => writeRecords);
    // Without the unused room in the answer's buffer.
    write(body.slice());
    failedStudents += failed;
    tell({ doing: 'calculating', done: span.to, total: file.rowCount, unit: 'rows', failedStudents });
  }
  return writer.blob();
}
