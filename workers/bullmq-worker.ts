import { setTimeout as delay } from 'node:timers/promises';
import { DelayedError, type Job, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { QUEUE_NAME } from '../src/bulk/queue/protocol.js';
import type { ChunkFate, QueuedJob } from './chunk-desk.js';

/** A worker that holds a chunk renews its lock; a chunk whose lock is gone is given to another. */
const LOCK_MS = 5000;
/** Shorter than the beat that looks for stalled chunks, so that each beat does look. */
const STALLED_INTERVAL_MS = 1900;
const PAUSE_AFTER_REFUSAL_MS = 500;
/** How long a job of another protocol version rests before it is offered again, to anybody. */
const FOREIGN_REST_MS = 200;
/** Longer than that rest: whoever cannot use a job must not be the first to be offered it again. */
const PAUSE_AFTER_FOREIGN_MS = 300;

/** BullMQ asks again at once when Redis refuses (full, read-only); this one takes a breath. */
class UnhurriedWorker extends Worker<unknown, void> {
  protected override async moveToActive(token: string, name?: string): ReturnType<Worker['moveToActive']> {
    try {
      return await (name === undefined ? super.moveToActive(token) : super.moveToActive(token, name));
    } catch (error) {
      if (!this.closing) await delay(PAUSE_AFTER_REFUSAL_MS);
      throw error;
    }
  }
}

export interface ConsumerOptions {
  readonly client: Redis;
  readonly prefix: string;
  readonly concurrency: number;
  readonly take: (job: QueuedJob) => Promise<ChunkFate>;
  readonly onError: (error: unknown) => void;
}

/** The consuming side of the queue. */
export interface Consumer {
  recoverStalled(): Promise<unknown>;
  /** Takes no more jobs and waits for those under way; has no time limit of its own. */
  close(): Promise<void>;
}

/** Starts to take jobs. The only file of the worker side that knows BullMQ. */
export function startConsumer(options: ConsumerOptions): Consumer {
  const process = async (job: Job<unknown, void>, token?: string): Promise<void> => {
    const { id } = job;
    if (id === undefined) throw new UnrecoverableError('a job without an id');
    const fate = await options.take({ id, data: job.data, stalls: job.stalledCounter });
    if (fate !== 'foreign') return;
    await job.moveToDelayed(Date.now() + FOREIGN_REST_MS, token);
    await delay(PAUSE_AFTER_FOREIGN_MS);
    throw new DelayedError();
  };
  const worker = new UnhurriedWorker(QUEUE_NAME, process, {
    connection: options.client,
    prefix: options.prefix,
    concurrency: options.concurrency,
    skipVersionCheck: true,
    skipStalledCheck: true,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_INTERVAL_MS,
    maxStalledCount: 1_000_000,
    drainDelay: 2,
    runRetryDelay: 1000,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  worker.on('error', options.onError);
  return {
    recoverStalled: () => worker.getBackend().moveStalledJobsToWait(),
    close: () => worker.close(),
  };
}
