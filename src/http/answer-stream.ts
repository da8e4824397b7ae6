import type { Response } from 'express';
import { ApiError } from '../contract/errors.js';
import type { Pace } from './body.js';
import { breakOff } from './send.js';

/** The destination of the parts of a long answer. */
export interface AnswerStream {
  /**
   * Resolves when the memory of the part may be reused.
   *
   * @throws the reason of the signal when the caller leaves, or has stopped reading.
   */
  write(part: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

/** What a caller must be able to read within the window; parts may be far larger. */
export const PIECE_BYTES: number = 1024 * 1024;

/**
 * Writes the parts at the speed at which the caller reads them. A caller who reads too slowly is cut off, since its
 * answer holds memory. It must read each waiting piece of 1 MiB within the window, keep the average rate, and read
 * everything within the longest time. Only time in which the answer waits for the caller counts. `gone` is aborted when
 * the answer is closed.
 */
export function streamAnswer(
  res: Response,
  { idleMs, minBytesPerSecond, longestMs }: Pace,
  gone: AbortSignal,
): AnswerStream {
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
      // An earlier answer on the connection comes first, with a clock of its own.
      let wasBehind = res.socket === null;
      const onIdle = (): void => {
        if (wasBehind) {
          wasBehind = res.socket === null;
          beganAt = performance.now();
          timer.refresh();
          return;
        }
        // Aborts `gone`, which rejects.
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
  return {
    async write(part) {
      for (let from = 0; from < part.length; from += PIECE_BYTES) {
        gone.throwIfAborted();
        await writePiece(part.subarray(from, from + PIECE_BYTES));
      }
    },
    async end() {
      res.end();
    },
  };
}

/** The longest answer that is collected before it is sent: about a hundred thousand rows. */
export const WHOLE_ANSWER_BYTES: number = 16 * 1024 * 1024;

/**
 * Collects the parts and sends them to `stream` with their length when the answer is complete. HTTP/1.0, and any other
 * case in which Node does not send chunks, has no other way to distinguish a cut-off answer from a short one.
 *
 * `write` throws an ApiError `tooLarge` when the answer would be longer than {@link WHOLE_ANSWER_BYTES}.
 */
export function gatherAnswer(res: Response, stream: AnswerStream): AnswerStream {
  const parts: Uint8Array[] = [];
  let length = 0;
  return {
    async write(part) {
      length += part.length;
      if (length > WHOLE_ANSWER_BYTES) {
        throw new ApiError('tooLarge', 'The answer is too long for HTTP/1.0. Send the file with HTTP/1.1.', {
          details: [{ message: 'The limit of such an answer in bytes.', max_bytes: WHOLE_ANSWER_BYTES }],
        });
      }
      parts.push(Buffer.from(part));
    },
    async end() {
      res.setHeader('Content-Length', length);
      for (const part of parts) await stream.write(part);
      await stream.end();
    },
  };
}
