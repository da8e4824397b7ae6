import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { ApiError } from '../contract/errors.js';
import { discardRest } from './body.js';
import { exchangeOf } from './exchange.js';
import { sendFailure } from './send.js';

/**
 * Answers whatever a route threw: what is meant for callers as it is, anything else as a 500 that tells nothing.
 * The rest of a refused body, up to `maxBytes`, is read and thrown away.
 */
export function answerErrors(maxBytes: number): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    sendFailure(res, publicFailure(error, res));
    discardRest(req, maxBytes);
  };
}

function publicFailure(error: unknown, res: Response): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof URIError) return new ApiError('notFound', 'The path is not a valid URL.');
  const exchange = exchangeOf(res);
  exchange.failure = error;
  const message = `Something went wrong on our side. Try again, and tell the operator the request id ${exchange.requestId} if it happens again.`;
  return new ApiError('internal', message);
}

/** For every path that no route has. */
export const notFound: RequestHandler = (_req, _res, next) => {
  next(
    new ApiError('notFound', 'There is nothing at this path. The API is described at GET /v1/openapi.json.'),
  );
};

/** For a path whose routes answer other methods. */
export function allowOnly(...methods: readonly string[]): RequestHandler {
  const allow = methods.join(', ');
  return (req, _res, next) => {
    next(
      new ApiError('methodNotAllowed', `This path answers ${allow}, not ${req.method}.`, {
        headers: { Allow: allow },
      }),
    );
  };
}
