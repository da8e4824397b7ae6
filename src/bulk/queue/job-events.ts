import { type Queue, QueueEvents } from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { MODEL, openRedis } from './redis-link.js';

export interface JobEventsOptions {
  readonly queue: Queue;
  readonly redis: RedisOptions;
  /** What the ids of this process's jobs begin with; events of other jobs only tell that workers are at work. */
  readonly ownJobs: string;
  readonly onCompleted: (jobId: string) => void;
  /** For good: all attempts are used up. */
  readonly onFailed: (jobId: string) => void;
  /** An attempt failed, or its worker stopped answering, and is made again. */
  readonly onRetry: () => void;
  readonly onError: (error: unknown) => void;
}

const BLOCK_MS = 5000;

/** What BullMQ tells of the jobs of a queue, through its `QueueEvents`. */
export class JobEvents {
  /** When a worker was heard last, on the clock of `performance.now()`. */
  heardAt: number = Number.NEGATIVE_INFINITY;
  /** Whether events of the server that was opened last are read. */
  isOpen = false;
  readonly #options: JobEventsOptions;
  #events: QueueEvents | null = null;
  #lastEventId: string | undefined;

  constructor(options: JobEventsOptions) {
    this.#options = options;
  }

  /**
   * Reads the events from the server that `client` is connected to, maybe another one than before: on from the last that was seen, at first
   * from the newest. BullMQ's own start, "$", misses what comes between its first reads.
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
      // It works on a duplicate of what it is given.
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
