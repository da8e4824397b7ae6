import type { Response } from 'express';
import type { Pace } from './body.js';
import { breakOff } from './send.js';

/** Bytes that a caller must read within each window; a part may be far larger. */
export const PIECE_BYTES: number = 1024 * 1024;

/**
 * Writes parts at the caller's reading speed. A caller who reads too slowly is cut off, because the answer
 * holds memory. The caller must read each waiting piece of 1 MiB within the window, keep the average rate,
 * and read everything within the longest time. Only time in which the answer waits for the caller counts.
 * `gone` is aborted when the answer is closed.
 * @returns a function that resolves when the part's memory may be reused, and throws the reason of `gone`
 * when the caller leaves or stops reading.
 */
export function answerWriter(
  res: Response,
  { idleMs, minBytesPerSecond, longestMs }: Pace,
  gone: AbortSignal,
): (part: Uint8Array) => Promise<void> {
  let waitedMs = 0;
  let writtenBytes = 0;
  const patienceMs = (): number =>
    Math.min(idleMs, (writtenBytes / minBytesPerSecond) * 1000 + idleMs - waitedMs, longestMs - waitedMs);
  const writePiece = (piece: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      let beganAt = performance.now();
      const settle = (): void => {
        clearTimeout(timer);
        gone.removeEventListener('abort', onGone);
        waitedMs += performance.now() - beganAt;
        writtenBytes += piece.length;
      };
      const onGone = (): void => {
        settle();
        reject(gone.reason);
      };
      // An earlier answer on the connection comes first, with its own clock.
      let wasBehind = res.socket === null;
      const onIdle = (): void => {
        if (wasBehind) {
          wasBehind = res.socket === null;
          beganAt = performance.now();
          timer.refresh();
          return;
        }
        // Aborts `gone`, which rejects the promise.
        breakOff(res, 'time_limit');
      };
      const timer = setTimeout(onIdle, Math.max(0, patienceMs()));
      gone.addEventListener('abort', onGone, { once: true });
      res.write(piece, (error) => {
        if (error) return breakOff(res, 'caller_left');
        settle();
        resolve();
      });
    });
  return async (part) => {
    for (let from = 0; from < part.length; from += PIECE_BYTES) {
      gone.throwIfAborted();
      await writePiece(part.subarray(from, from + PIECE_BYTES));
    }
  };
}
