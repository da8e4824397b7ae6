import { join, resolve } from 'node:path';
import { isStrayNil } from './bulk/queue/redis-link.js';
import { startBulk } from './bulk/start-bulk.js';
import { openapiDocument } from './contract/openapi/document.js';
import { createApp } from './http/app.js';
import { readCodeSamples } from './http/pages.js';
import { AppServer } from './http/server.js';
import { KeyStore } from './keys/key-store.js';
import { createMissingKeyFile, type IssuedKey } from './keys/keys.js';
import { startAdminServer } from './ops/admin-server.js';
import { createApiMetrics } from './ops/api-metrics.js';
import { buildId } from './ops/build-id.js';
import { type Config, loadConfig, misspelt } from './ops/config.js';
import { createDashboard } from './ops/dashboard.js';
import { Health, type Reading } from './ops/health.js';
import { listen } from './ops/listen.js';
import { startOrExit } from './ops/logged-errors.js';
import { createLogger, installFatalHandlers } from './ops/logger.js';
import { shutDownOnSignal } from './ops/shutdown.js';
import { mostConnections, startWarnings } from './ops/start-warnings.js';
import { startTracing } from './ops/tracing.js';

/** The API process: creates and connects all parts, and closes them in the end. */
async function start(config: Config): Promise<void> {
  const { host, port, keysFile, drainDelayMs, shutdownTimeoutMs: timeoutMs } = config;
  const logger = createLogger({ level: config.logLevel, name: 'api' });
  installFatalHandlers(logger, isStrayNil);
  for (const hint of misspelt(process.env)) logger.warn(hint);
  const metrics = createApiMetrics(buildId());
  const health = new Health();

  const issuesFirstKey = config.redisUrl === undefined;
  const firstKey = await createMissingKeyFile(keysFile, issuesFirstKey);
  if (firstKey !== null) process.stdout.write(firstKeyNotice(keysFile, firstKey));
  for (const warning of await startWarnings(config)) logger.warn(warning);
  const keys = await KeyStore.open(keysFile, {
    onProblem: (error) =>
      logger.error({ err: error }, 'the key file cannot be used; the last good one stays in force'),
    onReload: (keysInForce) => logger.info({ keys: keysInForce }, 'the key file was read again'),
  });
  metrics.observeKeys(keys);
  health.watch('keys', () => keysReading(keys));
  if (keys.inForce().length === 0) {
    logger.warn({ file: keysFile }, 'no API key is in force: every request will be refused');
  }

  const tracing = await startTracing(process.env, 'api', logger);
  const bulk = startBulk(config, logger, tracing?.telemetry, metrics);
  const { queue } = bulk;
  if (queue !== null) {
    metrics.observeQueue(queue);
    health.watch('redis', () => queue.redis.state());
  }

  const pages = resolve(import.meta.dirname, '../web');
  const app = createApp({
    authenticate: (header) => keys.authenticate(header),
    bulk: bulk.service,
    openapi: JSON.stringify(
      openapiDocument({
        ...config,
        codeSamples: readCodeSamples(join(pages, 'docs/clients')),
      }),
    ),
    pages,
    config,
    isReady: () => health.ready(),
    logger,
    metrics,
    traceRequest: tracing?.traceRequest,
  });

  const admin = await startAdminServer({
    host: config.adminHost,
    port: config.adminPort,
    health,
    metrics: metrics.registry,
    logger,
    showQueue: queue && createDashboard(queue.queue),
    uploads: () => bulk.service.report(),
  });
  const server = new AppServer(app, { maxConnections: await mostConnections() });
  const bound = await listen(server.server, { host, port, variables: 'HOST, PORT' });

  shutDownOnSignal({
    logger,
    leave: () => {
      health.stopping();
      server.leave();
    },
    drainDelayMs,
    drain: { name: 'finish the requests under way', run: () => server.stop() },
    close: [
      { name: 'connections', run: () => server.closeAll() },
      { name: 'bulk runs', run: () => bulk.close() },
      { name: 'traces', run: () => tracing?.close() },
      { name: 'operator port', run: () => admin.close() },
    ],
    timeoutMs,
  });

  const address = `http://${host}:${bound}`;
  if (firstKey !== null) process.stdout.write(firstRequest(address, firstKey));
  const runsOn = queue === null ? { bulk: 'threads' } : { bulk: 'queue', queue: queue.queue.name };
  logger.info({ address, admin_port: admin.port, ...runsOn }, 'ready');
}

function keysReading(keys: KeyStore): Reading {
  if (!keys.isCurrent) {
    return { state: 'degraded', reason: 'the key file cannot be used; the last good one is in force' };
  }
  return keys.inForce().length > 0 ? { state: 'ok' } : { state: 'degraded', reason: 'no key is in force' };
}

/** The only time the first key is shown: printed as soon as it is issued, in case the start fails later. */
function firstKeyNotice(keysFile: string, { key, token }: IssuedKey): string {
  return `
This is the first start, so an API key was issued (id ${key.id}). It is shown once; only its hash is kept in ${keysFile}.

  ${token}

`;
}

const EXAMPLE = `{"dependency_status":"dependent","grade_level":"first_year","subsidized_amount":3500,
 "terms":[{"label":"Fall","credits_enrolled":12},{"label":"Spring","credits_enrolled":9}]}`;

/** A request to try the first key with, once the service answers at `address`. */
function firstRequest(address: string, { token }: IssuedKey): string {
  return `
Try it:

curl -sS --fail-with-body ${address}/v1/calculate -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${EXAMPLE}'

`;
}

await startOrExit(() => start(loadConfig(process.env)));
