import type { RequestHandler } from 'express';
import { ApiError, type ErrorKind } from '../contract/errors.js';
import type { Authentication, AuthenticationCode } from '../keys/authenticate.js';
import { exchangeOf } from './exchange.js';

/** Says who sends a request with this Authorization header. */
export type Authenticate = (header: string | undefined) => Authentication;

const KINDS: Readonly<Record<AuthenticationCode, ErrorKind>> = {
  unauthenticated: 'unauthenticated',
  invalid_token: 'invalidToken',
  expired_token: 'expiredToken',
  revoked_token: 'revokedToken',
};

/** Lets requests with a usable key pass and refuses the others, before anything of their body is looked at. */
export function requireKey(authenticate: Authenticate): RequestHandler {
  return (req, res, next) => {
    const who = authenticate(req.headers.authorization);
    const exchange = exchangeOf(res);
    exchange.keyId = who.keyId ?? undefined;
    if (who.ok) {
      next();
      return;
    }
    const kind = KINDS[who.code];
    const headers =
      who.code === 'unauthenticated' || who.code === 'invalid_token'
        ? { 'WWW-Authenticate': 'Bearer' }
        : undefined;
    next(new ApiError(kind, who.message, headers === undefined ? {} : { headers }));
  };
}
