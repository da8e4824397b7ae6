import type { Request, RequestHandler, Response } from 'express';
import type { ApiError } from '../contract/errors.js';
import { bodyTooSlow } from '../contract/request-errors.js';
import { breakOff, noteAbort } from './send.js';

/** Body handling that routes share: inviting, watching and discarding. */

/** Whether the body was sent compressed. Other encodings were refused before. */
export function isGzip(req: Request): boolean {
  return req.headers['content-encoding']?.trim().toLowerCase() === 'gzip';
}

/** Answers `Expect: 100-continue`, except over HTTP/1.0, where it would be taken for the answer. */
export function inviteBody(req: Request, res: Response): void {
  if (req.httpVersion === '1.1' && req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
}

/** The announced size of the plain body; undefined if it is compressed, since gzip hides it. */
export function announcedLength(req: Request): number | undefined {
  const length = req.headers['content-length'];
  return length === undefined || isGzip(req) ? undefined : Number(length);
}

/** The minimum pace of a body or of reading an answer. */
export interface Pace {
  /** A window in milliseconds. Something must arrive in each, except in the first, a grace period. */
  readonly idleMs: number;
  /** Average over the whole body or answer. */
  readonly minBytesPerSecond: number;
  /** Limit for the whole body or answer. */
  readonly longestMs: number;
}

/**
 * Limits how slowly a body may arrive: every window must bring at least `minBytes`, the average must be kept,
 * and the whole body must arrive within the longest time. A caller that trickles bytes holds a connection and
 * memory; even a bad connection is faster. Time in which received bytes wait here unread does not count.
 * @returns stops the clock.
 */
export function watchBody(
  req: Request,
  { idleMs, minBytesPerSecond, longestMs }: Pace,
  minBytes: number,
  onTimeout: (error: ApiError) => void,
): () => void {
  const windowMs = Math.min(idleMs, longestMs);
  let before = req.socket.bytesRead;
  let arrived = 0;
  let elapsedMs = -windowMs;
  let isOver = false;
  const isOurs = (): boolean => req.complete || req.readableLength > 0;
  const endWindow = (): void => {
    if (isOver) return;
    const brought = req.socket.bytesRead - before;
    before += brought;
    arrived += brought;
    if (isOurs()) return;
    elapsedMs += windowMs;
    const isFast = brought >= minBytes && arrived >= (elapsedMs / 1000) * minBytesPerSecond;
    if (isFast && elapsedMs + windowMs < longestMs) return;
    stop();
    onTimeout(bodyTooSlow());
  };
  // After this process was paused, its timers run before it reads the bytes that arrived meanwhile.
  const timer = setInterval(() => setImmediate(endWindow), windowMs);
  timer.unref();
  const stop = (): void => {
    isOver = true;
    clearInterval(timer);
  };
  return stop;
}

const DISCARD_PACE: Pace = { idleMs: 10_000, minBytesPerSecond: 64 * 1024, longestMs: 300_000 };
const DISCARD_MIN_BYTES = 64 * 1024;
/** Time to read an answer: closing a connection while its caller sends resets it and may lose the answer. */
const LINGER_MS = 2_000;

/**
 * Reads and discards the rest of a refused body, so that a caller who sends everything before reading still
 * gets the answer. A caller who sends too slowly is cut off. After more than `maxBytes`, the caller gets a
 * moment to read the answer and is then cut off. `onEnd` is called when the whole body has arrived.
 */
export function discardRest(req: Request, maxBytes: number, onEnd?: () => void): void {
  req.unpipe();
  if (req.complete || req.destroyed) {
    // Received bytes may still be unread here, before the connection's next request.
    req.resume();
    onEnd?.();
    return;
  }
  const cutOff = (): void => {
    if (req.res !== undefined) noteAbort(req.res, 'time_limit');
    req.socket.destroy();
  };
  const stop = watchBody(req, DISCARD_PACE, DISCARD_MIN_BYTES, cutOff);
  let discarded = 0;
  req.on('data', (piece: Buffer) => {
    discarded += piece.length;
    if (discarded <= maxBytes || req.isPaused()) return;
    req.pause();
    setTimeout(cutOff, LINGER_MS).unref();
  });
  req.once('close', stop);
  req.once('end', () => {
    stop();
    onEnd?.();
  });
  req.resume();
}

/** Most bytes to discard of a body that was not asked for, or whose sender has shown no key. */
export const UNWANTED_BYTES: number = 64 * 1024;

/** Discards a body sent to a path that takes none. Otherwise Node would read all of it, without end. */
export const discardUnwanted: RequestHandler = (req, _res, next) => {
  discardRest(req, UNWANTED_BYTES);
  next();
};

/** Cuts off a caller without a key who has not read the answer within this time (milliseconds). */
export function limitReading(ms: number): RequestHandler {
  return (_req, res, next) => {
    const timer = setTimeout(() => breakOff(res, 'time_limit'), ms).unref();
    res.once('close', () => clearTimeout(timer));
    next();
  };
}
