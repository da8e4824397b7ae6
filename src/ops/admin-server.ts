import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import express, { type ErrorRequestHandler, type Express } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { indexPage } from './admin-page.js';
import type { Dashboard } from './dashboard.js';
import type { Health } from './health.js';
import { listening } from './listen.js';
import type { MetricsPage } from './metrics-page.js';

export interface AdminOptions {
  /** Which process this is: `api` or `worker`. */
  readonly name: string;
  readonly health: Health;
  readonly metrics: MetricsPage;
  readonly logger: Logger;
  /** Whether the process does what it is there for; without it, answering is proof enough. */
  readonly alive?: () => boolean;
  readonly dashboard?: Dashboard;
}

/** A listening admin server. */
export interface AdminServer {
  /** The port in fact, also where 0 was asked for. */
  readonly port: number;
  /** Takes no more connections, waits a second for the answers under way, then cuts them off. */
  close(): Promise<void>;
}

const requestTimeoutMs = 10_000;
const closeTimeoutMs = 1000;

/** Plain HTTP on an inner network: nothing may send the browser to HTTPS. The dashboard styles itself in the page. */
const protection = helmet({
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
});

/** The operator's pages. Every other path answers 404, every failure 500, both in JSON. */
function createAdminApp(options: AdminOptions): Express {
  const { name, health, metrics, logger, alive = () => true, dashboard } = options;
  const app = express();
  app.disable('x-powered-by');
  app.use(protection);

  app.get('/', (_request, response) => {
    response.type('html').send(indexPage(name, dashboard?.path));
  });
  app.get('/healthz', (_request, response) => {
    const isAlive = alive();
    response.status(isAlive ? 200 : 503).set('Cache-Control', 'no-store');
    response.json({ status: isAlive ? 'ok' : 'down' });
  });
  app.get('/readyz', (_request, response) => {
    response.status(health.ready() ? 200 : 503).set('Cache-Control', 'no-store');
    response.json(health.report());
  });
  app.get('/metrics', async (_request, response) => {
    const text = await metrics.render();
    response.set({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).send(text);
  });
  if (dashboard !== undefined) app.use(dashboard.path, dashboard.router);

  app.use((_request, response) => {
    response.status(404).json({ error: 'no such page; / lists what there is' });
  });
  const failed: ErrorRequestHandler = (error: unknown, request, response, next) => {
    logger.error({ err: error, path: request.path }, 'a page of the operator port failed');
    if (response.headersSent) next(error);
    else response.status(500).json({ error: 'the page failed; the log says why' });
  };
  app.use(failed);
  return app;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
    server.close((error) => {
      clearTimeout(cutOff);
      if (error === undefined) resolve();
      else reject(error);
    });
  });
}

/**
 * Listens for operators.
 *
 * @throws {ListenError} when the address cannot be listened on, for example because the port is taken.
 */
export function startAdminServer(
  options: AdminOptions & { readonly host: string; readonly port: number },
): Promise<AdminServer> {
  const { host, port, logger } = options;
  const server = createServer({ requestTimeout: requestTimeoutMs }, createAdminApp(options));
  return listening({ host, port, hostVariable: 'ADMIN_HOST', portVariable: 'ADMIN_PORT' }, async () => {
    await once(server.listen({ host, port }), 'listening');
    server.on('error', (error) => logger.error({ err: error }, 'the operator port failed'));
    const address = server.address();
    return {
      port: typeof address === 'object' && address !== null ? address.port : port,
      close: () => closeServer(server),
    };
  });
}
