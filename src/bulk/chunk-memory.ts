/** Room for a chunk of usual size, and for the slice that becomes of it, which is up to three times as long. */
const USUAL_BYTES = 768 * 1024;
/** What longer slices needed is kept up to here. */
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_KEPT = 16;

/**
 * Memory in which chunks leave and slices come back, used again and again. Fresh memory would cost more than filling it:
 * its pages, and the garbage, which V8 collects by going through everything that is alive.
 */
export class ChunkMemory {
  readonly #idle: ArrayBuffer[] = [];

  /** At least `bytes` of memory; what stands in it means nothing. */
  take(bytes: number): ArrayBuffer {
    const idle = this.#idle.pop();
    if (idle !== undefined && idle.byteLength >= bytes) return idle;
    return Buffer.allocUnsafeSlow(Math.max(bytes, USUAL_BYTES)).buffer;
  }

  /** Takes memory back that nobody reads any more. */
  give(memory: ArrayBuffer): void {
    const isWorthKeeping = memory.byteLength >= USUAL_BYTES && memory.byteLength <= MOST_BYTES;
    if (isWorthKeeping && this.#idle.length < MOST_KEPT) this.#idle.push(memory);
  }
}
