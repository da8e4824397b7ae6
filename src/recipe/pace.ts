/** Working on this many bytes takes some hundredths of a second. */
const TURN_BYTES = 256 * 1024;

/**
 * Divides long work into turns. Between them other events are handled, such as the click or key that cancels the work.
 */
export class Pace {
  readonly #signal: AbortSignal | undefined;
  readonly #onTurn: ((bytes: number) => void) | undefined;
  #bytes = 0;
  #all = 0;

  /**
   * @param signal ends the work with its reason.
   * @param onTurn receives the number of bytes so far at every turn.
   */
  constructor(signal?: AbortSignal, onTurn?: (bytes: number) => void) {
    this.#signal = signal;
    this.#onTurn = onTurn;
  }

  /** Await this after every piece of work, with the bytes read or written in it. */
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
