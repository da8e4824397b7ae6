import type { Request } from 'express';
import type { ApiError } from '../contract/errors.js';
import { bodyTooSlow } from '../contract/request-errors.js';

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
