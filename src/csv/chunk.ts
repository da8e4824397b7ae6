import * as z from 'zod';
import { CURRENT_AWARD_YEAR } from '../engine/limits.js';
import type { SplitFile } from './split.js';
import { bytesOf, CR, LF, textOf } from './text.js';

/**
 * What travels between threads and processes: the records of whole students as the caller sent them, and what to make of them.
 */

/** What the response is written as. */
const BULK_FORMATS = ['csv', 'ndjson'] as const;
export type BulkFormat = (typeof BULK_FORMATS)[number];

const chunkHeadSchema = z.object({
  /** For each column of the file the name of ours, or null. */
  columns: z.array(z.string().nullable()),
  /** Runs of records that follow each other in the file: 1-based data row of the first, the row that a spreadsheet shows it in, how many. */
  rows: z.array(z.tuple([z.int().min(1), z.int().min(1), z.int().min(1)])),
  format: z.enum(BULK_FORMATS),
  /** Whether text cells that a spreadsheet would take for a formula are defused. */
  escapeFormulas: z.boolean(),
  /** Whose limits the students are calculated with. */
  awardYear: z.string(),
});
export type ChunkHead = Readonly<z.infer<typeof chunkHeadSchema>>;

/** What to make of the students of a file. The award year is the current one where none is given. */
export type ChunkOutput = Pick<ChunkHead, 'format' | 'escapeFormulas'> &
  Partial<Pick<ChunkHead, 'awardYear'>>;

/** What became of a chunk. */
export interface ChunkAnswer {
  readonly students: number;
  readonly failedStudents: number;
  /** The part of the response that goes to the caller. */
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A chunk closes when it has this many bytes, however few rows they are. */
export const FULL_BYTES: number = 512 * 1024;

/** The records of one chunk: from one place to before another, in the order of the file's students. */
export interface ChunkSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Divides a file into chunks of whole students, in the order of their first rows. A chunk closes with the student that brings it to
 * `targetRows` rows or to 512 KiB, so one student of many rows makes one large chunk. Each is found when it is asked for: the places of
 * millions of records at once would keep the event loop.
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

/** Cuts one chunk out of the bytes that were split. */
export function cutChunk(
  bytes: Uint8Array,
  { head, records: { starts, ends, rows, order } }: SplitFile,
  { from, to }: ChunkSpan,
  { format, escapeFormulas, awardYear = CURRENT_AWARD_YEAR }: ChunkOutput,
): Uint8Array<ArrayBuffer> {
  const stretches: { start: number; end: number }[] = [];
  const runs: [dataRow: number, row: number, count: number][] = [];
  let byteCount = 0;
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
    byteCount += end - start;
  }
  const headBytes = frameHead({
    columns: head.header.columns,
    rows: runs,
    format,
    escapeFormulas,
    awardYear,
  });
  const frame = new Uint8Array(byteCount + MOST_LINE_END + headBytes.length);
  const length = copyStretches(bytes, stretches, frame);
  frame.set(headBytes, length);
  return frame.subarray(0, length + headBytes.length);
}

/** A line end for a last record without one. */
const MOST_LINE_END = 2;

function copyStretches(
  bytes: Uint8Array,
  stretches: readonly { start: number; end: number }[],
  into: Uint8Array,
): number {
  let length = 0;
  for (const { start, end } of stretches) {
    into.set(bytes.subarray(start, end), length);
    length += end - start;
    if (bytes[end - 1] === LF) continue;
    // A carriage return at the very end is text, and stays text.
    if (bytes[end - 1] === CR) into[length++] = CR;
    into[length++] = LF;
  }
  return length;
}

/** @throws Error for bytes that are no chunk. */
export function decodeChunk(bytes: Uint8Array): { readonly head: ChunkHead; readonly records: Uint8Array } {
  const { head, body } = decodeFrame(bytes);
  return { head: chunkHeadSchema.parse(head), records: body };
}

/** A frame in memory of its own: raw bytes, a line feed, then one line of JSON that says what they are. */
export function encodeFrame(head: object, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const headBytes = frameHead(head);
  const frame = new Uint8Array(body.length + headBytes.length);
  frame.set(body);
  frame.set(headBytes, body.length);
  return frame;
}

/** The head of a frame follows its body: it is written when the length of the body is known. */
function frameHead(head: object): Uint8Array {
  return bytesOf(`\n${JSON.stringify(head)}`);
}

/**
 * The parts of a frame. The head is not checked yet; the body shares the memory of the frame.
 *
 * @throws Error for bytes that are no frame.
 */
export function decodeFrame<Memory extends ArrayBufferLike>(
  bytes: Uint8Array<Memory>,
): { readonly head: unknown; readonly body: Uint8Array<Memory> } {
  const end = bytes.lastIndexOf(LF);
  if (end < 0) throw new Error('These bytes are no frame: they have no head.');
  return { head: JSON.parse(textOf(bytes, end + 1)), body: bytes.subarray(0, end) };
}
