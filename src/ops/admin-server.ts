import { createServer } from 'node:http';
import { promisify } from 'node:util';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Health } from './health.js';
import { listen } from './listen.js';

export interface AdminOptions {
  readonly host: string;
  readonly port: number;
  readonly health: Health;
  readonly metrics: Pick<Registry, 'contentType' | 'metrics'>;
  readonly logger: Logger;
  /** The pages of the queue, at {@link DASHBOARD_PATH}; only for a process that has a queue. */
  readonly showQueue?: RequestHandler | null;
  /** The uploads in progress, as JSON; only for a process that has uploads. */
  readonly uploads?: () => readonly object[];
}

export type AdminServer = Awaited<ReturnType<typeof startAdminServer>>;

/** Path of the queue's pages, which also appears in their links. */
export const DASHBOARD_PATH = '/queues';

const REQUEST_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 1000;

/** An inner network has plain HTTP, so nothing may redirect to HTTPS. The dashboard has inline styles. */
const protection = helmet({
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    directives: {
      styleSrc: ["'self'", "'unsafe-inline'"],
      fontSrc: ["'self'", 'data:'],
      frameAncestors: ["'none'"],
      upgradeInsecureRequests: null,
    },
  },
});

/** Listens for operators, on a free port if `port` is 0. @throws OperatorError when it cannot listen. */
export async function startAdminServer(options: AdminOptions) {
  const { host, port, logger } = options;
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, createAdminApp(options));
  const bound = await listen(server, { host, port, variables: 'ADMIN_HOST (if unset, HOST), ADMIN_PORT' });
  server.on('error', (error) => logger.error({ err: error }, 'the operator port failed'));
  /** Accepts no more connections, and gives open answers a second before cutting them off. */
  const close = async (): Promise<void> => {
    const cutOff = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    await promisify(server.close.bind(server))();
    clearTimeout(cutOff);
  };
  return { port: bound, close };
}

/** The operator's pages. Every other path answers 404, every failure 500, both in JSON. */
function createAdminApp(options: AdminOptions): Express {
  const { health, metrics, logger, showQueue = null, uploads } = options;
  const app = express();
  app.disable('x-powered-by');
  app.use(protection);
  if (showQueue !== null) app.use(DASHBOARD_PATH, showQueue);
  app.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });

  app.get('/healthz', (_request, response) => {
    if (health.alive()) response.json({ status: 'ok' });
    else response.status(503).json({ status: 'down' });
  });
  app.get('/readyz', (_request, response) => {
    response.status(health.ready() ? 200 : 503).json(health.report());
  });
  app.get('/metrics', async (_request, response) => {
    const text = await metrics.metrics();
    response.type(metrics.contentType).send(text);
  });
  if (uploads !== undefined) {
    app.get('/uploads', (_request, response) => void response.json({ uploads: uploads() }));
  }

  const more = [uploads && '/uploads', showQueue && DASHBOARD_PATH].filter((path) => path);
  const pages = ['/healthz', '/readyz', '/metrics', ...more];
  app.use((_request, response) => {
    response.status(404).json({ error: `no such page; there are ${pages.join(', ')}` });
  });
  const failed: ErrorRequestHandler = (error: unknown, request, response, next) => {
    logger.error({ err: error, path: request.path }, 'a page of the operator port failed');
    if (response.headersSent) next(error);
    else response.status(500).json({ error: 'the page failed; the log says why' });
  };
  app.use(failed);
  return app;
}
