import { createGunzip } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import type { ApiError } from '../contract/errors.js';
import { type JsonObject, studentObject } from '../contract/json-student.js';
import { bodyBrokenOff, bodyTooLarge, invalidGzip } from '../contract/request-errors.js';
import { announcedLength, discardRest, inviteBody, isGzip } from './body.js';
import { watchBody } from './body-clock.js';

/**
 * Reads the whole body into memory, up to `maxBytes` after decompression; `jsonObject` takes it from there.
 *
 * Not `express.raw`: it says that a body is too large only when all of it has come, however long it is, and knows no clock.
 */
export function readWhole(maxBytes: number, idleMs: number): RequestHandler {
  return (req, res, next) => {
    if ((announcedLength(req) ?? 0) > maxBytes) return next(bodyTooLarge(maxBytes));
    const source = isGzip(req) ? req.pipe(createGunzip()) : req;
    const pieces: Buffer[] = [];
    let length = 0;
    let isSettled = false;
    const settle = (problem?: ApiError): void => {
      if (isSettled) return;
      isSettled = true;
      stopClock();
      source.off('data', onData);
      if (source !== req) source.destroy();
      // Padding behind the compressed text would keep the connection from the next request.
      if (source !== req && problem === undefined) discardRest(req, maxBytes);
      if (problem === undefined) req.body = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
      next(problem);
    };
    const onData = (piece: Buffer): void => {
      length += piece.length;
      if (length > maxBytes) settle(bodyTooLarge(maxBytes));
      else pieces.push(piece);
    };
    // The whole of such a small body has the time of one window.
    const stopClock = watchBody(req, { idleMs, minBytes: Number.POSITIVE_INFINITY }, settle);
    source.on('data', onData);
    source.once('end', () => settle());
    // Most requests close long after they were settled: an error, which takes note of its stack, is not made for them.
    const settleBroken = (): void => {
      if (!isSettled) settle(bodyBrokenOff());
    };
    // The listeners stay: what comes after the first problem must not end the process.
    req.on('error', settleBroken);
    if (source !== req) source.on('error', () => settle(invalidGzip()));
    req.once('close', () => {
      if (!req.readableEnded) settleBroken();
    });
    // Node forgets a request that was answered in the middle of its body: it never closes.
    res.once('close', settleBroken);
    inviteBody(req, res);
  };
}

/**
 * The JSON object that `readWhole` has brought.
 *
 * @throws ApiError `invalidJson` for what is not JSON, `invalidFields` for JSON that is not an object.
 */
export function jsonObject(req: Request): JsonObject {
  const body: unknown = req.body;
  return studentObject(Buffer.isBuffer(body) ? body : new Uint8Array());
}
