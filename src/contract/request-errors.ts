import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/award-years.js';
import { listed, numberText } from '../engine/texts.js';
import { ApiError, type ErrorKind } from './errors.js';
import { shortened, shown } from './field-kinds.js';
import { nearestName } from './name-forms.js';

/**
 * What is answered to a request for what it is, whatever its body says. The routes throw these errors and the OpenAPI document shows
 * them, so that each sentence stands once.
 */

/** The connection carries nothing more: what comes on it is not known, or not waited for. */
const CLOSING = { Connection: 'close' };

function always(kind: ErrorKind, message: string, headers: ApiError['headers'] = {}): () => ApiError {
  return () => new ApiError(kind, message, { headers });
}

/** What a key looks like, in words. */
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

export const bodyBrokenOff = always(
  'unparsable',
  'The body ended before it was complete. Send it again.',
  CLOSING,
);
export const bodyTooSlow = always(
  'bodyTimeout',
  'The body came too slowly. Send it again, without pauses or over a faster connection.',
  CLOSING,
);
export const invalidGzip = always(
  'unparsable',
  'The body is not valid gzip. Send it plain, or compress it again.',
);
export const unknownContentCoding = always(
  'unsupportedMediaType',
  'Send the body plain, or with Content-Encoding: gzip.',
  { 'Accept-Encoding': 'gzip' },
);
export const notAcceptable = always(
  'notAcceptable',
  'The answer can be text/csv or application/x-ndjson, in UTF-8. Accept one of them.',
);
/** The answer to a file has no length to be checked by, and HTTP/1.0 cannot tell a part of it from the whole. */
export const oldHttp = always(
  'oldHttp',
  'A file cannot be answered over HTTP/1.0. Send it with HTTP/1.1, and have every proxy on the way do the same: in nginx, set "proxy_http_version 1.1;".',
);
export const nothingThere = always(
  'notFound',
  'There is nothing at this path. The API is described at GET /v1/openapi.json.',
);
/** The path has a percent sign that begins no character. */
export const invalidPath = always('notFound', 'The path is not a valid URL.');
/** The load balancer leaves out a process that stops, or another one replaces it, within the seconds to wait. */
export const stopping = always('unavailable', 'This process is about to stop. Send the request again.', {
  'Retry-After': '5',
  ...CLOSING,
});
export const tooManyUploads = always(
  'unavailable',
  'Too many uploads are under way. Send the file again in 10 seconds.',
  { 'Retry-After': '10' },
);

export const SPLIT_FILE =
  'Split it and send the parts, each with the header and with all rows of a student in one part.';

const SEND_ONE_STUDENT =
  'One student takes a few kilobytes: send the fields of one student only, and many students as a CSV file to POST /v1/calculate/bulk.';

/** The body has more bytes, after decompression, than the limit for one student; `whatToDo` is a sentence for other bodies. */
export function bodyTooLarge(maxBytes: number, whatToDo: string = SEND_ONE_STUDENT): ApiError {
  const message = `The body is larger than the limit of ${numberText(maxBytes)} bytes. ${whatToDo}`;
  return new ApiError('tooLarge', message, {
    details: [{ message: 'The limit in bytes.', max_bytes: maxBytes }],
  });
}

/** {@link bodyTooLarge} of a file. */
export function uploadTooLarge(maxBytes: number): ApiError {
  return bodyTooLarge(maxBytes, SPLIT_FILE);
}

/** The body is of another media type; `hint` says more of what was sent. */
export function wrongMediaType(mediaType: string, hint = ''): ApiError {
  return new ApiError('unsupportedMediaType', `Send Content-Type: ${mediaType}, in UTF-8.${hint}`);
}

/** The path answers other methods: `allow` as the header has them. */
export function methodNotAllowed(allow: string, method: string): ApiError {
  const message = `This path answers ${allow}, not ${method}.`;
  return new ApiError('methodNotAllowed', message, { headers: { Allow: allow } });
}

/** Something failed that callers can do nothing about. */
export function internalError(requestId: string): ApiError {
  const message = `Something went wrong on our side. Try again, and tell the operator the request id ${requestId} if it happens again.`;
  return new ApiError('internal', message);
}

/** A query parameter that is a flag says something else. */
export function notAFlag(name: string): string {
  return `The query parameter ${name} must be true or false.`;
}

/** A query parameter that the path does not take; `names` are those that it does. */
export function unknownParameter(given: string, names: readonly string[]): string {
  const meant = nearestName(given, names);
  const question = meant === undefined ? '.' : `: did you mean ${meant}?`;
  return `There is no query parameter "${shortened(given)}" here${question} This path takes ${listed(names)}.`;
}

/** A query parameter that is there more than once. */
export function queryGivenTwice(name: string): string {
  return `The query parameter ${name} is given more than once. Give it once.`;
}

/** An award year without a table; `where` says where it was given. */
export function unknownAwardYear(where: string, given: string): string {
  return `${where} must be ${listed(AWARD_YEARS, 'or')}: other award years have no table of limits. ${shown(given)} Leave it out for ${CURRENT_AWARD_YEAR}.`;
}
