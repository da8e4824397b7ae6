import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { ApiError } from '../contract/errors.js';
import { internalError, invalidPath, methodNotAllowed, nothingThere } from '../contract/request-errors.js';
import { discardRest, UNWANTED_BYTES } from './body.js';
import { requestContext } from './request-context.js';
import { holdFailure, sendFailure } from './send.js';

/**
 * Answers what a route threw: public errors unchanged, anything else as a 500 without details. The rest of a
 * refused body is discarded: up to `maxBytes` from a caller with a key, very little from one without.
 */
export function answerErrors(maxBytes: number): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const failure = publicFailure(error, res);
    const most = requestContext(res).isAuthenticated ? maxBytes : UNWANTED_BYTES;
    if (!res.headersSent && closesTooEarly(req, res, failure)) {
      holdFailure(res, failure);
      discardRest(req, most, () => res.end());
      return;
    }
    sendFailure(res, failure);
    discardRest(req, most);
  };
}

/**
 * Whether ending the answer would close the connection while the caller is still sending, and hide the answer
 * behind a broken connection. A caller waiting for an invitation is not sending.
 */
function closesTooEarly(req: Request, res: Response, failure: ApiError): boolean {
  const isSending = !req.complete && !req.destroyed && req.headers.expect === undefined;
  return isSending && !res.shouldKeepAlive && failure.headers['Connection'] === undefined;
}

/** The router's `URIError` has a status and concerns the path; any other is a defect of this program. */
function publicFailure(error: unknown, res: Response): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof URIError && 'status' in error) return invalidPath();
  const context = requestContext(res);
  context.failure = error;
  return internalError(context.requestId);
}

/** For every path without a route. */
export const notFound: RequestHandler = (_req, _res, next) => {
  next(nothingThere());
};

/** For a path that has routes only for other methods. */
export function allowOnly(...methods: readonly string[]): RequestHandler {
  const allow = methods.join(', ');
  return (req, _res, next) => {
    next(methodNotAllowed(allow, req.method));
  };
}
