import type { Response } from 'express';
import type { ErrorBody, FieldValidationErrorBody } from '../contract/errors.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with a JSON text. No ETag: an answer to a POST is never asked for again. */
export function sendJson(res: Response, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', JSON_TYPE);
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(text);
}

/** What failed, as the caller is told. */
export interface Failure {
  readonly status: number;
  readonly body: ErrorBody | FieldValidationErrorBody;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers with an error body. An answer that has begun is broken off instead, so that nobody takes it for a whole one. */
export function sendFailure(res: Response, failure: Failure): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  for (const [name, value] of Object.entries(failure.headers)) res.setHeader(name, value);
  sendJson(res, failure.status, JSON.stringify(failure.body));
}
