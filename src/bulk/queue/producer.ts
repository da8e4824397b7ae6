import { setImmediate as turn } from 'node:timers/promises';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { Heartbeats } from './heartbeats.js';
import type { PendingChunk } from './pending-chunk.js';
import { type ChunkJob, type QueueKeys, queueName, tidyQueue } from './protocol.js';
import { expireKeys } from './redis-client.js';
import type { Transport } from './transport.js';

/** The BullMQ queue of chunks, for a dashboard. Its jobs hold no student data. */
export type ChunkQueue = Queue<ChunkJob>;

/** The queue of this build at one moment, all API replicas together. */
export interface QueueStats {
  /** Chunks that no worker has taken yet. */
  readonly waiting: number;
  /** How long the oldest of them has waited; null when none waits. */
  readonly oldestWaitingSeconds: number | null;
  /** Chunks that workers hold. */
  readonly active: number;
  /** Workers with a heartbeat within the last ten seconds. */
  readonly workers: number;
}

export interface ProducerOptions {
  readonly client: Redis;
  readonly transport: Transport;
  readonly prefix: string;
  readonly build: string;
  readonly keys: QueueKeys;
  readonly replyKey: string;
  /** How long (milliseconds) a chunk may lie in Redis; all of it expires by itself then. */
  readonly ttlMs: number;
  readonly onError: (error: unknown) => void;
}

/** The API's end of the queue, and the only file there that knows BullMQ; the workers' end is `consumer.ts`. */
export class Producer {
  readonly queue: ChunkQueue;
  readonly #options: ProducerOptions;
  readonly #heartbeats: Heartbeats;

  constructor(options: ProducerOptions) {
    this.#options = options;
    this.#heartbeats = new Heartbeats(options.client, options.keys.heartbeats);
    this.queue = new Queue<ChunkJob>(queueName(options.build), {
      connection: options.client,
      prefix: options.prefix,
      // The version check asks once, and an error then (Redis still loading, say) would disable the queue for good.
      skipVersionCheck: true,
      // Nothing here reads BullMQ's stream of events.
      streams: { events: { maxLen: 0 } },
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
    });
    this.queue.on('error', options.onError);
  }

  /**
   * Writes the payloads, and then the jobs of those that are wanted still: whoever takes a job finds its payload. Everything gets an
   * expiry.
   *
   * @throws when Redis cannot be reached or refuses any of it; the rest may be in Redis then.
   */
  async add(chunks: readonly PendingChunk[]): Promise<void> {
    const { client, transport, keys, ttlMs, replyKey } = this.#options;
    const payloads = chunks.map(({ task, jobId }) => ({ key: keys.payload(jobId), bytes: task.toBytes() }));
    await transport.store(payloads, ttlMs);
    const wanted = chunks.filter(({ hasEnded }) => !hasEnded);
    const jobs = this.queue.addBulk(
      wanted.map(({ task: { requestId: request, index }, jobId }) => {
        const data = { request, index, payload: keys.payload(jobId), reply: replyKey };
        return { name: 'chunk', data, opts: { jobId } };
      }),
    );
    const made = [...wanted.map(({ jobId }) => jobId), 'wait', 'events'].map((part) =>
      this.queue.toKey(part),
    );
    const expire = () => expireKeys(client, made, ttlMs);
    // Right behind the jobs, so that they expire though this process dies now; and once more for the case that they came later.
    await allOrThrow([jobs, turn().then(expire)]);
    await expire();
  }

  /**
   * Removes chunks that nobody waits for. A job that a worker holds ends with the worker's attempt, which finds no payload if it has not
   * begun, or expires with a worker that has died.
   */
  async remove(jobIds: readonly string[]): Promise<void> {
    if (jobIds.length === 0) return;
    const { transport, keys } = this.#options;
    await transport.delete(jobIds.map(keys.payload));
    await Promise.all(jobIds.map((jobId) => this.queue.remove(jobId)));
  }

  /** Whether the payload is still in Redis: from then on until somebody has answered or given the chunk up. */
  async hasPayload(jobId: string): Promise<boolean> {
    const { client, keys } = this.#options;
    return (await client.exists(keys.payload(jobId))) === 1;
  }

  /** Whether replies lie in Redis that this process has not fetched yet. */
  async hasReplies(): Promise<boolean> {
    const { client, replyKey } = this.#options;
    return (await client.llen(replyKey)) > 0;
  }

  /** Workers of this build with a heartbeat within the last ten seconds. */
  countWorkers(): Promise<number> {
    return this.#heartbeats.count();
  }

  async stats(): Promise<QueueStats> {
    const [{ waiting = 0, active = 0 }, [oldest], workers] = await Promise.all([
      this.queue.getJobCounts('waiting', 'active'),
      this.queue.getJobs('waiting', 0, 0, true),
      this.countWorkers(),
    ]);
    const oldestWaitingSeconds =
      oldest === undefined ? null : Math.max(0, Date.now() - oldest.timestamp) / 1000;
    return { waiting, active, workers, oldestWaitingSeconds };
  }

  /** See {@link tidyQueue}. */
  tidy(): Promise<void> {
    return tidyQueue(this.queue, this.#options.client);
  }

  async close(): Promise<void> {
    await this.queue.close();
  }
}

/** Waits for all of them, whatever becomes of some. @throws the first failure. */
async function allOrThrow(steps: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(steps)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
