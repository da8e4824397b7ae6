import type { RequestHandler, Response } from 'express';
import type { ApiError } from '../contract/errors.js';
import { KEY_REFUSALS } from '../contract/key-refusals.js';
import { stopping } from '../contract/request-errors.js';
import type { Authentication } from '../keys/key-store.js';
import { contentProblem } from './negotiation.js';
import { requestContext } from './request-context.js';
import { isLate } from './server.js';

export type BodyType = 'application/json' | 'text/csv';

/** Authenticates by the Authorization header; synchronous unless the key file must be read first. */
export type Authenticate = (header: string | undefined) => Authentication | Promise<Authentication>;

/**
 * The first handler of a calculation route: checks the caller, then the headers of the body, before any of
 * the body is read. `pattern` names the route in logs and metrics. Every calculation passes through, so this
 * is a single handler, which makes no promise unless the key is unknown.
 */
export function admit(pattern: string, bodyType: BodyType, authenticate: Authenticate): RequestHandler {
  return (req, res, next) => {
    requestContext(res).route = pattern;
    const decide = (who: Authentication): void => {
      next(keyProblem(res, who) ?? (isLate(req) ? stopping() : contentProblem(req, bodyType)));
    };
    const who = authenticate(req.headers.authorization);
    if (!(who instanceof Promise)) return decide(who);
    who.then((found) => {
      // Following handlers would not learn that the caller has left meanwhile.
      if (!res.closed) decide(found);
    }, next);
  };
}

/** Names the route of a request that does not pass through `admit`. */
export function named(pattern: string): RequestHandler {
  return (_req, res, next) => {
    requestContext(res).route = pattern;
    next();
  };
}

/** Why a sender is refused, if at all. Also records the key in the request context. */
function keyProblem(res: Response, who: Authentication): ApiError | undefined {
  const context = requestContext(res);
  context.keyId = who.keyId ?? undefined;
  context.isAuthenticated = who.ok;
  if (who.ok) return undefined;
  return KEY_REFUSALS[who.problem]();
}
