import { z } from 'zod';
import { LF } from '../ascii.js';

/**
 * How a chunk and its finished slice travel: one line of JSON, a line feed, then raw bytes. The head says how
 * to read the records, the records stay the text that the caller sent.
 */

/** Bytes that belong one behind the other and are not put together before they have to be: they come by the megabyte. */
export type Parts = readonly Uint8Array[];

/** What the response is written as. */
export const BULK_FORMATS = ['csv', 'ndjson'] as const;
export type BulkFormat = (typeof BULK_FORMATS)[number];

const chunkHeadSchema = z.object({
  /** The header row, as sent. */
  columns: z.array(z.string()),
  /** 1-based data row numbers of the records in order, as [first, count] runs. */
  rows: z.array(z.tuple([z.int().min(1), z.int().min(1)])),
  format: z.enum(BULK_FORMATS),
  /** Whether text cells that a spreadsheet would take for a formula are defused. */
  escapeFormulas: z.boolean(),
  /** The machine whose cores are wanted for single answers at present: whoever calculates there rests between students. */
  restOn: z.string().optional(),
});
export type ChunkHead = Readonly<z.infer<typeof chunkHeadSchema>>;

const sliceHeadSchema = z.object({
  students: z.int().min(0),
  failedStudents: z.int().min(0),
});
/** What a slice counts, for the metrics of the process that collects it. */
export type SliceHead = Readonly<z.infer<typeof sliceHeadSchema>>;

/** A chunk from its head and the raw records of whole students. */
export function chunkParts(head: ChunkHead, records: Uint8Array): Parts {
  return [headLine(head), records];
}

/** @throws Error for bytes that {@link chunkParts} did not make. */
export function decodeChunk(bytes: Uint8Array): { head: ChunkHead; records: Buffer } {
  const { head, body } = unframe(bytes);
  return { head: chunkHeadSchema.parse(head), records: body };
}

/** A finished slice from its counts and the bytes that go to the caller. */
export function sliceParts(head: SliceHead, body: Uint8Array): Parts {
  return [headLine(head), body];
}

/** @throws Error for bytes that {@link sliceParts} did not make. */
export function decodeSlice(bytes: Uint8Array): { head: SliceHead; body: Buffer } {
  const { head, body } = unframe(bytes);
  return { head: sliceHeadSchema.parse(head), body };
}

/** Bytes of all parts together. */
export function lengthOf(parts: Parts): number {
  return parts.reduce((length, part) => length + part.length, 0);
}

/** The parts one behind the other at the beginning of `memory`: memory of their own, unless some is given. */
export function joined(parts: Parts, memory?: ArrayBuffer): Buffer<ArrayBuffer> {
  const total = lengthOf(parts);
  const bytes = Buffer.from(memory ?? Buffer.allocUnsafeSlow(total).buffer, 0, total);
  let length = 0;
  for (const part of parts) {
    bytes.set(part, length);
    length += part.length;
  }
  return bytes;
}

/** The line in front of raw bytes. */
export function headLine(head: object): Buffer {
  return Buffer.from(`${JSON.stringify(head)}\n`);
}

function unframe(bytes: Uint8Array): { head: unknown; body: Buffer } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = buffer.indexOf(LF);
  if (end < 0) throw new Error('A chunk frame has no head line.');
  return { head: JSON.parse(buffer.toString('utf8', 0, end)), body: buffer.subarray(end + 1) };
}
