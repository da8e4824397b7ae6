import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/award-years.js';
import { listed, numberText } from '../engine/texts.js';
import { ApiError, type ErrorKind } from './errors.js';
import { shortened, shown } from './field-kinds.js';
import { nearestName } from './name-forms.js';

/** Errors not caused by a body's content, written once for routes and for the OpenAPI document. */

/** Closes the connection: further input is not understood, or not waited for. */
const CLOSING = { Connection: 'close' };

/**
 * An error that is the same each time. The pages leave out those that they do not use.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function always(kind: ErrorKind, message: string, headers: ApiError['headers'] = {}): () => ApiError {
  return () => new ApiError(kind, message, { headers });
}

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
/** The answer to a file has no length, so HTTP/1.0 cannot tell a partial answer from a complete one. */
export const oldHttp = always(
  'oldHttp',
  'A file cannot be answered over HTTP/1.0. Send it with HTTP/1.1, and have every proxy on the way do the same: in nginx, set "proxy_http_version 1.1;".',
);
export const nothingThere = always(
  'notFound',
  'There is nothing at this path. The API is described at GET /v1/openapi.json.',
);
/** The path has a percent sign that does not begin an encoded character. */
export const invalidPath = always('notFound', 'The path is not a valid URL.');
/** Within the seconds of Retry-After, the load balancer drops a stopping process or another replaces it. */
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

/** The body exceeds `maxBytes` after decompression. `whatToDo` is a sentence for files of students. */
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

/** The body has another media type; `hint` is appended to the message. */
export function wrongMediaType(mediaType: string, hint = ''): ApiError {
  return new ApiError('unsupportedMediaType', `Send Content-Type: ${mediaType}, in UTF-8.${hint}`);
}

/** The path has other methods; `allow` is the value of the Allow header. */
export function methodNotAllowed(allow: string, method: string): ApiError {
  const message = `This path answers ${allow}, not ${method}.`;
  return new ApiError('methodNotAllowed', message, { headers: { Allow: allow } });
}

/** A failure that callers cannot correct. */
export function internalError(requestId: string): ApiError {
  const message = `Something went wrong on our side. Try again, and tell the operator the request id ${requestId} if it happens again.`;
  return new ApiError('internal', message);
}

/** A flag in the query has another value. */
export function notAFlag(name: string): string {
  return `The query parameter ${name} must be true or false.`;
}

/** The path does not take this query parameter; `names` are those it takes. */
export function unknownParameter(given: string, names: readonly string[]): string {
  const meant = nearestName(given, names);
  const question = meant === undefined ? '.' : `: did you mean ${meant}?`;
  return `There is no query parameter "${shortened(given)}" here${question} This path takes ${listed(names)}.`;
}

/** A query parameter is repeated. */
export function queryGivenTwice(name: string): string {
  return `The query parameter ${name} is given more than once. Give it once.`;
}

/** The award year has no table of limits; `where` names the place where it was given. */
export function unknownAwardYear(where: string, given: string): string {
  return `${where} must be ${listed(AWARD_YEARS, 'or')}: other award years have no table of limits. ${shown(given)} Leave it out for ${CURRENT_AWARD_YEAR}.`;
}
