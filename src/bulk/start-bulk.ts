import { buildId } from '../ops/build-id.js';
import type { Config } from '../ops/config.js';
import { redisSettings } from '../ops/redis-settings.js';
import { type BulkEvents, BulkService } from './bulk-service.js';
import { QueueRunner, type QueueRunnerOptions } from './queue/queue-runner.js';
import type { QueueLogger } from './queue/redis-link.js';
import type { ChunkOutcome } from './runner.js';
import { ThreadRunner } from './thread-runner.js';

/** What happens in bulk runs, for metrics. */
export interface BulkRunEvents extends BulkEvents {
  onOutcome(outcome: ChunkOutcome, seconds: number): void;
  /** Threads of this process that are calculating. */
  onBusy(threads: number): void;
  /** A thread has died, or could not do what it was given; that is tried once more. */
  onThreadFailure(): void;
}

const CHUNK_THREAD = new URL('../../workers/chunk-thread.js', import.meta.url);

/**
 * Puts the runners together: threads alone, or the queue with the threads to rescue what it does not answer. `queue` is null
 * without Redis; `close` waits for the chunks in flight, then releases Redis and the threads.
 */
export function startBulk(
  config: Config,
  logger: QueueLogger,
  telemetry: QueueRunnerOptions['telemetry'],
  events: BulkRunEvents,
) {
  const { redisUrl } = config;
  const redis = redisUrl === undefined ? null : redisSettings({ ...config, redisUrl });
  const onOutcome = events.onOutcome;
  const isRescue = redis !== null;
  const threads = new ThreadRunner({
    filename: CHUNK_THREAD,
    threads: config.bulkThreads,
    onDemand: isRescue,
    onBusy: events.onBusy,
    onFailure: (error) => {
      events.onThreadFailure();
      // Not the message: it may quote a student's row.
      const reason =
        error instanceof Error ? ('code' in error && String(error.code)) || error.name : 'unknown';
      logger.error({ reason }, 'a thread has failed; what it held is tried once more');
    },
    // The queue counts its rescues itself, with the time that they waited.
    ...(isRescue ? {} : { onOutcome }),
  });
  const queue = redis
    ? new QueueRunner({
        redis,
        prefix: config.queuePrefix,
        build: buildId(),
        compresses: config.queueCompression,
        rescueAfterMs: config.rescueAfterMs,
        rescue: threads,
        logger,
        telemetry,
        onOutcome,
      })
    : null;
  const service = new BulkService(queue ?? threads, threads, config, events);
  const close = async (): Promise<void> => {
    await queue?.close();
    await threads.close();
  };
  return { service, queue, close };
}
