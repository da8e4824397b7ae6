import type { Request, Response } from 'express';
import { ApiError, type ErrorKind } from '../contract/errors.js';
import type { Authentication, AuthenticationCode } from '../keys/authenticate.js';
import { requestContext } from './request-context.js';

/** Says who sends a request with this Authorization header. */
export type Authenticate = (header: string | undefined) => Authentication;

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

const KINDS: Readonly<Record<AuthenticationCode, ErrorKind>> = {
  unauthenticated: 'unauthenticated',
  invalid_token: 'invalidToken',
  expired_token: 'expiredToken',
  revoked_token: 'revokedToken',
};

/** Why a request is refused for its key, or undefined; the request context learns which key it is. */
export function keyProblem(req: Request, res: Response, authenticate: Authenticate): ApiError | undefined {
  const who = authenticate(req.headers.authorization);
  const context = requestContext(res);
  context.keyId = who.keyId ?? undefined;
  context.isAuthenticated = who.ok;
  if (who.ok) return undefined;
  const isUnknown = who.code === 'unauthenticated' || who.code === 'invalid_token';
  return new ApiError(KINDS[who.code], who.message, isUnknown ? { headers: CHALLENGE } : {});
}
