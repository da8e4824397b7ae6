import type { Request, Response } from 'express';
import type { ApiError } from '../contract/errors.js';
import { bodyTooSlow } from '../contract/request-errors.js';
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

/** Bytes of the plain body as the caller announces them; what gzip becomes nobody knows. */
export function announcedLength(req: Request): number | undefined {
  const length = req.headers['content-length'];
  return length === undefined || isGzip(req) ? undefined : Number(length);
}

/**
 * Bounds how slowly a body may arrive: every window of `idleMs` must bring at least `minBytes`, or the end.
 * A caller that trickles bytes holds a connection and memory; one on a bad line brings more than that.
 *
 * @returns stops the clock.
 */
export function watchBody(
  req: Request,
  { idleMs, minBytes }: { readonly idleMs: number; readonly minBytes: number },
  onTimeout: (error: ApiError) => void,
): () => void {
  let before = req.socket.bytesRead;
  let isOver = false;
  const hasMoved = (): boolean => {
    const now = req.socket.bytesRead;
    // Bytes that lie here unread, or a whole body, are ours to deal with: the caller has done its part.
    const moved = now - before >= minBytes || req.complete || req.readableLength > 0;
    if (moved) before = now;
    return moved;
  };
  const giveUp = (): void => {
    if (isOver || hasMoved()) return;
    stop();
    onTimeout(bodyTooSlow(idleMs));
  };
  const timer = setInterval(() => {
    // After a pause of this process what came meanwhile is read only behind its timers.
    if (!hasMoved()) setImmediate(giveUp);
  }, idleMs);
  timer.unref();
  const stop = (): void => {
    isOver = true;
    clearInterval(timer);
  };
  return stop;
}

const DISCARD_WINDOW_MS = 10_000;
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
  const stop = watchBody(req, { idleMs: DISCARD_WINDOW_MS, minBytes: DISCARD_MIN_BYTES }, cutOff);
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
