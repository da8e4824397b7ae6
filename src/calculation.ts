import type { BulkEvents } from './bulk/bulk-service.js';
import { BulkService } from './bulk/bulk-service.js';
import type { QueueLogger } from './bulk/queue/queue-logger.js';
import { QueueRunner } from './bulk/queue/queue-runner.js';
import type { ChunkOutcome } from './bulk/runner.js';
import { ThreadRunner } from './bulk/thread-runner.js';
import type { Config } from './ops/config.js';
import { machineName } from './ops/machine.js';
import type { RecentSingles } from './recent-singles.js';

/** What happens in bulk runs, for metrics. */
export interface CalculationEvents extends BulkEvents {
  onOutcome(outcome: ChunkOutcome, seconds: number): void;
  /** Threads of this process that are calculating. */
  onBusy(threads: number): void;
}

/** Where bulk runs of this process are calculated. */
export interface Calculation {
  readonly bulk: BulkService;
  /** Null without Redis. */
  readonly queue: QueueRunner | null;
  /** Waits for what is under way, then lets go of Redis and the threads. */
  close(): Promise<void>;
}

const THREAD_ENTRY = new URL('../workers/chunk-thread.js', import.meta.url);

/**
 * Puts the runners together: threads alone, or the queue with the threads to rescue what it does not answer. Those on this
 * machine rest now and then while there are `singles`.
 */
export function startCalculation(
  config: Config,
  logger: QueueLogger,
  events: CalculationEvents,
  singles: RecentSingles,
): Calculation {
  const { redisUrl } = config;
  const onOutcome = events.onOutcome;
  const isRescue = redisUrl !== undefined;
  const threads = new ThreadRunner({
    filename: THREAD_ENTRY,
    threads: config.bulkThreads,
    onDemand: isRescue,
    onBusy: events.onBusy,
    // The queue counts its rescues itself, with the time that they waited.
    ...(isRescue ? {} : { onOutcome }),
  });
  const queue = isRescue
    ? new QueueRunner({
        redisUrl,
        prefix: config.queuePrefix,
        rescueAfterMs: config.rescueAfterMs,
        rescue: threads,
        logger,
        onOutcome,
      })
    : null;
  const machine = machineName();
  const bulk = new BulkService(
    queue ?? threads,
    {
      maxBytes: config.bulkMaxBytes,
      maxRows: config.bulkMaxRows,
      maxColumns: config.bulkMaxColumns,
      maxCellBytes: config.bulkMaxCellBytes,
      chunkRows: config.bulkChunkRows,
      window: config.bulkWindow,
      memoryBytes: config.bulkMemoryBytes,
      queueTimeoutMs: config.bulkQueueTimeoutMs,
      escapeFormulas: config.csvEscapeFormulas,
      restOn: () => (singles.any ? machine : undefined),
    },
    events,
  );
  const close = async (): Promise<void> => {
    await queue?.close();
    await threads.close();
  };
  return { bulk, queue, close };
}
