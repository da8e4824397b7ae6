import { type Job, Queue, Worker } from 'bullmq';
import { type Redis, ReplyError } from 'ioredis';
import { QUEUE_TTL_MS, queueName, tidyQueue } from './protocol.js';

/** A worker that holds a chunk renews its lock; a chunk whose lock is gone is given to another. */
const LOCK_MS = 5000;
const STALLED_INTERVAL_MS = 2000;
const PAUSE_AFTER_REFUSAL_MS = 500;

/** One job as the queue gives it out; `data` is not checked yet. */
export interface QueuedJob {
  readonly id: string;
  readonly data: unknown;
  /** How often the job was taken from a worker that had stopped answering. */
  readonly stalls: number;
}

export interface ConsumerOptions {
  readonly client: Redis;
  readonly prefix: string;
  readonly build: string;
  readonly concurrency: number;
  /** Must not throw: what it cannot do it tells the API process itself. */
  readonly handle: (job: QueuedJob) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** The workers' end of the queue, and the only file there that knows BullMQ; the API's end is `producer.ts`. */
export class Consumer {
  readonly #options: ConsumerOptions;
  readonly #worker: Worker<unknown, void>;
  readonly #queue: Queue;

  /** Starts to take jobs. */
  constructor(options: ConsumerOptions) {
    this.#options = options;
    const shared = { connection: options.client, prefix: options.prefix, skipVersionCheck: true };
    const name = queueName(options.build);
    this.#queue = new Queue(name, { ...shared, skipMetasUpdate: true });
    this.#worker = new Worker<unknown, void>(name, (job) => this.#process(job), {
      ...shared,
      concurrency: options.concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_INTERVAL_MS,
      // A chunk that is taken from worker after worker is rescued by the API process long before.
      maxStalledCount: 1_000_000,
      drainDelay: 2,
      runRetryDelay: 1000,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    this.#queue.on('error', options.onError);
    this.#worker.on('error', (error) => {
      options.onError(error);
      if (error instanceof ReplyError) this.#pause();
    });
  }

  /** Chunks that this worker might take now. */
  async waiting(): Promise<number> {
    const [waiting, isPaused] = await Promise.all([this.#queue.getWaitingCount(), this.#queue.isPaused()]);
    return isPaused ? 0 : waiting;
  }

  /** See {@link tidyQueue}. */
  tidy(): Promise<void> {
    return tidyQueue(this.#queue, this.#options.client);
  }

  /** Takes no more jobs and waits for those it has; has no time limit of its own. */
  async close(): Promise<void> {
    await this.#worker.close();
    await this.#queue.close();
  }

  async #process(job: Job<unknown, void>): Promise<void> {
    // BullMQ has just made the list anew if it was empty; the next heartbeat comes only in two seconds.
    const { client, handle, onError } = this.#options;
    client.pexpire(this.#queue.toKey('active'), QUEUE_TTL_MS).catch(onError);
    await handle({ id: job.id ?? '', data: job.data, stalls: job.stalledCounter });
  }

  /** Where Redis refuses (full, read-only, loading), BullMQ would ask again at once, thousands of times a second. */
  #pause(): void {
    if (this.#worker.isPaused() || this.#worker.closing) return;
    void this.#worker.pause(true);
    setTimeout(() => {
      if (!this.#worker.closing) void this.#worker.resume();
    }, PAUSE_AFTER_REFUSAL_MS);
  }
}
