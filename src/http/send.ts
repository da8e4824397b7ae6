import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { ApiError, ErrorBody } from '../contract/errors.js';
import type { AbortCause } from '../ops/api-metrics.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a complete JSON text, without an ETag. */
export function sendJson(res: ServerResponse, status: number, text: string): void {
  head(res, status, text);
  res.end(text);
}

function head(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', JSON_TYPE);
  res.setHeader('Content-Length', Buffer.byteLength(text));
}

/** Sends an error body. Breaks off an answer that has begun, so that nobody takes it for complete. */
export function sendFailure(res: ServerResponse, failure: ApiError): void {
  if (res.headersSent) {
    if (!res.writableEnded) breakOff(res, 'failure');
    return;
  }
  for (const [name, value] of Object.entries(failure.headers)) res.setHeader(name, value);
  sendJson(res, failure.status, JSON.stringify(failure.body));
}

/** Sends an error body in full without ending the answer. The caller counts as refused however it ends. */
export function holdFailure(res: ServerResponse, failure: ApiError): void {
  causes.set(res, null);
  for (const [name, value] of Object.entries(failure.headers)) res.setHeader(name, value);
  const text = JSON.stringify(failure.body);
  head(res, failure.status, text);
  res.write(text);
}

/** Null for an answer that was sent in full, though its connection stays open. */
const causes = new WeakMap<ServerResponse, AbortCause | null>();

/** Records why an answer is about to be broken off; the first cause recorded stays. */
export function noteAbort(res: ServerResponse, cause: AbortCause): void {
  if (!causes.has(res)) causes.set(res, cause);
}

/** Why a finished exchange was broken off; undefined if the answer is complete. */
export function abortCause(res: ServerResponse): AbortCause | undefined {
  const noted = causes.get(res);
  if (noted !== undefined) return noted ?? undefined;
  return res.writableFinished ? undefined : 'caller_left';
}

/** Ends an incomplete answer with a reset, because HTTP/1.0 would take a normal close for its end. */
export function breakOff(res: ServerResponse, cause: AbortCause): void {
  noteAbort(res, cause);
  if (res.socket === null) res.destroy();
  else res.socket.resetAndDestroy();
}

const UNREADABLE =
  'The connection did not carry a readable HTTP/1.1 request. Check its request line, headers and length.';
const TOO_LATE = 'The headers of the request did not come in time. Send it again.';

function unreadableBody(message: string): string {
  const body: ErrorBody = { code: 'validation_error', message, details: null };
  return JSON.stringify(body);
}

/** Answers a request that violates HTTP, and closes the connection. */
export function sendUnreadable(res: ServerResponse, message: string): void {
  res.setHeader('Connection', 'close');
  sendJson(res, 400, unreadableBody(message));
}

/** The text of {@link sendUnreadable}'s answer, for input that did not become a request. */
export function unreadableText(status: number): string {
  const text = unreadableBody(status === 408 ? TOO_LATE : UNREADABLE);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
