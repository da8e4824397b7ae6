import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ApiError } from '../contract/errors.js';
import { REQUEST_ID_PATTERN } from '../contract/openapi/parts.js';
import { type AbortCause, abortCause } from './send.js';

/** What is known of one request while it is answered: for its log line and its metrics, never student data. */
export interface RequestContext {
  readonly requestId: string;
  /** `performance.now()` at its start. */
  readonly startedAt: number;
  /** The pattern of the route that answers. */
  route: string;
  /** The id of the key in question, where there is one. */
  keyId: string | undefined;
  /** Whether that key opens the door. */
  isAuthenticated: boolean;
  /** More to say in the log line: counts and sizes. */
  readonly notes: Record<string, number | string>;
  /** What went wrong inside, for the log. */
  failure: unknown;
  /** How this route writes what a caller is told of a failure; as the failure has it where this is absent. */
  errorBody?: (failure: ApiError) => object;
}

/** Called once for each request when its answer is over. */
export type RequestObserver = (context: RequestContext, outcome: RequestOutcome) => void;

export interface RequestOutcome {
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
  /** Why the answer is not complete; undefined when it is. The caller may have read the status of one that is not. */
  readonly aborted: AbortCause | undefined;
}

/** What `beginRequest` has kept of the request of this response. @throws Error when it did not run. */
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

/** Gives each request its id (the caller's own when it is usable) and reports it when its answer is over. */
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
