import { uploadTooLarge } from '../contract/request-errors.js';
import { type Reservation, SMALL_BYTES } from './memory-budget.js';

/** Memory is reserved in steps of this size, one step ahead of what has arrived. */
export const STEP_BYTES: number = SMALL_BYTES;

/** The upload is checked whenever it has grown by this factor, so each byte is seen only a few times. */
const LOOK_GROWTH = 1.2;

export interface UploadOptions {
  /** As announced by the caller, if at all; may be wrong. */
  readonly announcedBytes: number | undefined;
  readonly maxBytes: number;
  /** Grows with the upload; it has {@link firstBytes} at first. */
  readonly reservation: Pick<Reservation, 'growTo'>;
  /**
   * Checks all bytes so far from time to time, until it returns true or a step is full. A longer header is
   * checked off the event loop, when the upload is complete. An error ends the reading.
   */
  readonly look: (arrived: Uint8Array) => boolean;
}

/**
 * An upload that announces no more than this starts with room for all of it: hundreds admitted for their
 * first bytes would wait for one another midway. A caller who announces this much and does not send it is cut
 * off within half a minute.
 */
const WHOLE_BYTES: number = 8 * 1024 * 1024;

/** Bytes that an upload reserves before any of it has arrived. */
export function firstBytes(announcedBytes: number | undefined, maxBytes: number): number {
  const isWhole = announcedBytes !== undefined && announcedBytes <= WHOLE_BYTES;
  return Math.min(isWhole ? announcedBytes : STEP_BYTES, maxBytes);
}

/**
 * Reads an upload to its end, into fresh memory that threads share. The reservation grows with the upload.
 * Once its first bytes are full, the buffer is as large as was announced, or else as the upload may be. The
 * system provides no pages for untouched memory; growing by copying would hold half of the upload twice.
 * @throws ApiError `tooLarge` as soon as more than `maxBytes` have arrived, or what `source`, `look` or the
 * reservation throws.
 */
export async function readUpload(
  source: AsyncIterable<Uint8Array>,
  { announcedBytes, maxBytes, reservation, look }: UploadOptions,
): Promise<Uint8Array> {
  let reserved = firstBytes(announcedBytes, maxBytes);
  let memory = freshMemory(reserved);
  let length = 0;
  let hasSeenEnough = false;
  let nextLook = 0;
  for await (const piece of source) {
    const needed = length + piece.length;
    if (needed > maxBytes) throw uploadTooLarge(maxBytes);
    if (needed > reserved) {
      reserved = Math.min(needed + STEP_BYTES, maxBytes);
      await reservation.growTo(reserved);
    }
    if (needed > memory.length) {
      const isAsAnnounced = announcedBytes !== undefined && needed <= announcedBytes;
      const larger = freshMemory(isAsAnnounced ? announcedBytes : maxBytes);
      larger.set(memory.subarray(0, length));
      memory = larger;
    }
    memory.set(piece, length);
    length = needed;
    if (hasSeenEnough || length < nextLook) continue;
    hasSeenEnough = look(memory.subarray(0, length)) || length >= STEP_BYTES;
    nextLook = length * LOOK_GROWTH;
  }
  return memory.subarray(0, length);
}

/** Shared with the thread that splits it, and still available here if that thread dies. */
function freshMemory(bytes: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(bytes));
}
