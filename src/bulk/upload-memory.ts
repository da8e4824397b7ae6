const MIB = 1024 * 1024;
/** Of uploads that have ended, all together. Larger ones gain little: what their memory costs is spread over more rows. */
const MOST_KEPT_BYTES = 32 * MIB;
/** Fresh memory is up to a quarter larger than needed, so that it fits the next upload, too. */
const STEPS_PER_DOUBLING = 4;
/** An upload gets no memory of which it needs less than this part: only what it needs is counted as held. */
const WORTHWHILE_PART = 3 / 4;
/** A quiet process gives back what it keeps after this time (milliseconds). */
const KEPT_MS = 30_000;

/**
 * Memory in which one upload after the other is laid down. Fresh memory for each would cost its pages, and a walk of V8's
 * collector through the whole heap for every few uploads.
 */
export class UploadMemory {
  #idle: ArrayBuffer[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** At least `bytes` of memory; what stands in it means nothing. */
  take(bytes: number): ArrayBuffer {
    const found = this.#idle.findIndex(
      ({ byteLength }) => byteLength >= bytes && byteLength * WORTHWHILE_PART <= bytes,
    );
    const [memory] = found < 0 ? [] : this.#idle.splice(found, 1);
    return memory ?? Buffer.allocUnsafeSlow(roundedUp(bytes)).buffer;
  }

  /** Takes memory back that nobody reads any more. */
  give(memory: ArrayBuffer): void {
    const kept = this.#idle.reduce((total, { byteLength }) => total + byteLength, memory.byteLength);
    if (kept > MOST_KEPT_BYTES) return;
    this.#idle.push(memory);
    this.#timer ??= setTimeout(() => {
      this.#idle = [];
      this.#timer = undefined;
    }, KEPT_MS).unref();
    this.#timer.refresh();
  }
}

function roundedUp(bytes: number): number {
  const step = 2 ** Math.floor(Math.log2(bytes)) / STEPS_PER_DOUBLING;
  return Math.ceil(bytes / step) * step;
}
