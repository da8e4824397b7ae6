import express, { type Express } from 'express';
import helmet from 'helmet';
import type { BulkService } from '../bulk/bulk-service.js';
import { type Authenticate, admit, named } from './admission.js';
import { type BulkLimits, calculateBulk } from './bulk-route.js';
import { calculateOne } from './calculate-route.js';
import { allowOnly, answerErrors, notFound } from './error-handlers.js';
import { servePages } from './pages.js';
import { beginRequest, type RequestObserver } from './request-context.js';
import { sendJson } from './send.js';

export interface AppOptions {
  readonly authenticate: Authenticate;
  readonly bulk: BulkService;
  /** The OpenAPI document as JSON text. */
  readonly openapi: string;
  /** The folder of the static pages that the build has made. */
  readonly pages: string;
  readonly limits: HttpLimits;
  /** False from the moment the process is told to stop: a load balancer should send new requests elsewhere. */
  readonly isReady: () => boolean;
  readonly onRequestEnd: RequestObserver;
  /** A bulk request has begun (1) or ended (-1). */
  readonly onBulkChange: (change: 1 | -1) => void;
}

/** Sizes in bytes after decompression, times in milliseconds. */
export interface HttpLimits extends BulkLimits {
  readonly jsonMaxBytes: number;
}

/** The public API. Who, then which content, then how much, then what: in this order a request can be refused. */
export function createApp(options: AppOptions): Express {
  const { authenticate, limits } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  // Paths are exactly the documented ones.
  app.enable('case sensitive routing');
  app.enable('strict routing');

  app.use(beginRequest(options.onRequestEnd));
  app.use(securityHeaders());
  app
    .route('/v1/calculate')
    .post(
      admit('/v1/calculate', 'application/json', authenticate),
      calculateOne(limits.jsonMaxBytes, limits.bodyIdleTimeoutMs),
    )
    .all(named('/v1/calculate'), allowOnly('POST'));
  app
    .route('/v1/calculate/bulk')
    .post(
      admit('/v1/calculate/bulk', 'text/csv', authenticate),
      calculateBulk(options.bulk, limits, options.onBulkChange),
    )
    .all(named('/v1/calculate/bulk'), allowOnly('POST'));
  app
    .route('/v1/openapi.json')
    .all(named('/v1/openapi.json'))
    .get((_req, res) => sendJson(res, 200, options.openapi))
    .all(allowOnly('GET', 'HEAD'));
  app.get('/healthz', named('/healthz'), (_req, res) => {
    if (options.isReady()) sendJson(res, 200, '{"status":"ok"}');
    else sendJson(res, 503, '{"status":"stopping"}');
  });

  servePages(app, options.pages);

  app.use(notFound);
  app.use(answerErrors(limits.bulkMaxBytes));
  return app;
}

/** Answers are data: nothing in them may be run, framed or guessed at. Pages have policies of their own. */
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
