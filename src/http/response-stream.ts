import type { Response } from 'express';
import { breakOff } from './send.js';

/** What a caller must be able to read within the time: a part may be far larger. */
export const PIECE_BYTES: number = 1024 * 1024;

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
   * Resolves when the part is with the operating system, and its memory free for something else.
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
    await new Promise<void>((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        this.#gone.removeEventListener('abort', onGone);
      };
      const onWritten = (error?: Error | null): void => {
        if (error) {
          breakOff(this.#res, 'caller_left');
          return;
        }
        settle();
        resolve();
      };
      const onGone = (): void => {
        settle();
        reject(this.#gone.reason);
      };
      // An earlier answer on the connection comes first, and has a clock of its own.
      let wasBehind = this.#res.socket === null;
      const onIdle = (): void => {
        if (wasBehind) {
          wasBehind = this.#res.socket === null;
          timer.refresh();
          return;
        }
        // Aborts `gone`, which rejects.
        breakOff(this.#res, 'time_limit');
      };
      const timer = setTimeout(onIdle, this.#idleMs);
      this.#gone.addEventListener('abort', onGone, { once: true });
      this.#res.write(piece, onWritten);
    });
  }

  async end(): Promise<void> {
    this.#res.end();
  }
}
