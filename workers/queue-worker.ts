import { isStrayNil } from '../src/bulk/queue/redis-link.js';
import { startWorker } from '../src/bulk/queue/start-worker.js';
import { runChunk } from '../src/csv/run-chunk.js';
import { startAdminServer } from '../src/ops/admin-server.js';
import { buildId } from '../src/ops/build-id.js';
import { loadWorkerConfig, misspelt, type WorkerConfig } from '../src/ops/config.js';
import { Health } from '../src/ops/health.js';
import { startOrExit } from '../src/ops/logged-errors.js';
import { createLogger, installFatalHandlers } from '../src/ops/logger.js';
import { lowerPriority } from '../src/ops/machine.js';
import { createWorkerMetrics } from '../src/ops/metrics.js';
import { redisSettings } from '../src/ops/redis-settings.js';
import { shutDownOnSignal } from '../src/ops/shutdown.js';
import { startTracing } from '../src/ops/tracing.js';

/** The fraction of the shutdown time that chunks in flight may take; the rest is for closing. */
const DRAIN_SHARE = 0.55;

/** The worker process: starts its operator port, then the queue. */
async function start(config: WorkerConfig): Promise<void> {
  const { workerConcurrency: concurrency, shutdownTimeoutMs: timeoutMs } = config;
  const redis = redisSettings(config);
  const logger = createLogger({ level: config.logLevel, name: 'worker' });
  installFatalHandlers(logger, isStrayNil);
  for (const hint of misspelt(process.env)) logger.warn(hint);
  // On a machine shared with the API and Redis, single answers then need not wait for a chunk to end.
  const refusal = lowerPriority();
  if (refusal !== null) logger.warn({ err: refusal }, 'the priority stays as it is');
  const build = buildId();
  const metrics = createWorkerMetrics(build);
  const health = new Health();

  // Listens before taking the first chunk: a process that cannot listen exits without holding anything.
  const admin = await startAdminServer({
    host: config.adminHost,
    port: config.adminPort,
    health,
    metrics: metrics.registry,
    logger,
  });

  const tracing = await startTracing(process.env, 'worker', logger);
  const worker = startWorker({
    redis,
    prefix: config.queuePrefix,
    build,
    concurrency,
    stopLimitMs: timeoutMs * DRAIN_SHARE,
    runChunk,
    logger,
    telemetry: tracing?.telemetry,
    onJob: metrics.chunk,
  });
  metrics.observeWorker(worker);
  health.watch('redis', () => worker.redis.state());
  health.watch('chunks', () => {
    const fault = worker.fault();
    return fault === null ? { state: 'ok' } : { state: 'down', reason: fault };
  });

  shutDownOnSignal({
    logger,
    leave: () => health.stopping(),
    drain: { name: 'finish the chunks in flight', run: () => worker.stop() },
    close: [
      { name: 'traces', run: () => tracing?.close() },
      { name: 'operator port', run: () => admin.close() },
    ],
    timeoutMs,
  });
  logger.info({ build, concurrency, admin_port: admin.port }, 'taking chunks');
}

await startOrExit(() => start(loadWorkerConfig(process.env)));
