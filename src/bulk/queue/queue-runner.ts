import { randomBytes } from 'node:crypto';
import { Queue, type Telemetry } from 'bullmq';
import type { RedisOptions } from 'ioredis';
import type { ChunkAnswer } from '../../csv/chunk.js';
import type { ChunkOutcome, ChunkRunner, ChunkTask } from '../runner.js';
import { type JobEvent, JobEvents } from './job-events.js';
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
import { connectedWorkers, leaveQueue, queueStats } from './queue-watch.js';
import { FAIL_FAST, type QueueLogger, RedisLink, redisErrorText } from './redis-link.js';

export interface QueueRunnerOptions {
  readonly redis: RedisOptions;
  /** Prefix of every Redis key; services that share a Redis need different ones. */
  readonly prefix: string;
  /** The build of this process; only workers of the same build answer. */
  readonly build: string;
  /** Whether chunks and their answers are compressed, for a slow connection between the workers and Redis. */
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
  readonly caller: string;
  /** Digest of the payload, which the answer must name. */
  digest: string;
  /** The memory of the payload, which is free once the chunk is answered: Redis had it all by then. */
  memory?: ArrayBuffer;
  /** Ends the wait. Without an answer the chunk is calculated here if it is still wanted. */
  readonly end: (ending: ChunkAnswer | 'failed' | 'given up') => void;
}

/** How much longer (milliseconds) a payload is kept than the wait for its answer. */
const SPARE_TTL_MS = 20_000;
/** How long (milliseconds) a chunk waits after workers have been silent for a whole wait, until one is heard again. */
const SILENT_AFTER_MS = 1000;
/** A single check may miss a worker that is reconnecting or finishing its last chunk. */
const LOOKS_WITHOUT_WORKER = 2;

/**
 * Runs chunks on worker processes through BullMQ.
 *
 * This process calculates a chunk itself when no worker is connected, Redis refused it or has been lost for two
 * seconds, its job has failed for good, its answer is not what was asked for, or `rescueAfterMs` has passed.
 */
export class QueueRunner implements ChunkRunner {
  /** Its jobs hold no student data. */
  readonly queue: Queue<ChunkJob, JobResult>;
  readonly redis: RedisLink;
  readonly #options: QueueRunnerOptions;
  readonly #events: JobEvents;
  /** Begins the id of every job of this process. */
  readonly #instance = `${randomBytes(6).toString('hex')}-`;
  readonly #tickets = new Map<string, Ticket>();
  /** Checks since a worker was last seen; until the first check, no worker is assumed. */
  #looksWithout = LOOKS_WITHOUT_WORKER;
  /** When the last event of a job, from any worker, arrived, and when workers were last found silent for a whole wait. */
  #heardAt = Number.NEGATIVE_INFINITY;
  #silentAt = Number.NEGATIVE_INFINITY;
  #jobs = 0;
  #isClosing = false;

  constructor(options: QueueRunnerOptions) {
    this.#options = options;
    const { redis, logger, prefix, build, telemetry } = options;
    this.redis = new RedisLink({
      redis,
      prefix,
      manner: FAIL_FAST,
      logger,
      onLost: () => this.#calculateAllHere(),
      onBeat: () => {
        void this.#attempt('the events of the queue cannot be read', this.#events.open());
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
      ...(telemetry && { telemetry }),
    });
    this.queue.on('error', (error) => this.#debug('the queue reports an error', error));
    this.#events = new JobEvents({
      queue: this.queue,
      redis: this.redis,
      onJob: (event, jobId) => this.#heard(event, jobId),
      onError: (error) => this.#debug('the events report an error', error),
    });
  }

  /** @throws Error when Redis cannot be used or does not answer. */
  async queueStats() {
    if (!this.redis.isUsable) throw new Error(`Redis cannot be used: ${this.redis.state().reason}`);
    return queueStats(this.queue);
  }

  async run(task: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer> {
    const startedAt = performance.now();
    const areThere = await this.#areWorkersThere();
    signal.throwIfAborted();
    const answered = areThere ? await this.#askWorkers(task, signal) : null;
    signal.throwIfAborted();
    const answer: ChunkAnswer = answered ?? (await this.#options.rescue.run(task, signal));
    this.#options.onOutcome(answered ? 'queue' : 'rescue', (performance.now() - startedAt) / 1000);
    return answer;
  }

  /** Leaves the queue; from now on every chunk is calculated here. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#calculateAllHere();
    await leaveQueue(this.queue, this.#options.logger, () => this.#events.close());
    this.redis.close();
  }

  /** A chunk's life in the queue. @returns null if it is to be calculated here, or its caller has left. */
  async #askWorkers(task: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer | null> {
    const { rescueAfterMs } = this.#options;
    this.#jobs += 1;
    const jobId = `${this.#instance}${this.#jobs.toString(36)}`;
    const sentAt = performance.now();
    let end: Ticket['end'] = () => {};
    const ended = new Promise<Parameters<Ticket['end']>[0]>((resolve) => {
      end = resolve;
    });
    const leave = (): void => end('given up');
    const areSilent = this.#heardAt < this.#silentAt;
    const patienceMs = areSilent ? Math.min(SILENT_AFTER_MS, rescueAfterMs) : rescueAfterMs;
    const timer = setTimeout(() => {
      if (this.#heardAt < sentAt) this.#silentAt = sentAt;
      leave();
    }, patienceMs);
    signal.addEventListener('abort', leave, { once: true });
    void this.#send(jobId, task, { caller: task.caller, digest: '', end });
    const ending = await ended;
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
    this.#tickets.delete(jobId);
    if (typeof ending === 'object') return ending;
    const { payload, answer } = bytesKeys(this.#options.prefix, jobId);
    const left = 'a chunk stays in Redis until it expires';
    void this.#attempt(left, this.redis.client.del(payload, answer));
    // A failed job is kept for a while, for people to see.
    if (ending !== 'failed') void this.#attempt(left, this.queue.remove(jobId));
    return null;
  }

  /** Sends the payload, then the job, over one connection, so that a worker that takes the job finds its payload. */
  async #send(jobId: string, { requestId, index, toBytes }: ChunkTask, ticket: Ticket): Promise<void> {
    const { prefix, build, rescueAfterMs, compresses } = this.#options;
    // The only chunk of a caller is taken next, however many others have sent.
    const lifo = ![...this.#tickets.values()].some(({ caller }) => caller === ticket.caller);
    this.#tickets.set(jobId, ticket);
    try {
      const chunk = toBytes();
      const { frame, digest } = encodePayload({ job: jobId, build }, chunk);
      ticket.digest = digest;
      ticket.memory = chunk.buffer;
      const bytes = compresses ? await pack(frame) : frame;
      // The chunk may have been given up meanwhile.
      if (!this.#tickets.has(jobId)) return;
      const key = bytesKeys(prefix, jobId).payload;
      const stored = this.redis.client.set(key, bytes, 'PX', rescueAfterMs + SPARE_TTL_MS);
      const added = this.queue.add('chunk', { request: requestId, index }, { jobId, lifo });
      await Promise.all([stored, added]);
      this.redis.heard();
    } catch (error) {
      this.redis.refused(error);
      ticket.end('given up');
    }
  }

  #heard(event: JobEvent, jobId: string): void {
    this.#heardAt = performance.now();
    if (!jobId.startsWith(this.#instance)) return;
    if (event === 'completed') void this.#attempt('an answer could not be fetched', this.#fetch(jobId));
    else if (event === 'failed') this.#tickets.get(jobId)?.end('failed');
    else if (event === 'retried') this.#options.onOutcome('retry', 0);
  }

  /** Fetches the answer of a completed job, which is there unless its payload was gone. */
  async #fetch(jobId: string): Promise<void> {
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
      if (frame === null) return;
      const answer = decodeAnswer(await unpack(frame), { job: jobId, build }, ticket.digest);
      ticket.end({ ...answer, memory: ticket.memory });
    } catch (error) {
      if (!(error instanceof MisplacedBytes)) throw error;
      logger.error({ job: jobId, reason: error.message }, 'an answer is not what was asked for');
      this.redis.reconnect(error.message);
    } finally {
      ticket.end('given up');
    }
  }

  async #areWorkersThere(): Promise<boolean> {
    const isUsable = (): boolean => this.redis.isUsable && !this.#isClosing;
    // A worker may have connected since the last check, up to a second ago.
    if (isUsable() && this.#looksWithout >= LOOKS_WITHOUT_WORKER) await this.#look();
    return isUsable() && this.#looksWithout < LOOKS_WITHOUT_WORKER;
  }

  async #look(): Promise<void> {
    const count = connectedWorkers(this.queue).then((workers) => {
      this.#looksWithout = workers === 0 ? this.#looksWithout + 1 : 0;
    });
    await this.#attempt('workers could not be counted', count);
    if (this.#looksWithout >= LOOKS_WITHOUT_WORKER) this.#calculateAllHere();
  }

  #calculateAllHere(): void {
    for (const { end } of this.#tickets.values()) end('given up');
  }

  /** Waits for what may fail without harm. */
  async #attempt(failure: string, attempt: Promise<unknown>): Promise<void> {
    await attempt.catch((error: unknown) => this.#debug(failure, error));
  }

  #debug(what: string, error: unknown): void {
    this.#options.logger.debug({ reason: redisErrorText(error) }, what);
  }
}
