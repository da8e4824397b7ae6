import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { ApiError } from '../contract/errors.js';
import { internalError, invalidPath, methodNotAllowed, nothingThere } from '../contract/request-errors.js';
import { discardRest, UNWANTED_BYTES } from './body.js';
import { requestContext } from './request-context.js';
import { holdFailure, sendFailure } from './send.js';

/**
 * Answers whatever a route threw: what is meant for callers as it is, anything else as a 500 that tells nothing.
 * The rest of a refused body is read and thrown away: up to `maxBytes` of a caller with a key, very little of one without.
 */
export function answerErrors(maxBytes: number): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const failure = publicFailure(error, res);
    const { isAuthenticated, errorBody } = requestContext(res);
    const body = errorBody?.(failure) ?? failure.body;
    const most = isAuthenticated ? maxBytes : UNWANTED_BYTES;
    if (!res.headersSent && closesTooEarly(req, res, failure)) {
      holdFailure(res, failure, body);
      discardRest(req, most, () => res.end());
      return;
    }
    sendFailure(res, failure, body);
    discardRest(req, most);
  };
}

/**
 * Whether the end of the answer would close the connection under a caller who is still sending, and who would then
 * see a broken connection instead of the answer. One who waits for an invitation sends nothing.
 */
function closesTooEarly(req: Request, res: Response, failure: ApiError): boolean {
  const isSending = !req.complete && !req.destroyed && req.headers.expect === undefined;
  return isSending && !res.shouldKeepAlive && failure.headers['Connection'] === undefined;
}

/** A `URIError` with a status is of the router, which could not decode the path; any other is a defect of ours. */
function publicFailure(error: unknown, res: Response): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof URIError && 'status' in error) return invalidPath();
  const context = requestContext(res);
  context.failure = error;
  return internalError(context.requestId);
}

/** For every path that no route has. */
export const notFound: RequestHandler = (_req, _res, next) => {
  next(nothingThere());
};

/** For a path whose routes answer other methods. */
export function allowOnly(...methods: readonly string[]): RequestHandler {
  const allow = methods.join(', ');
  return (req, _res, next) => {
    next(methodNotAllowed(allow, req.method));
  };
}
