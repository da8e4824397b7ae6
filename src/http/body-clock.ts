import type { Request } from 'express';
import { ApiError } from '../contract/errors.js';

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
  let before = bytesRead(req);
  const timer = setInterval(() => {
    const now = bytesRead(req);
    if (now - before >= minBytes) {
      before = now;
      return;
    }
    clearInterval(timer);
    const message = `The body did not arrive in time: ${idleMs / 1000} seconds brought too little of it. Send it again.`;
    onTimeout(new ApiError('bodyTimeout', message, { headers: { Connection: 'close' } }));
  }, idleMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Bytes that the connection has brought; paused time counts, so a caller is not watched while it is made to wait. */
function bytesRead(req: Request): number {
  return req.socket.bytesRead;
}
