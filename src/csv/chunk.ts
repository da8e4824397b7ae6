import * as z from 'zod/mini';
import type { SplitFile } from './split.js';
import { bytesOf, CR, LF, textOf } from './text.js';

/** What passes between threads and processes: unchanged records of whole students, and how to answer them. */

const fromOne = z.int().check(z.minimum(1));

const chunkHeadSchema = z.object({
  /** Our name for each column of the file; null for a column that is not read. */
  columns: z.array(z.nullable(z.string())),
  /** Runs of records: the 1-based data row of the first, its row in a spreadsheet, and how many there are. */
  rows: z.array(z.tuple([fromOne, fromOne, fromOne])),
  format: z.enum(['csv', 'ndjson']),
  /** Whether to defuse text cells that a spreadsheet would take for a formula. */
  escapeFormulas: z.boolean(),
  awardYear: z.string(),
});
export type ChunkHead = Readonly<z.infer<typeof chunkHeadSchema>>;

export type ChunkOutput = Pick<ChunkHead, 'format' | 'escapeFormulas' | 'awardYear'>;

export type BulkFormat = ChunkHead['format'];

export interface ChunkAnswer<Memory extends ArrayBufferLike = ArrayBufferLike> {
  readonly students: number;
  readonly failedStudents: number;
  readonly body: Uint8Array<Memory>;
}

/** A chunk is closed when it reaches this many bytes, however few rows it has. */
export const FULL_BYTES: number = 512 * 1024;

/** The records of one chunk, as a half-open range in the order of the file's students. */
export interface ChunkSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Divides a file into chunks of whole students, in the order of their first rows. A chunk closes with the
 * student that brings it to `targetRows` rows or 512 KiB; a student with many rows makes one large chunk.
 * Chunks are found on demand: finding those of millions of records at once would block the event loop.
 */
export function* planChunks(
  { rowCount, records: { starts, ends, students, order } }: SplitFile,
  targetRows: number,
): Generator<ChunkSpan, void, undefined> {
  let from = 0;
  let byteCount = 0;
  let student = -1;
  for (let place = 0; place < rowCount; place++) {
    const record = order?.[place] ?? place;
    const isFull = place - from >= targetRows || byteCount >= FULL_BYTES;
    if (isFull && students[record] !== student) {
      yield { from, to: place };
      from = place;
      byteCount = 0;
    }
    byteCount += (ends[record] ?? 0) - (starts[record] ?? 0);
    student = students[record] ?? 0;
  }
  if (from < rowCount) yield { from, to: rowCount };
}

/** Cuts one chunk out of the bytes that were split, into memory of its own. */
export function cutChunk(
  bytes: Uint8Array,
  { head, records: { starts, ends, rows, order } }: SplitFile,
  { from, to }: ChunkSpan,
  output: ChunkOutput,
): Uint8Array<ArrayBuffer> {
  const stretches: { start: number; end: number }[] = [];
  const runs: [dataRow: number, row: number, count: number][] = [];
  for (let place = from; place < to; place++) {
    const record = order?.[place] ?? place;
    const start = starts[record] ?? 0;
    const end = ends[record] ?? 0;
    const row = rows[record] ?? 0;
    const stretch = stretches.at(-1);
    if (stretch?.end === start) stretch.end = end;
    else stretches.push({ start, end });
    const run = runs.at(-1);
    if (run !== undefined && run[0] + run[2] === record + 1 && run[1] + run[2] === row) run[2] += 1;
    else runs.push([record + 1, row, 1]);
  }
  const chunkHead: ChunkHead = { columns: [...head.header.columns], rows: runs, ...output };
  const headBytes = bytesOf(`\n${JSON.stringify(chunkHead)}`);
  const byteCount = stretches.reduce((sum, { start, end }) => sum + end - start, 0);
  const chunk = new Uint8Array(byteCount + MOST_LINE_END + headBytes.length);
  let length = 0;
  for (const { start, end } of stretches) {
    chunk.set(bytes.subarray(start, end), length);
    length += end - start;
    if (bytes[end - 1] === LF) continue;
    // A carriage return at the very end is text and must stay text.
    if (bytes[end - 1] === CR) chunk[length++] = CR;
    chunk[length++] = LF;
  }
  // The head comes last, since only then is the length of the records known.
  chunk.set(headBytes, length);
  return chunk.subarray(0, length + headBytes.length);
}

/** The most bytes added to a last record without a line end. */
const MOST_LINE_END = 2;

/** The parts of a chunk; the records share its memory. @throws Error for bytes that are not a chunk. */
export function decodeChunk(bytes: Uint8Array): { readonly head: ChunkHead; readonly records: Uint8Array } {
  const end = bytes.lastIndexOf(LF);
  if (end < 0) throw new Error('These bytes are no chunk: they have no head.');
  const head = chunkHeadSchema.parse(JSON.parse(textOf(bytes, end + 1)));
  return { head, records: bytes.subarray(0, end) };
}
