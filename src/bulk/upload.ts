import { uploadTooLarge } from '../contract/request-errors.js';
import { freeMemory } from './free-memory.js';
import type { Reservation } from './memory-budget.js';

/** What an upload of unknown length is taken for at first. */
export const FIRST_BYTES: number = 1024 * 1024;

/** What has arrived is looked at again when it has grown so much: in all, every byte is looked at a few times. */
const LOOK_GROWTH = 1.2;

/**
 * Hardly a header is longer; one that is, or has as many blank lines in front of it, is looked at again when the upload is whole, off
 * the event loop.
 */
const MOST_LOOKED_AT_BYTES: number = 1024 * 1024;

/** Below, giving memory back costs more than leaving it to the collector. */
const WORTH_FREEING_BYTES = 4096;

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
 * Reads an upload to its end, into fresh memory; the memory of its pieces is given back. What an upload of unknown length may need
 * is reserved as it grows, twice as much each time; the memory itself is as large as the largest upload once the first megabyte is
 * full, because the system gives no page for what is never touched, while growing by copies would hold half of the upload twice.
 *
 * @throws ApiError `tooLarge` as soon as more than `maxBytes` have come, or what `source`, `look` or the reservation throws.
 */
export async function readUpload(
  source: AsyncIterable<Uint8Array>,
  { expectedBytes, maxBytes, reservation, look }: UploadOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  let reserved = Math.min(expectedBytes ?? FIRST_BYTES, maxBytes);
  let memory = freshMemory(reserved);
  let length = 0;
  let hasSeenEnough = false;
  let nextLook = 0;
  for await (const piece of source) {
    const needed = length + piece.length;
    if (needed > maxBytes) throw uploadTooLarge(maxBytes);
    if (needed > reserved) {
      reserved = Math.min(Math.max(needed, 2 * reserved), maxBytes);
      await reservation.growTo(reserved);
    }
    if (needed > memory.length) memory = copied(memory.subarray(0, length), maxBytes);
    memory.set(piece, length);
    freeOwnMemory(piece);
    length = needed;
    if (hasSeenEnough || length < nextLook) continue;
    hasSeenEnough = look(memory.subarray(0, length)) || length >= MOST_LOOKED_AT_BYTES;
    nextLook = length * LOOK_GROWTH;
  }
  return memory.subarray(0, length);
}

function copied(bytes: Uint8Array, capacity: number): Uint8Array<ArrayBuffer> {
  const memory = freshMemory(capacity);
  memory.set(bytes);
  return memory;
}

/** A piece that has memory of its own was made for this upload alone, by the HTTP parser or zlib. */
function freeOwnMemory({ buffer, length }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length && length >= WORTH_FREEING_BYTES)
    freeMemory(buffer);
}

/** Not from Node's pool, and not filled with zeros. */
function freshMemory(bytes: number): Uint8Array<ArrayBuffer> {
  return Buffer.allocUnsafeSlow(bytes);
}
