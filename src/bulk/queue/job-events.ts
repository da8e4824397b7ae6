import { type Queue, QueueEvents } from 'bullmq';
import { PATIENT, type RedisLink } from './redis-link.js';

/** `retried`: an attempt failed, or its worker stopped responding; `failed`: all attempts are used up. */
export type JobEvent = 'active' | 'completed' | 'retried' | 'failed';

export interface JobEventsOptions {
  readonly queue: Queue;
  readonly redis: RedisLink;
  readonly onJob: (event: JobEvent, jobId: string) => void;
  readonly onError: (error: unknown) => void;
}

const BLOCK_MS = 5000;

/** Events of a queue's jobs, from BullMQ's `QueueEvents`. */
export class JobEvents {
  readonly #options: JobEventsOptions;
  #events: QueueEvents | null = null;
  #lastEventId: string | undefined;
  /** Whether events are read from the server of the present connection. */
  #isOpen = false;

  constructor(options: JobEventsOptions) {
    this.#options = options;
    options.redis.client.on('close', () => {
      this.#isOpen = false;
    });
  }

  /**
   * Reads the events from the server that `redis` is connected to, which may have changed. Continues after the last
   * event seen; the first time, starts at the newest. BullMQ's own start, "$", misses events between its first reads.
   */
  async open(): Promise<void> {
    if (this.#isOpen) return;
    this.#isOpen = true;
    const { queue, redis, onError } = this.#options;
    try {
      const [newest] = await redis.client.xrevrange(queue.toKey('events'), '+', '-', 'COUNT', 1);
      this.#lastEventId ??= newest?.[0] ?? '0-0';
    } catch (error) {
      // The server may refuse right after a failover; the next beat tries again.
      this.#isOpen = false;
      throw error;
    }
    this.#events?.close().catch(onError);
    this.#events = this.#listen(this.#lastEventId);
  }

  async close(): Promise<void> {
    await this.#events?.close();
  }

  #listen(lastEventId: string): QueueEvents {
    const { queue, redis, onJob, onError } = this.#options;
    const events = new QueueEvents(queue.name, {
      // BullMQ makes its own duplicate of it.
      connection: redis.client.duplicate({ ...PATIENT, lazyConnect: true }),
      prefix: queue.opts.prefix ?? '',
      skipVersionCheck: true,
      lastEventId,
      blockingTimeout: BLOCK_MS,
    });
    const tell = (event: JobEvent) => {
      return ({ jobId }: { readonly jobId: string }, id: string): void => {
        this.#lastEventId = id;
        onJob(event, jobId);
      };
    };
    events.on('error', (error) => {
      // Where the first connection fails, BullMQ does not try another; the next beat opens the events anew.
      if (this.#events === events) this.#isOpen = false;
      onError(error);
    });
    events.on('active', tell('active'));
    events.on('completed', tell('completed'));
    events.on('delayed', tell('retried'));
    events.on('stalled', tell('retried'));
    events.on('failed', tell('failed'));
    return events;
  }
}
