import { type Queue, QueueEvents } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { MODEL, openRedis } from './redis-link.js';

export interface JobEventsOptions {
  readonly queue: Queue;
  readonly redis: RedisOptions;
  /** Prefix of this process's job ids; events of other jobs only show that workers are active. */
  readonly ownJobs: string;
  readonly onCompleted: (jobId: string) => void;
  /** A job failed for good: all attempts are used up. */
  readonly onFailed: (jobId: string) => void;
  /** An attempt failed, or its worker stopped responding, and the job will be retried. */
  readonly onRetry: () => void;
  readonly onError: (error: unknown) => void;
}

const BLOCK_MS = 5000;

/** Events of a queue's jobs, from BullMQ's `QueueEvents`. */
export class JobEvents {
  /** When the last event from a worker arrived, on the clock of `performance.now()`. */
  heardAt: number = Number.NEGATIVE_INFINITY;
  /** Whether events are being read from the most recently opened server. */
  isOpen = false;
  readonly #options: JobEventsOptions;
  #events: QueueEvents | null = null;
  #lastEventId: string | undefined;

  constructor(options: JobEventsOptions) {
    this.#options = options;
  }

  /**
   * Reads the events from the server that `client` is connected to, which may have changed. Continues after the last
   * event seen; the first time, starts at the newest. BullMQ's own start, "$", misses events between its first reads.
   */
  async open(client: Redis): Promise<void> {
    this.isOpen = false;
    const [newest] = await client.xrevrange(this.#options.queue.toKey('events'), '+', '-', 'COUNT', 1);
    this.#lastEventId ??= newest?.[0] ?? '0-0';
    const before = this.#events;
    this.#events = this.#listen(this.#lastEventId);
    this.isOpen = true;
    await before?.close();
  }

  async close(): Promise<void> {
    const events = this.#events;
    this.#events = null;
    await events?.close();
  }

  #listen(lastEventId: string): QueueEvents {
    const { queue, redis, ownJobs, onCompleted, onFailed, onRetry, onError } = this.#options;
    const events: QueueEvents = new QueueEvents(queue.name, {
      // QueueEvents works on a duplicate of this connection.
      connection: openRedis(redis, MODEL, () => this.#events !== events),
      ...(queue.opts.prefix && { prefix: queue.opts.prefix }),
      skipVersionCheck: true,
      lastEventId,
      blockingTimeout: BLOCK_MS,
    });
    const hear = (own?: (jobId: string) => void) => {
      return ({ jobId }: { readonly jobId: string }, id: string): void => {
        this.#lastEventId = id;
        this.heardAt = performance.now();
        if (jobId.startsWith(ownJobs)) own?.(jobId);
      };
    };
    events.on('error', onError);
    events.on('active', hear());
    events.on('completed', hear(onCompleted));
    events.on('failed', hear(onFailed));
    events.on('delayed', hear(onRetry));
    events.on('stalled', hear(onRetry));
    return events;
  }
}
