import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** What is known of one request while it is answered: for its log line and its metrics, never student data. */
export interface Exchange {
  readonly requestId: string;
  /** `performance.now()` at its start. */
  readonly startedAt: number;
  /** The pattern of the route that answers. */
  route: string;
  /** The id of the key in question, where there is one. */
  keyId: string | undefined;
  /** More to say in the log line: counts and sizes. */
  readonly notes: Record<string, number | string>;
  /** What went wrong inside, for the log. */
  failure: unknown;
}

/** Called once for each request when its answer is over. */
export type ExchangeObserver = (exchange: Exchange, outcome: ExchangeOutcome) => void;

export interface ExchangeOutcome {
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
  /** The caller left, or the connection broke, before the answer was complete. */
  readonly aborted: boolean;
}

/** The exchange that `beginExchange` laid beside this response. @throws Error when it did not run. */
export function exchangeOf(res: Response): Exchange {
  const { exchange } = res.locals as Locals;
  if (exchange === undefined) throw new Error('This response has no exchange.');
  return exchange;
}

/** What the app keeps beside a response. */
interface Locals {
  exchange?: Exchange;
}

const USABLE_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Gives each request its id (the caller's own when it is usable) and reports it when its answer is over. */
export function beginExchange(observe: ExchangeObserver): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const sent = req.headers['x-request-id'];
    const requestId = typeof sent === 'string' && USABLE_ID.test(sent) ? sent : randomUUID();
    const exchange: Exchange = {
      requestId,
      startedAt: performance.now(),
      route: 'unknown',
      keyId: undefined,
      notes: {},
      failure: undefined,
    };
    (res.locals as Locals).exchange = exchange;
    res.setHeader('X-Request-Id', requestId);
    res.once('close', () => {
      const seconds = (performance.now() - exchange.startedAt) / 1000;
      const aborted = !res.writableFinished;
      observe(exchange, { method: req.method, status: res.statusCode, seconds, aborted });
    });
    next();
  };
}
