import type { RequestHandler, Response } from 'express';
import { ApiError, type ErrorKind } from '../contract/errors.js';
import { stopping } from '../contract/request-errors.js';
import type { Authentication, AuthenticationCode } from '../keys/authenticate.js';
import { isLate } from './connections.js';
import { contentProblem } from './negotiation.js';
import { requestContext } from './request-context.js';

/** The media types of request bodies. */
export type BodyType = 'application/json' | 'text/csv';

/** Says who sends a request with this Authorization header: at once, unless a key has to be looked for first. */
export type Authenticate = (header: string | undefined) => Authentication | Promise<Authentication>;

const KINDS: Readonly<Record<AuthenticationCode, ErrorKind>> = {
  unauthenticated: 'unauthenticated',
  invalid_token: 'invalidToken',
  expired_token: 'expiredToken',
  revoked_token: 'revokedToken',
};

/**
 * The door of a calculation route: who asks, then what the body claims to be, before anything of the body is looked
 * at. `pattern` names the route in logs and metrics. One handler, because every calculation passes it, and without a
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

/** Why a request of this sender is refused; the request context learns which key it is. */
function keyProblem(res: Response, who: Authentication): ApiError | undefined {
  const context = requestContext(res);
  context.keyId = who.keyId ?? undefined;
  context.isAuthenticated = who.ok;
  if (who.ok) return undefined;
  const isUnknown = who.code === 'unauthenticated' || who.code === 'invalid_token';
  const headers: Record<string, string> = isUnknown ? { 'WWW-Authenticate': 'Bearer' } : {};
  return new ApiError(KINDS[who.code], who.message, { headers });
}
