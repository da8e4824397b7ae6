import type { Response } from 'express';
import { ApiError, type ErrorKind } from '../contract/errors.js';
import type { Authentication, AuthenticationCode } from '../keys/authenticate.js';
import { requestContext } from './request-context.js';

/** Says who sends a request with this Authorization header: at once, unless a key has to be looked for first. */
export type Authenticate = (header: string | undefined) => Authentication | Promise<Authentication>;

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

const KINDS: Readonly<Record<AuthenticationCode, ErrorKind>> = {
  unauthenticated: 'unauthenticated',
  invalid_token: 'invalidToken',
  expired_token: 'expiredToken',
  revoked_token: 'revokedToken',
};

/** Why a request of this sender is refused, or undefined; the request context learns which key it is. */
export function keyProblem(res: Response, who: Authentication): ApiError | undefined {
  const context = requestContext(res);
  context.keyId = who.keyId ?? undefined;
  context.isAuthenticated = who.ok;
  if (who.ok) return undefined;
  const isUnknown = who.code === 'unauthenticated' || who.code === 'invalid_token';
  return new ApiError(KINDS[who.code], who.message, isUnknown ? { headers: CHALLENGE } : {});
}
