import { uploadTooLarge } from '../contract/request-errors.js';
import { type Reservation, SMALL_BYTES } from './memory-budget.js';

/** Memory is reserved in steps of so much, a step ahead of what has arrived. */
export const STEP_BYTES: number = SMALL_BYTES;

/** What has arrived is looked at again when it has grown so much: in all, every byte is looked at a few times. */
const LOOK_GROWTH = 1.2;

/**
 * Hardly a header is longer; one that is, or has as many blank lines in front of it, is looked at again when the upload is whole, off
 * the event loop.
 */
const MOST_LOOKED_AT_BYTES: number = 1024 * 1024;

export interface UploadOptions {
  /** The length of the upload where the caller announced it; it need not be true. */
  readonly announcedBytes: number | undefined;
  readonly maxBytes: number;
  /** Grows with the upload. To be made with {@link firstBytes}. */
  readonly reservation: Pick<Reservation, 'growTo'>;
  /**
   * Looks at all that has arrived, when there is enough more to be worth it, until it says true or about 1 MiB is there; what it throws
   * ends the reading.
   */
  readonly look: (arrived: Uint8Array) => boolean;
}

/**
 * An upload that announces no more is let in with room for all of it: were hundreds let in for their first bytes, they would wait for one
 * another in the middle. Who announces so much and does not send it is cut off within half a minute.
 */
export const WHOLE_BYTES: number = 8 * 1024 * 1024;

/** What an upload holds before anything of it has arrived. */
export function firstBytes(announcedBytes: number | undefined, maxBytes: number): number {
  const isWhole = announcedBytes !== undefined && announcedBytes <= WHOLE_BYTES;
  return Math.min(isWhole ? announcedBytes : STEP_BYTES, maxBytes);
}

/**
 * Reads an upload to its end, into fresh memory that threads share. What it may hold grows with what has arrived; the memory itself is as large as the
 * whole upload may be once the first megabyte is full, because the system gives no page for what is never touched, while growing by
 * copies would hold half of the upload twice.
 *
 * @throws ApiError `tooLarge` as soon as more than `maxBytes` have come, or what `source`, `look` or the reservation throws.
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
      memory = copied(memory.subarray(0, length), isAsAnnounced ? announcedBytes : maxBytes);
    }
    memory.set(piece, length);
    length = needed;
    if (hasSeenEnough || length < nextLook) continue;
    hasSeenEnough = look(memory.subarray(0, length)) || length >= MOST_LOOKED_AT_BYTES;
    nextLook = length * LOOK_GROWTH;
  }
  return memory.subarray(0, length);
}

function copied(bytes: Uint8Array, capacity: number): Uint8Array {
  const memory = freshMemory(capacity);
  memory.set(bytes);
  return memory;
}

/** Shared with the thread that splits it: there and here, and still here when that thread dies. */
function freshMemory(bytes: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(bytes));
}
