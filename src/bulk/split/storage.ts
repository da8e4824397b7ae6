import { UploadTooLarge } from './refusal.js';

/** Room for the line end that the last line of a file may lack. */
const TERMINATOR_BYTES = 2;
const FIRST_CAPACITY = 64 * 1024;
/** Moving this much takes about a millisecond; a file that outgrows it gets all the room it may ever need at once. */
const LARGEST_MOVED_CAPACITY = 4 * 1024 * 1024;

/**
 * The upload in one contiguous buffer.
 *
 * Memory that was never written costs address space, not RAM: so a buffer of the declared length or of `maxBytes` when the length is unknown and the file turns out large, is taken in one piece. That avoids copying a hundred megabytes at a time.
 * Process statistics that count reserved instead of resident memory therefore read high.
 */
export class UploadStorage {
  readonly #maxBytes: number;
  #bytes: Buffer<ArrayBuffer>;
  #length = 0;

  /** @param expectedBytes a hint, 0 for none; a file that is shorter or longer than announced is stored all the same. */
  constructor(maxBytes: number, expectedBytes: number) {
    this.#maxBytes = maxBytes;
    const capacity = expectedBytes > 0 ? expectedBytes : Math.min(FIRST_CAPACITY, maxBytes);
    const bytes = capacity + TERMINATOR_BYTES;
    this.#bytes = Buffer.allocUnsafeSlow(bytes);
  }

  /** The buffer behind the upload; only the first `length` bytes mean anything. Changes identity when it grows. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  get length(): number {
    return this.#length;
  }

  /** @throws UploadTooLarge when the upload with this piece is longer than `maxBytes`; the piece is not stored then. */
  append(piece: Uint8Array): void {
    if (this.#length + piece.length > this.#maxBytes) throw new UploadTooLarge(this.#maxBytes);
    this.#reserve(this.#length + piece.length);
    this.#bytes.set(piece, this.#length);
    this.#length += piece.length;
  }

  /** Adds the line end that the last line lacks, at most two bytes. It may pass `maxBytes`: the caller did not send it. */
  terminate(lineEnd: Uint8Array): void {
    this.#bytes.set(lineEnd, this.#length);
    this.#length += lineEnd.length;
  }

  #reserve(length: number): void {
    if (length + TERMINATOR_BYTES <= this.#bytes.length) return;
    const doubled = Math.max(length, 2 * this.#bytes.length);
    const capacity = doubled <= LARGEST_MOVED_CAPACITY ? Math.min(doubled, this.#maxBytes) : this.#maxBytes;
    const larger = Buffer.allocUnsafeSlow(capacity + TERMINATOR_BYTES);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
