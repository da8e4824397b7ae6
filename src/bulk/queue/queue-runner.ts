import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Queue, type Telemetry } from 'bullmq';
import type { RedisOptions } from 'ioredis';
import type { ChunkAnswer } from '../../csv/chunk.js';
import type { ChunkOutcome, ChunkRunner, ChunkTask } from '../runner.js';
import { JobEvents } from './job-events.js';
import {
  bytesKeys,
  type ChunkJob,
  decodeAnswer,
  encodePayload,
  JOB_OPTIONS,
  type JobResult,
  MisplacedBytes,
  pack,
  queueName,
  unpack,
} from './protocol.js';
import { connectedWorkers, obliterateIfLast, type QueueStats, queueStats } from './queue-watch.js';
import { redisErrorText } from './redis-errors.js';
import { FAIL_FAST, type QueueLogger, RedisLink } from './redis-link.js';

/** The BullMQ queue of chunks, for a dashboard. Its jobs hold no student data. */
export type ChunkQueue = Queue<ChunkJob, JobResult>;

export interface QueueRunnerOptions {
  readonly redis: RedisOptions;
  /** Prefix of every Redis key; services that share a Redis need different ones. */
  readonly prefix: string;
  /** The build of this process; only workers of the same build answer. */
  readonly build: string;
  /**
   * Whether chunks and their answers are compressed: worthwhile if the connection to the workers is slower than
   * compressing.
   */
  readonly compresses: boolean;
  /** How long (milliseconds) a chunk waits for a worker before this process calculates it. */
  readonly rescueAfterMs: number;
  /** Calculates what the queue does not answer. Its owner closes it, after this runner. */
  readonly rescue: ChunkRunner;
  readonly logger: QueueLogger;
  /** Tracing, if enabled: a job carries the trace of its request. */
  readonly telemetry?: Telemetry | undefined;
  /** Called for every answer, with the seconds since the chunk was submitted (0 for a duplicate or a retry). */
  readonly onOutcome: (outcome: ChunkOutcome, seconds: number) => void;
}

/** A chunk that was sent but not answered yet. */
interface Ticket {
  readonly task: ChunkTask;
  /** Digest of the payload, which the answer must name. */
  digest: string;
  hasFailed: boolean;
  /** Ends the wait: with an answer, or with null if the chunk is to be calculated here or is no longer wanted. */
  readonly settle: (answer: ChunkAnswer | null) => void;
}

/**
 * How much longer (milliseconds) a payload is kept than the wait for its answer; it is always kept for at least {@link
 * LEAST_TTL_MS}.
 */
const SPARE_TTL_MS = 20_000;
const LEAST_TTL_MS = 30_000;
/** How long (milliseconds) a chunk waits after workers have been silent for a whole wait, until one is heard again. */
const SILENT_AFTER_MS = 1000;
/** A single check may miss a worker that is reconnecting or finishing its last chunk. */
const LOOKS_WITHOUT_WORKER = 2;
/** BullMQ's `close` waits for a connection if there is none. */
const CLOSE_LIMIT_MS = 1000;

/**
 * Runs chunks on worker processes through BullMQ.
 *
 * This process calculates a chunk itself when no worker is connected, Redis refused it or has been lost for two
 * seconds, its job has failed for good, its answer is not what was asked for, or `rescueAfterMs` has passed.
 */
export class QueueRunner implements ChunkRunner {
  readonly queue: ChunkQueue;
  readonly redis: RedisLink;
  readonly #options: QueueRunnerOptions;
  readonly #instance = randomBytes(6).toString('hex');
  readonly #tickets = new Map<string, Ticket>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #events: JobEvents;
  /** Checks since a worker was last seen; until the first check, no worker is assumed. */
  #looksWithout = LOOKS_WITHOUT_WORKER;
  /** When workers were last found silent for a whole wait. */
  #silentAt = Number.NEGATIVE_INFINITY;
  #nextJob = 0;
  #isClosing = false;

  constructor(options: QueueRunnerOptions) {
    this.#options = options;
    const { redis, logger, prefix, build } = options;
    this.redis = new RedisLink({
      redis,
      prefix,
      manner: FAIL_FAST,
      logger,
      onReady: () => {
        this.#listen();
        void this.#look();
      },
      onLost: () => this.#calculateAllHere(),
      onBeat: () => {
        // The server may have refused right after a failover.
        if (!this.#events.isOpen) this.#listen();
        void this.#look();
      },
    });
    this.queue = new Queue(queueName(build), {
      connection: this.redis.client,
      prefix,
      // BullMQ checks only once, and an error at that moment (Redis still loading, for example) would disable the queue
      // for good.
      skipVersionCheck: true,
      defaultJobOptions: JOB_OPTIONS,
      ...(options.telemetry && { telemetry: options.telemetry }),
    });
    this.queue.on('error', (error) => this.#debug('the queue reports an error', error));
    this.#events = new JobEvents({
      queue: this.queue,
      redis,
      ownJobs: `${this.#instance}-`,
      onCompleted: (jobId) => {
        void this.#unlessItFails('an answer could not be fetched', () => this.#completed(jobId));
      },
      onFailed: (jobId) => this.#failed(jobId),
      onRetry: () => this.#options.onOutcome('retry', 0),
      onError: (error) => this.#debug('the events report an error', error),
    });
  }

  /** @throws Error when Redis cannot be used or does not answer. */
  async queueStats(): Promise<QueueStats> {
    if (!this.redis.isUsable) throw new Error(`Redis cannot be used: ${this.redis.state().reason}`);
    return queueStats(this.queue);
  }

  run(task: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer> {
    const running = this.#run(task, signal);
    this.#running.add(running);
    const ended = (): void => void this.#running.delete(running);
    running.then(ended, ended);
    return running;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.allSettled(this.#running);
    const leave = async (): Promise<void> => {
      await this.#events.close();
      await obliterateIfLast(this.queue);
    };
    const limit = new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref());
    if (this.redis.isUsable) {
      await Promise.race([this.#unlessItFails('the queue could not be left in order', leave), limit]);
    }
    await Promise.race([this.queue.close(), limit]);
    this.redis.close();
  }

  async #run(task: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer> {
    signal.throwIfAborted();
    if (this.#isClosing) throw new Error('the queue runner is closed');
    // Every chunk of a request listens to one signal, and Node warns above ten listeners.
    setMaxListeners(0, signal);
    const startedAt = performance.now();
    const areThere = await this.#areWorkersThere();
    const answered = areThere && !signal.aborted ? await this.#askWorkers(task, signal) : null;
    signal.throwIfAborted();
    const answer: ChunkAnswer = answered ?? (await this.#options.rescue.run(task, signal));
    this.#options.onOutcome(answered ? 'queue' : 'rescue', (performance.now() - startedAt) / 1000);
    return answer;
  }

  /**
   * Sends a chunk and waits for its answer. @returns null if the chunk is to be calculated here, or its caller has
   * left.
   */
  async #askWorkers(task: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer | null> {
    const { rescueAfterMs } = this.#options;
    this.#nextJob += 1;
    const jobId = `${this.#instance}-${this.#nextJob.toString(36)}`;
    let settle: Ticket['settle'] = () => {};
    const answered = new Promise<ChunkAnswer | null>((resolve) => {
      settle = resolve;
    });
    const ticket: Ticket = { task, digest: '', hasFailed: false, settle };
    const leave = (): void => settle(null);
    const sentAt = performance.now();
    const areSilent = this.#events.heardAt < this.#silentAt;
    const patienceMs = areSilent ? Math.min(SILENT_AFTER_MS, rescueAfterMs) : rescueAfterMs;
    const timer = setTimeout(() => {
      if (this.#events.heardAt < sentAt) this.#silentAt = sentAt;
      settle(null);
    }, patienceMs);
    signal.addEventListener('abort', leave, { once: true });
    void this.#send(jobId, ticket);
    const answer = await answered;
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
    this.#tickets.delete(jobId);
    if (answer === null) void this.#remove(jobId, ticket);
    return answer;
  }

  /** Sends the payload, then the job, over one connection, so that a worker that takes the job finds its payload. */
  async #send(jobId: string, ticket: Ticket): Promise<void> {
    const { prefix, build, rescueAfterMs, compresses } = this.#options;
    const { requestId, caller, index, toBytes } = ticket.task;
    // The only chunk of a caller is taken next, however many others have sent.
    const lifo = ![...this.#tickets.values()].some(({ task }) => task.caller === caller);
    this.#tickets.set(jobId, ticket);
    try {
      const { frame, digest } = encodePayload({ job: jobId, build }, toBytes());
      ticket.digest = digest;
      const bytes = compresses ? await pack(frame) : frame;
      // The chunk may have been given up meanwhile.
      if (!this.#tickets.has(jobId)) return;
      const ttlMs = Math.max(LEAST_TTL_MS, rescueAfterMs + SPARE_TTL_MS);
      const stored = this.redis.client.set(bytesKeys(prefix, jobId).payload, bytes, 'PX', ttlMs);
      const added = this.queue.add('chunk', { request: requestId, index }, { jobId, lifo });
      await Promise.all([stored, added]);
      this.redis.heard();
    } catch (error) {
      this.redis.refused(error);
      ticket.settle(null);
    }
  }

  /** Handles a completed job: its answer is there, unless its payload was gone. */
  async #completed(jobId: string): Promise<void> {
    const { client } = this.redis;
    const { prefix, build, logger } = this.#options;
    const key = bytesKeys(prefix, jobId).answer;
    const ticket = this.#tickets.get(jobId);
    if (ticket === undefined) {
      this.#options.onOutcome('duplicate', 0);
      await client.del(key);
      return;
    }
    try {
      const frame = await client.getdelBuffer(key);
      this.redis.heard();
      if (frame === null) ticket.settle(null);
      else ticket.settle(decodeAnswer(await unpack(frame), { job: jobId, build }, ticket.digest));
    } catch (error) {
      ticket.settle(null);
      if (!(error instanceof MisplacedBytes)) throw error;
      logger.error({ job: jobId, reason: error.message }, 'an answer is not what was asked for');
      this.redis.reconnect(error.message);
    }
  }

  /** Handles a job that has failed for good. */
  #failed(jobId: string): void {
    const ticket = this.#tickets.get(jobId);
    if (ticket === undefined) return;
    ticket.hasFailed = true;
    ticket.settle(null);
  }

  /**
   * Removes from Redis what may be left of a chunk that no longer waits. A failed job is kept for a while, for people
   * to see.
   */
  async #remove(jobId: string, { hasFailed }: Ticket): Promise<void> {
    await this.#unlessItFails('a chunk stays in Redis until it expires', async () => {
      const { payload, answer } = bytesKeys(this.#options.prefix, jobId);
      const job = hasFailed ? undefined : this.queue.remove(jobId);
      await Promise.all([this.redis.client.del(payload, answer), job]);
    });
  }

  #listen(): void {
    void this.#unlessItFails('the events of the queue cannot be read', () =>
      this.#events.open(this.redis.client),
    );
  }

  async #areWorkersThere(): Promise<boolean> {
    // A worker may have connected since the last check, up to a second ago.
    if (this.redis.isUsable && this.#looksWithout >= LOOKS_WITHOUT_WORKER) await this.#look();
    return this.redis.isUsable && this.#looksWithout < LOOKS_WITHOUT_WORKER;
  }

  async #look(): Promise<void> {
    await this.#unlessItFails('workers could not be counted', async () => {
      this.#looksWithout = (await connectedWorkers(this.queue)) === 0 ? this.#looksWithout + 1 : 0;
    });
    if (this.#looksWithout >= LOOKS_WITHOUT_WORKER) this.#calculateAllHere();
  }

  #calculateAllHere(): void {
    for (const { settle } of this.#tickets.values()) settle(null);
  }

  async #unlessItFails(what: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#debug(what, error);
    }
  }

  #debug(what: string, error: unknown): void {
    this.#options.logger.debug({ reason: redisErrorText(error) }, what);
  }
}
