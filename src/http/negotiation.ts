import { parse } from 'content-type';
import type { Request } from 'express';
import { ApiError } from '../contract/errors.js';
import type { BulkFormat } from '../csv/chunk.js';

/** Why a request is refused for what its body claims to be, or undefined: one media type, in UTF-8, plain or gzip. */
export function contentProblem(req: Request, mediaType: string): ApiError | undefined {
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

/** What a bulk run can be answered in, the default first. */
export const BULK_CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const satisfies Record<BulkFormat, string>;

/**
 * What the caller wants a bulk run to be answered in. Accept may name the parameters that the answer has, too.
 *
 * @throws ApiError `notAcceptable` when Accept admits neither.
 */
export function bulkFormat(req: Request): BulkFormat {
  const { csv, ndjson } = BULK_CONTENT_TYPES;
  const accepted = req.accepts([csv, ndjson]);
  if (accepted === csv) return 'csv';
  if (accepted === ndjson) return 'ndjson';
  const message =
    'The answer can be text/csv or application/x-ndjson, in UTF-8. Let Accept admit one of them.';
  throw new ApiError('notAcceptable', message);
}
