import { parse } from 'content-type';
import type { Request } from 'express';
import type { ApiError } from '../contract/errors.js';
import { notAcceptable, unknownContentCoding, wrongMediaType } from '../contract/request-errors.js';
import type { BulkFormat } from '../csv/chunk.js';

/** Why a body is refused by its headers, if at all: it must have one media type, in UTF-8, plain or gzip. */
export function contentProblem(req: Request, mediaType: string): ApiError | undefined {
  const sent = req.headers['content-type'];
  // The value that nearly every request has needs no parsing.
  if (sent !== mediaType && !isUtf8Of(sent, mediaType)) {
    const form = sent !== undefined && FORM.test(sent) ? ` ${NOT_A_FORM}` : '';
    return wrongMediaType(mediaType, form);
  }
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === 'gzip') return undefined;
  return unknownContentCoding();
}

/** What forms in browsers send, and curl with -F, or with -d and no Content-Type. */
const FORM = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i;
const NOT_A_FORM =
  'This request is sent as a form. Send the text itself as the body: with curl, use --data-binary @file and set the Content-Type.';

function isUtf8Of(sent: string | undefined, mediaType: string): boolean {
  const { type, parameters } = parse(sent ?? '');
  const charset = parameters['charset']?.toLowerCase() ?? 'utf-8';
  return type === mediaType && (charset === 'utf-8' || charset === 'utf8');
}

/** The content types of a bulk answer, the default first. */
export const BULK_CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const satisfies Record<BulkFormat, string>;

/**
 * The format of a bulk answer: CSV unless Accept prefers NDJSON, by its weight, by naming it alone, or by
 * naming it first. Accept may include the parameters of the answer's content type.
 * @throws ApiError `notAcceptable` when Accept allows neither.
 */
export function bulkFormat(req: Request): BulkFormat {
  const { csv, ndjson } = BULK_CONTENT_TYPES;
  // An empty header means the same as no header.
  const preferred = req.headers.accept === '' ? csv : req.accepts([csv, ndjson]);
  if (preferred === false) throw notAcceptable();
  return preferred === ndjson ? 'ndjson' : 'csv';
}
