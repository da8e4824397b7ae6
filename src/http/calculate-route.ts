import { createGunzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { type ApiError, FieldValidationError } from '../contract/errors.js';
import { fieldErrors, readJsonStudent, studentObject } from '../contract/json-student.js';
import { CALCULATE_PARAMETERS } from '../contract/openapi/parts.js';
import { bodyBrokenOff, bodyTooLarge, invalidGzip } from '../contract/request-errors.js';
import { requestTrace } from '../contract/request-trace.js';
import { calculate } from '../engine/calculate.js';
import type { Config } from '../ops/config.js';
import { announcedLength, discardRest, inviteBody, isGzip, watchBody } from './body.js';
import { Query } from './query.js';
import { sendJson } from './send.js';

/** Sets `req.body`. `express.raw` reports an oversized body only at its end, and has no time limit. */
export function readWhole({ jsonMaxBytes: maxBytes, bodyIdleTimeoutMs: idleMs }: Config): RequestHandler {
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
      // Padding after the compressed data would block the connection for the next request.
      if (source !== req && problem === undefined) discardRest(req, maxBytes);
      if (problem === undefined) req.body = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
      next(problem);
    };
    const onData = (piece: Buffer): void => {
      length += piece.length;
      if (length > maxBytes) settle(bodyTooLarge(maxBytes));
      else pieces.push(piece);
    };
    // A body this small must arrive within one window.
    const pace = { idleMs, minBytesPerSecond: 0, longestMs: idleMs };
    const stopClock = watchBody(req, pace, Number.POSITIVE_INFINITY, settle);
    source.on('data', onData);
    source.once('end', () => settle());
    // The error captures a stack, so it is created on demand: most requests close long after they settled.
    const settleBroken = (): void => {
      if (!isSettled) settle(bodyBrokenOff());
    };
    // The listeners stay: an error after the first problem must not end the process.
    req.on('error', settleBroken);
    if (source !== req) source.on('error', () => settle(invalidGzip()));
    req.once('close', () => {
      if (!req.readableEnded) settleBroken();
    });
    // Node does not track a request that was answered before its body ended: the request never closes.
    res.once('close', settleBroken);
    inviteBody(req, res);
  };
}

/** `POST /v1/calculate`: one student, read by {@link readWhole}, with the trace if asked for. */
export const calculateOne: RequestHandler = (req, res) => {
  const query = new Query(req, CALCULATE_PARAMETERS);
  const isTraced = query.flag('trace');
  const awardYear = query.awardYear('award_year');
  query.check((wrong) => new FieldValidationError(Object.fromEntries(wrong)));
  const bytes: unknown = req.body;
  const body = studentObject(Buffer.isBuffer(bytes) ? bytes : new Uint8Array());
  const reading = readJsonStudent(body, awardYear);
  if (!reading.ok) throw new FieldValidationError(fieldErrors(reading.failures));
  const result = calculate(reading.student, awardYear);
  const answer = isTraced ? { ...result, trace: requestTrace(body, reading.student, awardYear) } : result;
  sendJson(res, 200, JSON.stringify(answer));
};
