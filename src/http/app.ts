import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { BulkService } from '../bulk/bulk-service.js';
import type { ApiMetrics } from '../ops/api-metrics.js';
import type { Config } from '../ops/config.js';
import { type Authenticate, admit, type BodyType, named } from './admission.js';
import { discardUnwanted, limitReading } from './body.js';
import { calculateBulk } from './bulk-route.js';
import { calculateOne, readWhole } from './calculate-route.js';
import { allowOnly, answerErrors, notFound } from './error-handlers.js';
import { servePages } from './pages.js';
import { beginRequest } from './request-context.js';
import { sendJson } from './send.js';

export interface AppOptions {
  readonly authenticate: Authenticate;
  readonly bulk: BulkService;
  readonly openapi: string;
  /** The folder of the built static pages. */
  readonly pages: string;
  readonly config: Config;
  /** False once the process is told to stop: load balancers should then send new requests elsewhere. */
  readonly isReady: () => boolean;
  readonly logger: Logger;
  readonly metrics: ApiMetrics;
  readonly traceRequest?: RequestHandler | undefined;
}

/** Answers are data: browsers must not run, frame or sniff them. Pages have their own policies. */
const securityHeaders = helmet({
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

/** The public API. Checks a request in this order: sender, content type, size, content. */
export function createApp(options: AppOptions): Express {
  const { authenticate, config, logger, metrics } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  // Only the documented paths match.
  app.enable('case sensitive routing');
  app.enable('strict routing');

  app.use(beginRequest(logger, metrics));
  if (options.traceRequest !== undefined) app.use(options.traceRequest);
  app.use(securityHeaders);
  const calculation = (path: string, bodyType: BodyType, ...handlers: RequestHandler[]): void => {
    const route = app.route(path).post(admit(path, bodyType, authenticate), ...handlers);
    route.all(named(path), allowOnly('POST'));
  };
  calculation('/v1/calculate', 'application/json', readWhole(config), calculateOne);
  const bulk = calculateBulk(options.bulk, config, metrics.bulkRequestsInProgress);
  calculation('/v1/calculate/bulk', 'text/csv', bulk);
  app.use(discardUnwanted, limitReading(config.responseIdleTimeoutMs));
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
  app.use(answerErrors(config.bulkMaxBytes));
  return app;
}
