import { parse } from 'content-type';
import type { Request, RequestHandler } from 'express';
import type { BulkFormat } from '../bulk/chunk/chunk-format.js';
import { ApiError } from '../contract/errors.js';

/** Refuses bodies that are not of the one media type that a route reads, in UTF-8, plain or gzip. */
export function requireContent(mediaType: 'application/json' | 'text/csv'): RequestHandler {
  return (req, _res, next) => {
    next(contentProblem(req, mediaType));
  };
}

function contentProblem(req: Request, mediaType: string): ApiError | undefined {
  const sent = req.headers['content-type'];
  // What nearly every request says, spared the parser.
  if (sent !== mediaType && !isUtf8Of(sent, mediaType)) {
    return refusal(`Send Content-Type: ${mediaType}, in UTF-8.`);
  }
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === 'gzip') return undefined;
  return refusal('Send the body plain, or with Content-Encoding: gzip.', { 'Accept-Encoding': 'gzip' });
}

function refusal(message: string, headers: Readonly<Record<string, string>> = {}): ApiError {
  return new ApiError('unsupportedMediaType', message, { headers });
}

function isUtf8Of(sent: string | undefined, mediaType: string): boolean {
  if (sent === undefined) return false;
  try {
    const { type, parameters } = parse(sent);
    const charset = parameters['charset']?.toLowerCase() ?? 'utf-8';
    return type === mediaType && (charset === 'utf-8' || charset === 'utf8');
  } catch {
    // The parser throws for what is no media type at all, which is a type we do not accept.
    return false;
  }
}

/** The media types that a bulk run can be answered in, the default first. */
export const BULK_MEDIA_TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<BulkFormat, string>;

/**
 * What the caller wants a bulk run to be answered in.
 *
 * @throws ApiError `notAcceptable` when Accept admits neither.
 */
export function bulkFormat(req: Request): BulkFormat {
  const accepted = req.accepts([BULK_MEDIA_TYPES.csv, BULK_MEDIA_TYPES.ndjson]);
  if (accepted === BULK_MEDIA_TYPES.csv) return 'csv';
  if (accepted === BULK_MEDIA_TYPES.ndjson) return 'ndjson';
  const offered = Object.values(BULK_MEDIA_TYPES).join(' or ');
  throw new ApiError('notAcceptable', `The answer can be ${offered}. Let Accept admit one of them.`);
}
