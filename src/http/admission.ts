import type { RequestHandler } from 'express';
import { ApiError } from '../contract/errors.js';
import { type Authenticate, keyProblem } from './authentication.js';
import { contentProblem } from './negotiation.js';
import { requestContext } from './request-context.js';

export interface AdmissionOptions {
  readonly authenticate: Authenticate;
  /** True from the moment the process is told to stop. */
  readonly isStopping: () => boolean;
}

/** The media types of request bodies. */
export type BodyType = 'application/json' | 'text/csv';

const RETRY_AFTER_SECONDS = '5';

/**
 * The door of a calculation route: who asks, then what the body claims to be, before anything of the body is looked
 * at. `pattern` names the route in logs and metrics. One handler, because every request passes it.
 */
export function admit(pattern: string, bodyType: BodyType, options: AdmissionOptions): RequestHandler {
  return (req, res, next) => {
    requestContext(res).route = pattern;
    const problem = keyProblem(req, res, options.authenticate);
    if (problem === undefined && options.isStopping()) return next(stopping());
    next(problem ?? contentProblem(req, bodyType));
  };
}

function stopping(): ApiError {
  const headers = { 'Retry-After': RETRY_AFTER_SECONDS, Connection: 'close' };
  return new ApiError('unavailable', 'This process is about to stop. Send the request again.', { headers });
}

/** Names the route of a request that is not admitted like that. */
export function named(pattern: string): RequestHandler {
  return (_req, res, next) => {
    requestContext(res).route = pattern;
    next();
  };
}
