import { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { sendBlob } from './blob-command.js';
import type { PendingChunk } from './pending-chunk.js';
import { type ChunkJobData, ID_LISTS, PROTOCOL_VERSION, QUEUE_NAME, type QueueKeys } from './protocol.js';

/** The BullMQ queue of chunks, for a dashboard. Its jobs hold no student data. */
export type ChunkQueue = Queue<ChunkJobData>;

export interface JobQueueOptions {
  readonly client: Redis;
  readonly prefix: string;
  readonly keys: QueueKeys;
  readonly replyKey: string;
  /** How long (milliseconds) a chunk may lie in Redis; all of it expires by itself then. */
  readonly ttlMs: number;
  readonly onError: (error: unknown) => void;
}

const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true, attempts: 1 };

/** Hands chunks to the workers and takes them back. The only file of the API side that knows BullMQ. */
export class JobQueue {
  readonly queue: ChunkQueue;
  readonly #options: JobQueueOptions;

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.queue = new Queue<ChunkJobData>(QUEUE_NAME, {
      connection: options.client,
      prefix: options.prefix,
      // The version check asks once, and an error then (Redis still loading, say) would disable the queue for good.
      skipVersionCheck: true,
      streams: { events: { maxLen: 0 } },
    });
    this.queue.on('error', options.onError);
  }

  /**
   * Writes the payloads, and behind them the jobs. The payloads are read at this call and not later. Everything gets an expiry;
   * a Redis that refuses to set one is not used.
   *
   * @returns for each chunk null, or the error that kept it out of the queue.
   * @throws when Redis cannot be reached, or lets no list expire.
   */
  async add(chunks: readonly PendingChunk[]): Promise<(Error | null)[]> {
    const { client, keys, ttlMs, replyKey } = this.#options;
    const payloads = Promise.allSettled(
      chunks.map(({ task, jobId }) =>
        sendBlob(client, 'set', {
          before: [keys.payload(jobId)],
          value: task.parts,
          after: ['PX', String(ttlMs)],
        }),
      ),
    );
    // No pipeline: BullMQ gives its client dozens of scripts, and ioredis ties each of them to every new pipeline.
    const bull = await this.queue.getBackend().client;
    const jobs = Promise.allSettled(
      chunks.map(({ task: { requestId: request, index }, jobId }) => {
        const data = { v: PROTOCOL_VERSION, request, index, payload: keys.payload(jobId), reply: replyKey };
        const job = new Job(this.queue, 'chunk', data, { ...JOB_OPTIONS, jobId }, jobId);
        return this.#addExpiring(job.addJob(bull), keys.bull(jobId));
      }),
    );
    await Promise.all(['wait', 'events'].map((name) => client.pexpire(keys.bull(name), ttlMs)));
    const [added, written] = await Promise.all([jobs, payloads]);
    return chunks.map((_, index) => failureOf(written[index]) ?? failureOf(added[index]));
  }

  async #addExpiring(added: Promise<unknown>, key: string): Promise<void> {
    const { client, ttlMs } = this.#options;
    const [, wasThere] = await Promise.all([added, client.pexpire(key, ttlMs)]);
    // A Redis that has forgotten BullMQ's script is sent it once more, behind the expiry.
    if (wasThere === 0) await client.pexpire(key, ttlMs);
  }

  /**
   * Removes payloads and jobs. A job that a worker holds stays until the worker is done with it, and finds no
   * payload if it has not begun.
   *
   * @returns the ids of the jobs that workers hold.
   */
  async forget(jobIds: readonly string[]): Promise<string[]> {
    const { client, keys } = this.#options;
    await client.del(...jobIds.map(keys.payload));
    const removed = await Promise.all(jobIds.map((jobId) => this.queue.remove(jobId)));
    const gone = jobIds.filter((_, index) => removed[index] !== 0);
    // BullMQ leaves a removed job among those that its workers watch, where only a living worker would strike it off.
    if (gone.length > 0) await client.srem(keys.bull('stalled'), ...gone);
    return jobIds.filter((_, index) => removed[index] === 0);
  }

  /** The chunks among the given that have no payload in Redis any more. */
  async withoutPayload(chunks: readonly PendingChunk[]): Promise<PendingChunk[]> {
    const { client, keys } = this.#options;
    const present = await client.exists(...chunks.map(({ jobId }) => keys.payload(jobId)));
    if (present === chunks.length) return [];
    const pipeline = client.pipeline();
    for (const { jobId } of chunks) pipeline.exists(keys.payload(jobId));
    const answers = (await pipeline.exec()) ?? [];
    return chunks.filter((_, index) => answers[index]?.[1] === 0);
  }

  /** Ids of the jobs that workers hold, those of dead workers among them, of every API process. */
  async heldIds(): Promise<string[]> {
    const { client, keys } = this.#options;
    return client.lrange(keys.bull('active'), 0, -1);
  }

  /** Whether a worker that speaks this version has announced itself within the last ten seconds. */
  async isAttended(): Promise<boolean> {
    const { client, keys } = this.#options;
    return (await client.exists(keys.attended)) === 1;
  }

  /** Empties BullMQ's stream of events, which nothing here reads and which would keep job ids. */
  async trimEvents(): Promise<void> {
    const { client, keys, ttlMs } = this.#options;
    const pipeline = client.pipeline().xtrim(keys.bull('events'), 'MAXLEN', 0);
    for (const name of ID_LISTS) pipeline.pexpire(keys.bull(name), ttlMs);
    await pipeline.exec();
  }

  async close(): Promise<void> {
    await this.queue.close();
  }
}

function failureOf(outcome: PromiseSettledResult<unknown> | undefined): Error | null {
  if (outcome?.status === 'fulfilled') return null;
  return outcome?.reason instanceof Error ? outcome.reason : new Error(String(outcome?.reason));
}
