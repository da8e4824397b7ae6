import { always } from './request-errors.js';

/** The form of a key, in words. */
export const KEY_FORM = 'svc_live_ and 38 letters and digits';

const BEARER = { 'WWW-Authenticate': 'Bearer' };

/** Why a sender is refused. No message repeats what was sent. */
export const KEY_REFUSALS = {
  missing: always(
    'unauthenticated',
    'The Authorization header is missing. Send your API key as "Authorization: Bearer <API_KEY>".',
    BEARER,
  ),
  malformed: always(
    'unauthenticated',
    'The Authorization header must read "Bearer <API_KEY>": the word Bearer, a space, and one API key.',
    BEARER,
  ),
  mistyped: always(
    'invalidToken',
    `The API key is incomplete or mistyped: it is ${KEY_FORM}. Copy it again from where it was issued. Keys that begin with svc_test_ are not issued today.`,
    BEARER,
  ),
  unknown: always(
    'invalidToken',
    'The API key was not issued by this service. Check that it belongs to this address, or ask the operator for a key.',
    BEARER,
  ),
  expired: always('expiredToken', 'The API key has expired. Ask the service operator for a new one.'),
  revoked: always('revokedToken', 'The API key has been revoked. Ask the service operator for a new one.'),
};
