/** Work of so many bytes takes some hundredths of a second. */
const TURN_BYTES = 256 * 1024;

/** Long work in turns: between them, whatever waits runs, such as the click or the key that ends the work. */
export class Pace {
  readonly #signal: AbortSignal | undefined;
  readonly #onTurn: ((bytes: number) => void) | undefined;
  #bytes = 0;
  #all = 0;

  /**
   * @param signal ends the work with its reason.
   * @param onTurn is told at every turn how many bytes there were so far.
   */
  constructor(signal?: AbortSignal, onTurn?: (bytes: number) => void) {
    this.#signal = signal;
    this.#onTurn = onTurn;
  }

  /** To be awaited after every piece of work, with the bytes that were read or written in it. */
  async worked(bytes: number): Promise<void> {
    this.#bytes += bytes;
    if (this.#bytes < TURN_BYTES) return;
    this.#all += this.#bytes;
    this.#bytes = 0;
    this.#onTurn?.(this.#all);
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#signal?.throwIfAborted();
  }
}
