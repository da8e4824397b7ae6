import type { Response } from 'express';
import { breakOff } from './send.js';

/** What a caller must be able to read within the time: a part may be far larger. */
const PIECE_BYTES = 1024 * 1024;

/** Writes the parts of a long answer at the speed at which the caller reads them. */
export class ResponseStream {
  readonly #res: Response;
  readonly #idleMs: number;
  readonly #gone: AbortSignal;

  /** A caller who has not read a waiting piece of 1 MiB within `idleMs` is given up: its answer holds memory. */
  constructor(res: Response, idleMs: number, gone: AbortSignal) {
    this.#res = res;
    this.#idleMs = idleMs;
    this.#gone = gone;
  }

  /**
   * Resolves when there is room for the next part.
   *
   * @throws the reason of `gone` when the caller leaves, or has stopped reading.
   */
  async write(part: Uint8Array): Promise<void> {
    for (let from = 0; from < part.length; from += PIECE_BYTES) {
      await this.#writePiece(part.subarray(from, from + PIECE_BYTES));
    }
  }

  async #writePiece(piece: Uint8Array): Promise<void> {
    this.#gone.throwIfAborted();
    if (this.#res.write(piece)) return;
    await new Promise<void>((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        this.#res.off('drain', onDrain);
        this.#gone.removeEventListener('abort', onGone);
      };
      const onDrain = (): void => {
        settle();
        resolve();
      };
      const onGone = (): void => {
        settle();
        reject(this.#gone.reason);
      };
      // Breaking off aborts `gone`, which rejects.
      const timer = setTimeout(() => breakOff(this.#res), this.#idleMs);
      this.#res.once('drain', onDrain);
      this.#gone.addEventListener('abort', onGone, { once: true });
    });
  }

  async end(): Promise<void> {
    this.#res.end();
  }
}
