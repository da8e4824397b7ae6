import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import type { QueueRunner } from './bulk/queue/queue-runner.js';
import { readCodeSamples } from './code-samples.js';
import { openapiDocument } from './contract/openapi/document.js';
import { firstKeyNotice, firstRequest } from './greeting.js';
import { createApp } from './http/app.js';
import { startServer } from './http/server.js';
import { KeyFileError } from './keys/key-file-errors.js';
import { createMissingKeyFile } from './keys/key-operations.js';
import { KeyStore, type KeyStoreStatus } from './keys/key-store.js';
import { startAdminServer } from './ops/admin-server.js';
import { createApiMetrics } from './ops/api-metrics.js';
import { type Config, loadConfig, misspelt } from './ops/config.js';
import type { Dashboard } from './ops/dashboard.js';
import { createHealth, type Reading } from './ops/health.js';
import { listening } from './ops/listen.js';
import { createLogger, installFatalHandlers } from './ops/logger.js';
import { OperatorError } from './ops/operator-error.js';
import { createShutdown } from './ops/shutdown.js';
import { observeRequests } from './request-log.js';
import { type BulkRunEvents, startBulk } from './start-bulk.js';

/** The API process: everything is made here, wired together, and let go of in the end. */
async function start(config: Config): Promise<void> {
  const logger = createLogger({ level: config.logLevel, name: 'api' });
  installFatalHandlers(logger);
  for (const hint of misspelt(process.env)) logger.warn(hint);
  const metrics = createApiMetrics();
  const health = createHealth();
  const { drainDelayMs, shutdownTimeoutMs: timeoutMs } = config;
  const shutdown = createShutdown({ logger, drainDelayMs, timeoutMs });

  const isFirstLook = config.redisUrl === undefined;
  const firstKey = await createMissingKeyFile(config.keysFile, isFirstLook, new Date());
  const keys = await KeyStore.open(config.keysFile, {
    onProblem: (error) => {
      metrics.keysReloadFailures.inc();
      logger.error({ err: error }, 'the key file cannot be used; the last good one stays in force');
    },
    onReload: (keyCount) => logger.info({ keys: keyCount }, 'the key file was read again'),
  });
  if (firstKey !== null) process.stdout.write(firstKeyNotice(config.keysFile, firstKey));
  metrics.observeKeys(() => ({ up: keys.status().state === 'ok', inForce: keys.inForce() }));
  health.watch('keys', () => keysReading(keys.status()));
  if (keys.status().keyCount === 0) {
    logger.warn({ file: config.keysFile }, 'no API key has been issued yet: every request will be refused');
  }

  const events: BulkRunEvents = {
    onWindow: (change) => metrics.bulkWindowChunksInFlight.inc(change),
    onOutcome: (outcome, seconds) => metrics.bulkChunk(outcome, seconds),
    onLoad: (heldBytes, waiting) => {
      metrics.bulkUploadBytesHeld.set(heldBytes);
      metrics.bulkUploadsWaiting.set(waiting);
    },
    onBusy: (threads) => metrics.bulkThreadsBusy.set(threads),
  };
  const bulk = startBulk(config, logger, events);
  const { queue } = bulk;
  if (queue !== null) {
    metrics.observeQueue(
      () => queue.redisState().state === 'ok',
      () => queue.queueStats(),
    );
    health.watch('redis', () => {
      const { state, since, reason } = queue.redisState();
      return { state, since, detail: reason };
    });
  }

  const pages = resolve(import.meta.dirname, '../web');
  const app = createApp({
    authenticate: (header) => keys.authenticate(header),
    bulk: bulk.service,
    openapi: JSON.stringify(
      openapiDocument({
        serverUrl: config.publicUrl,
        contact: { name: config.contactName, email: config.contactEmail },
        jsonMaxBytes: config.jsonMaxBytes,
        bulkMaxBytes: config.bulkMaxBytes,
        bulkMaxRows: config.bulkMaxRows,
        bulkMaxColumns: config.bulkMaxColumns,
        bulkMaxCellBytes: config.bulkMaxCellBytes,
        bodyIdleMs: config.bodyIdleTimeoutMs,
        codeSamples: readCodeSamples(join(pages, 'docs/clients')),
      }),
    ),
    pages,
    jsonMaxBytes: config.jsonMaxBytes,
    bulkMaxBytes: config.bulkMaxBytes,
    bodyIdleMs: config.bodyIdleTimeoutMs,
    responseIdleMs: config.responseIdleTimeoutMs,
    isReady: () => health.ready(),
    onRequestEnd: observeRequests(logger, metrics),
    onBulkBegin: () => metrics.bulkRequestsInProgress.inc(),
    onBulkEnd: () => metrics.bulkRequestsInProgress.dec(),
  });

  const admin = await startAdminServer({
    host: config.adminHost,
    port: config.adminPort,
    name: 'api',
    health,
    metrics,
    logger,
    ...(queue === null ? {} : { dashboard: await dashboardOf(queue.queue, config.dashboardWritable) }),
  });
  const { host, port } = config;
  const server = await listening({ host, port, hostVariable: 'HOST', portVariable: 'PORT' }, () =>
    startServer(app, config),
  );

  shutdown.add('not-ready', 'say that this process is about to stop', () => {
    health.stopping();
    server.leave();
  });
  shutdown.add('drain', 'finish the requests under way', () => server.stop());
  shutdown.add('close', 'operator port', () => admin.close());
  shutdown.add('close', 'key file', () => keys.close());
  shutdown.add('close', 'bulk runs', () => bulk.close());
  shutdown.add('close', 'connections', () => server.closeAll());
  shutdown.listen();

  const address = `http://${config.host}:${server.port}`;
  if (firstKey !== null) process.stdout.write(firstRequest(address, firstKey));
  const runsOn = queue === null ? { bulk: 'threads' } : { bulk: 'queue', queue: queue.queue.name };
  logger.info({ address, admin_port: admin.port, ...runsOn }, 'ready');
}

function keysReading({ state, since, keyCount }: KeyStoreStatus): Reading {
  if (state === 'stale') {
    return { state: 'degraded', since, detail: 'the key file cannot be used; the last good one is in force' };
  }
  return keyCount > 0 ? { state, since } : { state: 'degraded', detail: 'no key has been issued yet' };
}

/** The dashboard loads BullMQ, which a process without Redis does without. */
async function dashboardOf(queue: QueueRunner['queue'], writable: boolean): Promise<Dashboard> {
  const { createDashboard } = await import('./ops/dashboard.js');
  return createDashboard({ queue, writable });
}

try {
  await start(loadConfig(process.env));
} catch (error) {
  // Nothing is served yet: the operator at the terminal is told in plain words.
  const isForOperator = error instanceof OperatorError || error instanceof KeyFileError;
  process.stderr.write(`${isForOperator ? error.message : inspect(error)}\n`);
  process.exit(1);
}
