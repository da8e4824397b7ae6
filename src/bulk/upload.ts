import { setImmediate as turn } from 'node:timers/promises';
import { uploadTooLarge } from '../csv/refusals.js';
import type { Reservation } from './memory-budget.js';

/** What an upload of unknown length is taken for at first. */
export const FIRST_BYTES: number = 1024 * 1024;

/** What has arrived is looked at again when it has grown so much: in all, every byte is looked at a few times. */
const LOOK_GROWTH = 1.2;

/**
 * No header is longer; what comes in front of one, blank lines perhaps, is looked at again when the upload is whole, off the event
 * loop.
 */
const MOST_LOOKED_AT_BYTES: number = 1024 * 1024;

export interface UploadOptions {
  /** The length of the upload where the caller announced it; it need not be true. */
  readonly expectedBytes: number | undefined;
  readonly maxBytes: number;
  /** Grows with the upload. To be made with `expectedBytes`, or with {@link FIRST_BYTES}. */
  readonly reservation: Pick<Reservation, 'growTo'>;
  /**
   * Looks at all that has arrived, when there is enough more to be worth it, until it says true or about 1 MiB is there; what it throws
   * ends the reading.
   */
  readonly look: (arrived: Uint8Array) => boolean;
}

/**
 * Reads an upload to its end, into fresh memory of just its size. An upload of unknown length is laid into memory that doubles when it
 * is full, each time after the reservation was granted.
 *
 * @throws ApiError `tooLarge` as soon as more than `maxBytes` have come, or what `source`, `look` or the reservation throws.
 */
export async function readUpload(
  source: AsyncIterable<Uint8Array>,
  { expectedBytes, maxBytes, reservation, look }: UploadOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  let memory = freshMemory(Math.min(expectedBytes ?? FIRST_BYTES, maxBytes));
  let length = 0;
  let hasSeenEnough = false;
  let nextLook = 0;
  for await (const piece of source) {
    const needed = length + piece.length;
    if (needed > maxBytes) throw uploadTooLarge(maxBytes);
    if (needed > memory.length) {
      const capacity = Math.min(Math.max(needed, 2 * memory.length), maxBytes);
      await reservation.growTo(capacity);
      memory = await copied(memory.subarray(0, length), capacity);
    }
    memory.set(piece, length);
    length = needed;
    if (hasSeenEnough || length < nextLook) continue;
    hasSeenEnough = look(memory.subarray(0, length)) || length >= MOST_LOOKED_AT_BYTES;
    nextLook = length * LOOK_GROWTH;
  }
  return length === memory.length ? memory : copied(memory.subarray(0, length), length);
}

/** So much is copied before others have their turn: a few milliseconds of the event loop. */
const COPIED_AT_ONCE_BYTES: number = 4 * 1024 * 1024;

async function copied(bytes: Uint8Array, capacity: number): Promise<Uint8Array<ArrayBuffer>> {
  const memory = freshMemory(capacity);
  for (let at = 0; at < bytes.length; at += COPIED_AT_ONCE_BYTES) {
    if (at > 0) await turn();
    memory.set(bytes.subarray(at, at + COPIED_AT_ONCE_BYTES), at);
  }
  return memory;
}

/** Not from Node's pool, and not filled with zeros. */
function freshMemory(bytes: number): Uint8Array<ArrayBuffer> {
  return Buffer.allocUnsafeSlow(bytes);
}
