import { ERRORS, type ErrorKind } from '../errors.js';

/** When callers meet each kind of failure, for the documentation. */
export const ERROR_MEANINGS: Readonly<Record<ErrorKind, string>> = {
  unparsable: 'JSON or CSV that cannot be parsed, or an empty body',
  invalidQuery: 'A query parameter cannot be used',
  oldHttp: 'A file was sent with HTTP/1.0, also by a proxy on the way',
  unusableHeader: 'A CSV header row that cannot be used',
  unauthenticated: 'The Authorization header is missing, or not "Bearer <token>"',
  invalidToken: 'The token has the wrong format or was never issued',
  expiredToken: 'The token has expired',
  revokedToken: 'The token was revoked',
  notFound: 'There is nothing at this path',
  methodNotAllowed: 'The path does not support this method',
  notAcceptable: 'Accept allows none of the types offered',
  bodyTimeout: 'The body did not arrive in time',
  tooLarge: 'The body is over a limit',
  unsupportedMediaType: 'The content type, charset or content encoding is not accepted',
  invalidFields: 'The request cannot be calculated as given',
  internal: 'Something unexpected happened on our side',
  unavailable: 'The service cannot take the request right now',
};

/** Every kind, in the order of the table. */
export const ERROR_KINDS: readonly ErrorKind[] = Object.keys(ERRORS).filter(
  (kind): kind is ErrorKind => kind in ERRORS,
);
