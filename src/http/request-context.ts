import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { REQUEST_ID_PATTERN } from '../contract/openapi/parts.js';
import type { ApiMetrics } from '../ops/api-metrics.js';
import { abortCause } from './send.js';

/** What is known about a request while it is answered, for its log line and metrics; never student data. */
export interface RequestContext {
  readonly requestId: string;
  /** The pattern of the route that answers the request. */
  route: string;
  keyId: string | undefined;
  isAuthenticated: boolean;
  readonly notes: Record<string, number | string>;
  /** The internal error, for the log alone. */
  failure: unknown;
}

/** The context that `beginRequest` stored for this response. @throws Error when it did not run. */
export function requestContext(res: Response): RequestContext {
  const { context } = res.locals;
  if (context === undefined) throw new Error('This response has no request context.');
  return context;
}

declare global {
  namespace Express {
    interface Locals {
      context?: RequestContext;
    }
  }
}

const USABLE_ID = new RegExp(REQUEST_ID_PATTERN);

/**
 * Gives each request its id (the caller's own if usable), and logs and counts it when its answer has ended:
 * ids, counts and times, never anything of a student or a token.
 */
export function beginRequest(logger: Logger, metrics: ApiMetrics): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const sent = req.headers['x-request-id'];
    const requestId = typeof sent === 'string' && USABLE_ID.test(sent) ? sent : randomUUID();
    const context: RequestContext = {
      requestId,
      route: 'unknown',
      keyId: undefined,
      isAuthenticated: false,
      notes: {},
      failure: undefined,
    };
    res.locals.context = context;
    res.setHeader('X-Request-Id', requestId);
    res.once('close', () => {
      const seconds = (performance.now() - startedAt) / 1000;
      count(metrics, context, res, seconds);
      log(logger, req.method, context, res, seconds);
    });
    next();
  };
}

function count(metrics: ApiMetrics, context: RequestContext, res: Response, seconds: number): void {
  const { route, keyId = 'none', notes } = context;
  const { statusCode: status } = res;
  const aborted = abortCause(res);
  metrics.requests.inc({ route, status: aborted === undefined ? status : 'aborted', key_id: keyId });
  // A caller without the whole answer did not get what the status says.
  if (aborted === undefined) metrics.requestSeconds.observe({ route, status }, seconds);
  // This counter raises an alert, which nobody without a key may set off.
  else if (context.isAuthenticated) metrics.aborted.inc({ route, cause: aborted });
  for (const [note, counter] of [
    ['rows', metrics.bulkRows],
    ['students', metrics.bulkStudents],
    ['failed_students', metrics.bulkStudentsFailed],
  ] as const) {
    const counted = notes[note];
    if (typeof counted === 'number') counter.inc({ key_id: keyId }, counted);
  }
}

function log(logger: Logger, method: string, context: RequestContext, res: Response, seconds: number): void {
  const aborted = abortCause(res);
  const line = {
    request_id: context.requestId,
    key_id: context.keyId ?? null,
    method,
    route: context.route,
    // The caller may have read a status of 200 without getting the whole answer.
    ...(aborted === undefined ? { status: res.statusCode } : { aborted }),
    duration_ms: Math.round(seconds * 1000),
    ...context.notes,
    ...(context.failure === undefined ? {} : { err: context.failure }),
  };
  if (context.failure !== undefined) logger.error(line, 'request failed');
  else if (aborted !== undefined) logger.warn(line, 'the answer is not complete');
  // Load balancers poll this path every few seconds.
  else logger[context.route === '/healthz' ? 'debug' : 'info'](line, 'request');
}
