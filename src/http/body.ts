import type { Request, RequestHandler, Response } from 'express';
import type { ApiError } from '../contract/errors.js';
import { bodyTooSlow, broughtTooLittle } from '../contract/request-errors.js';
import { noteAbort } from './send.js';

/** What the routes share about bodies: how they are asked for, watched, and thrown away. */

/** Whether the body was sent compressed. Other codings were refused before. */
export function isGzip(req: Request): boolean {
  return req.headers['content-encoding']?.trim().toLowerCase() === 'gzip';
}

/**
 * Tells a caller who asked first (`Expect: 100-continue`) to go on: nothing speaks against its body so far. HTTP/1.0 knows no
 * invitation and would take it for the answer.
 */
export function inviteBody(req: Request, res: Response): void {
  if (req.httpVersion === '1.1' && req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
}

/** Bytes of the plain body as the caller announces them; the size after gzip is not known. */
export function announcedLength(req: Request): number | undefined {
  const length = req.headers['content-length'];
  return length === undefined || isGzip(req) ? undefined : Number(length);
}

/** How slowly something may come, or be taken. */
export interface Pace {
  /** A window, milliseconds, of which each has to bring something; the first one is a start that is not counted. */
  readonly idleMs: number;
  /** Bytes a second on the average. */
  readonly minBytesPerSecond: number;
  /** Milliseconds for all of it. */
  readonly longestMs: number;
}

/**
 * Bounds how slowly a body may arrive: every window must bring at least `minBytes`, all of them together the average, and all of it
 * must come within the longest time, or the end. A caller that trickles bytes holds a connection and memory; one on a bad line brings
 * more than that. Time in which bytes lie here unread is ours and does not count.
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
  const tooSlow = (brought: number): string | undefined => {
    if (brought < minBytes) return broughtTooLittle(windowMs);
    if (arrived < (elapsedMs / 1000) * minBytesPerSecond) {
      return `it came at less than ${minBytesPerSecond} bytes a second`;
    }
    const sinceStartMs = elapsedMs + windowMs;
    return sinceStartMs < longestMs ? undefined : `${sinceStartMs / 1000} seconds were not enough for it`;
  };
  const endWindow = (): void => {
    if (isOver) return;
    const brought = req.socket.bytesRead - before;
    before += brought;
    arrived += brought;
    if (isOurs()) return;
    elapsedMs += windowMs;
    const problem = tooSlow(brought);
    if (problem === undefined) return;
    stop();
    onTimeout(bodyTooSlow(problem));
  };
  // After a pause of this process what came meanwhile is read only behind its timers.
  const timer = setInterval(() => setImmediate(endWindow), windowMs);
  timer.unref();
  const stop = (): void => {
    isOver = true;
    clearInterval(timer);
  };
  return stop;
}

/** Of a body that nobody wants. */
const DISCARD_PACE: Pace = { idleMs: 10_000, minBytesPerSecond: 64 * 1024, longestMs: 300_000 };
const DISCARD_MIN_BYTES = 64 * 1024;
/** Closing a connection on which the caller is sending resets it, and takes an answer with it that is not read yet. */
const LINGER_MS = 2_000;

/**
 * Reads the rest of a refused body into nothing, so that a caller who only reads the answer after sending everything
 * still gets it. One who sends too slowly is cut off, and one who sends more than `maxBytes` is kept waiting for a moment, in
 * which it can read the answer, and then cut off. `onEnd` is called when all of it came.
 */
export function discardRest(req: Request, maxBytes: number, onEnd?: () => void): void {
  req.unpipe();
  if (req.complete || req.destroyed) {
    // What has arrived may lie here unread, and the next request of the connection behind it.
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

/** Most bytes of a body that are read, and thrown away, where nobody asked for one or its sender has shown no key. */
export const UNWANTED_BYTES: number = 64 * 1024;

/** Lets a body that comes to a path that takes none run into nothing. Without this Node reads all of it, however long it is. */
export const discardUnwanted: RequestHandler = (req, _res, next) => {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers;
  if (length !== '0' || coding !== undefined) discardRest(req, UNWANTED_BYTES);
  next();
};
