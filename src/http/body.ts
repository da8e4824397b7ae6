import type { Request, Response } from 'express';
import { ApiError } from '../contract/errors.js';
import { watchBody } from './body-clock.js';
import { noteAbort } from './send.js';

/** What the routes share about bodies: how they are asked for, refused, and thrown away. */

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

/** The body has more bytes, after decompression, than the limit. */
export function tooLarge(maxBytes: number): ApiError {
  const message = `The body is larger than the limit of ${maxBytes.toLocaleString('en-US')} bytes. Split it and send the parts.`;
  return new ApiError('tooLarge', message, {
    details: [{ message: 'The limit in bytes.', max_bytes: maxBytes }],
  });
}

/** The caller ended or broke off in the middle of the body; nothing more can be read from the connection. */
export function bodyBrokenOff(): ApiError {
  return new ApiError('invalidJson', 'The body ended before it was complete. Send it again.', {
    headers: { Connection: 'close' },
  });
}

/** Where the body ends is not known, so the connection is closed. */
export function unknownTransferCoding(): ApiError {
  const message =
    'The only Transfer-Encoding is chunked. Send a compressed body with Content-Encoding: gzip instead.';
  return new ApiError('invalidJson', message, { headers: { Connection: 'close' } });
}

/** The body was announced as gzip and is none, or ends too early. */
export function invalidGzip(): ApiError {
  return new ApiError('invalidJson', 'The body is not valid gzip. Send it plain, or compress it again.');
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
