import express, { type Express } from 'express';
import helmet from 'helmet';
import type { BulkService } from '../bulk/bulk-service.js';
import { ApiError } from '../contract/errors.js';
import { type Authenticate, requireKey } from './authentication.js';
import { calculateBulk } from './bulk-route.js';
import { calculateOne } from './calculate-route.js';
import { allowOnly, answerErrors, notFound } from './errors.js';
import { beginExchange, type ExchangeObserver, exchangeOf } from './exchange.js';
import { readWhole } from './json-body.js';
import { requireContent } from './negotiation.js';
import { sendJson } from './send.js';

export interface AppOptions {
  readonly authenticate: Authenticate;
  readonly bulk: BulkService;
  /** The OpenAPI document as JSON text. */
  readonly openapi: string;
  readonly jsonMaxBytes: number;
  readonly bulkMaxBytes: number;
  readonly bodyIdleMs: number;
  readonly responseIdleMs: number;
  /** True from the moment the process is told to stop. */
  readonly isStopping: () => boolean;
  readonly onExchange: ExchangeObserver;
  readonly onBulkBegin: () => void;
  readonly onBulkEnd: () => void;
}

const RETRY_AFTER_SECONDS = '5';

/** The public API. Who, then which content, then how much, then what: in this order a request can be refused. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  // Paths are exactly the documented ones.
  app.enable('case sensitive routing');
  app.enable('strict routing');

  app.use(beginExchange(options.onExchange));
  app.use(securityHeaders());
  app.get('/healthz', route('/healthz'), (_req, res) => sendJson(res, 200, '{"status":"ok"}'));
  app.use((_req, _res, next) => {
    if (!options.isStopping()) return next();
    const headers = { 'Retry-After': RETRY_AFTER_SECONDS, Connection: 'close' };
    next(new ApiError('unavailable', 'This process is about to stop. Send the request again.', { headers }));
  });

  const key = requireKey(options.authenticate);
  app
    .route('/v1/calculate')
    .all(route('/v1/calculate'))
    .post(
      key,
      requireContent('application/json'),
      readWhole(options.jsonMaxBytes, options.bodyIdleMs),
      calculateOne,
    )
    .all(allowOnly('POST'));
  app
    .route('/v1/calculate/bulk')
    .all(route('/v1/calculate/bulk'))
    .post(
      key,
      requireContent('text/csv'),
      calculateBulk({
        bulk: options.bulk,
        maxBytes: options.bulkMaxBytes,
        bodyIdleMs: options.bodyIdleMs,
        responseIdleMs: options.responseIdleMs,
        onBegin: options.onBulkBegin,
        onEnd: options.onBulkEnd,
      }),
    )
    .all(allowOnly('POST'));
  app
    .route('/v1/openapi.json')
    .all(route('/v1/openapi.json'))
    .get((_req, res) => sendJson(res, 200, options.openapi))
    .all(allowOnly('GET', 'HEAD'));

  app.use(notFound);
  app.use(answerErrors(options.bulkMaxBytes));
  return app;
}

/** Names the route in logs and metrics, whatever path was asked for. */
function route(pattern: string): express.RequestHandler {
  return (_req, res, next) => {
    exchangeOf(res).route = pattern;
    next();
  };
}

/** Answers are data and never a page: nothing in them may be run, framed or guessed at. */
function securityHeaders(): express.RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    xXssProtection: false,
    originAgentCluster: false,
  });
}
