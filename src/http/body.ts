import type { Request, RequestHandler, Response } from 'express';
import type { ApiError } from '../contract/errors.js';
import { bodyTooSlow } from '../contract/request-errors.js';
import { breakOff, noteAbort } from './send.js';

/** What the routes share for bodies: inviting, watching and discarding them. */

/** Whether the body was sent compressed. Other encodings were refused before. */
export function isGzip(req: Request): boolean {
  return req.headers['content-encoding']?.trim().toLowerCase() === 'gzip';
}

/** Answers `Expect: 100-continue`, which HTTP/1.0 does not know and would take for the answer. */
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
  /** A window in milliseconds. Each must bring something, except the first, which is a grace period. */
  readonly idleMs: number;
  /** On average. */
  readonly minBytesPerSecond: number;
  /** For all of it. */
  readonly longestMs: number;
}

/**
 * Limits how slowly a body may arrive: every window must bring at least `minBytes`, the average must be kept, and the
 * whole body must arrive within the longest time. A caller that trickles bytes holds a connection and memory; even a
 * bad line brings more than that. Time in which received bytes wait here unread does not count.
 *
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
  // After this process was paused, what arrived meanwhile is read only after its timers.
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
/** Closing a connection on which the caller still sends resets it, and may lose an answer not yet read. */
const LINGER_MS = 2_000;

/**
 * Reads and discards the rest of a refused body, so that a caller who reads the answer only after sending everything
 * still receives it. A caller who sends too slowly is cut off. One who sends more than `maxBytes` gets a moment to read
 * the answer, and is then cut off. `onEnd` is called when the whole body has arrived.
 */
export function discardRest(req: Request, maxBytes: number, onEnd?: () => void): void {
  req.unpipe();
  if (req.complete || req.destroyed) {
    // Received bytes may still be unread here, with the connection's next request after them.
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

/** The most bytes read and discarded of a body that was not asked for, or whose sender has shown no key. */
export const UNWANTED_BYTES: number = 64 * 1024;

/** Discards what is sent to a path that takes no body, if anything is. Otherwise Node would read all of it, without end. */
export const discardUnwanted: RequestHandler = (req, _res, next) => {
  discardRest(req, UNWANTED_BYTES);
  next();
};

/** Cuts off a caller who has not read the answer of a path without a key within this time (milliseconds). */
export function limitReading(ms: number): RequestHandler {
  return (_req, res, next) => {
    const timer = setTimeout(() => breakOff(res, 'time_limit'), ms).unref();
    res.once('close', () => clearTimeout(timer));
    next();
  };
}
