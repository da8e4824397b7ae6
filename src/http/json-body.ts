import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler } from 'express';
import { ApiError } from '../contract/errors.js';
import { JsonRefusal, parseJson } from '../contract/json-text.js';
import { isJsonObject, type JsonObject } from '../contract/read-student.js';
import { announcedLength, bodyBrokenOff, invalidGzip, inviteBody, tooLarge } from './body.js';
import { watchBody } from './body-clock.js';

/** Reads the whole body into memory, up to `maxBytes` after decompression. */
export function readWhole(maxBytes: number, idleMs: number): RequestHandler {
  const read = express.raw({ limit: maxBytes, type: () => true });
  return (req, res, next) => {
    if ((announcedLength(req) ?? 0) > maxBytes) return next(tooLarge(maxBytes));
    // The whole of such a small body has the time of one window.
    const stop = watchBody(req, { idleMs, minBytes: Number.POSITIVE_INFINITY }, settle);
    let isSettled = false;
    function settle(error?: unknown): void {
      if (isSettled) return;
      isSettled = true;
      stop();
      next(error === undefined ? undefined : bodyFailure(error, maxBytes));
    }
    inviteBody(req, res);
    read(req, res, settle);
  };
}

/** What body-parser says of a body, in our words. */
function bodyFailure(error: unknown, maxBytes: number): unknown {
  if (error instanceof ApiError || typeof error !== 'object' || error === null) return error;
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.too.large') return tooLarge(maxBytes);
  if (type === 'request.aborted' || type === 'request.size.invalid') {
    return bodyBrokenOff();
  }
  const status = 'status' in error ? error.status : undefined;
  if (status === 400) return invalidGzip();
  return error;
}

/**
 * The JSON object that `readWhole` has brought.
 *
 * @throws ApiError `invalidJson` for what is not JSON, `invalidFields` for JSON that is not an object.
 */
export function jsonObject(req: Request): JsonObject {
  const bytes: unknown = req.body;
  const body = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
  if (!isUtf8(body)) throw new ApiError('invalidJson', 'The body is not UTF-8. Send JSON in UTF-8.');
  const value = parsed(body.toString('utf8'));
  if (isJsonObject(value)) return value;
  throw new ApiError('invalidFields', 'The body must be one JSON object with the fields of a student.');
}

const BYTE_ORDER_MARK = '\uFEFF';

function parsed(text: string): unknown {
  try {
    return parseJson(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    const { line, column, message } = error;
    const details = line === null || column === null ? {} : { details: [{ message, line, column }] };
    throw new ApiError('invalidJson', message, details);
  }
}
