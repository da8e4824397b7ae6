import type { ApiMetrics } from '../ops/api-metrics.js';
import { buildId } from '../ops/build-id.js';
import type { Config } from '../ops/config.js';
import { systemCode } from '../ops/logged-errors.js';
import { redisSettings } from '../ops/redis-settings.js';
import { BulkService } from './bulk-service.js';
import { QueueRunner, type QueueRunnerOptions } from './queue/queue-runner.js';
import type { QueueLogger } from './queue/redis-link.js';
import { ThreadRunner } from './thread-runner.js';

const CHUNK_THREAD = new URL('../../workers/chunk-thread.js', import.meta.url);

/**
 * Connects the runners: threads alone, or the queue with threads that calculate what it does not answer.
 * `queue` is null without Redis. `close` waits for the chunks in flight, then releases Redis and the threads.
 */
export function startBulk(
  config: Config,
  logger: QueueLogger,
  telemetry: QueueRunnerOptions['telemetry'],
  metrics: ApiMetrics,
) {
  const { redisUrl } = config;
  const redis = redisUrl === undefined ? null : redisSettings({ ...config, redisUrl });
  const threads = new ThreadRunner({
    filename: CHUNK_THREAD,
    threads: config.bulkThreads,
    onDemand: redis !== null,
    onFailure: (error) => {
      // Not the message: it may quote a student's row.
      const reason = systemCode(error) ?? (error instanceof Error ? error.name : 'unknown');
      logger.error({ reason }, 'a thread has failed; a chunk that it held is tried once more');
    },
    // The queue counts its rescues itself, with their waiting time.
    ...(redis === null && { onOutcome: metrics.bulkChunk }),
  });
  const queue = redis
    ? new QueueRunner({
        redis,
        prefix: config.queuePrefix,
        build: buildId(),
        rescueAfterMs: config.rescueAfterMs,
        rescue: threads,
        logger,
        telemetry,
        onOutcome: metrics.bulkChunk,
      })
    : null;
  const service = new BulkService(queue ?? threads, threads, config, metrics);
  const close = async (): Promise<void> => {
    await queue?.close();
    await threads.close();
  };
  return { service, queue, close };
}
