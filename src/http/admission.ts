import type { RequestHandler } from 'express';
import { stopping } from '../contract/request-errors.js';
import type { Authentication } from '../keys/authenticate.js';
import { type Authenticate, keyProblem } from './authentication.js';
import { isLate } from './connections.js';
import { contentProblem } from './negotiation.js';
import { requestContext } from './request-context.js';

/** The media types of request bodies. */
export type BodyType = 'application/json' | 'text/csv';

/**
 * The door of a calculation route: who asks, then what the body claims to be, before anything of the body is looked
 * at. `pattern` names the route in logs and metrics. One handler, because every request passes it, and without a
 * promise unless the key is unknown.
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
      // Nothing would tell the handlers behind this one that the caller has left meanwhile.
      if (!res.closed) decide(found);
    }, next);
  };
}

/** Names the route of a request that is not admitted like that. */
export function named(pattern: string): RequestHandler {
  return (_req, res, next) => {
    requestContext(res).route = pattern;
    next();
  };
}
