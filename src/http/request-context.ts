import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { REQUEST_ID_PATTERN } from '../contract/openapi/parts.js';
import { type AbortCause, abortCause } from './send.js';

/** What is known about a request while it is answered, for its log line and metrics; never student data. */
export interface RequestContext {
  readonly requestId: string;
  /** `performance.now()` at its start. */
  readonly startedAt: number;
  /** The pattern of the route that answers the request. */
  route: string;
  /** The id of the request's key, if known. */
  keyId: string | undefined;
  /** Whether that key is accepted. */
  isAuthenticated: boolean;
  /** Counts and sizes to add to the log line. */
  readonly notes: Record<string, number | string>;
  /** The internal error, for the log. */
  failure: unknown;
}

/** Called once for each request when its answer has ended. */
export type RequestObserver = (context: RequestContext, outcome: RequestOutcome) => void;

export interface RequestOutcome {
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
  /**
   * Why the answer is incomplete; undefined if it is complete. The caller of an incomplete one may still have read its
   * status.
   */
  readonly aborted: AbortCause | undefined;
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

/** Gives each request its id (the caller's own if it is usable) and reports it when its answer has ended. */
export function beginRequest(observe: RequestObserver): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const sent = req.headers['x-request-id'];
    const requestId = typeof sent === 'string' && USABLE_ID.test(sent) ? sent : randomUUID();
    const context: RequestContext = {
      requestId,
      startedAt: performance.now(),
      route: 'unknown',
      keyId: undefined,
      isAuthenticated: false,
      notes: {},
      failure: undefined,
    };
    res.locals.context = context;
    res.setHeader('X-Request-Id', requestId);
    res.once('close', () => {
      const seconds = (performance.now() - context.startedAt) / 1000;
      observe(context, { method: req.method, status: res.statusCode, seconds, aborted: abortCause(res) });
    });
    next();
  };
}
