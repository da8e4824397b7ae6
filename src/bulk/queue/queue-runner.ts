import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Queue, type Telemetry } from 'bullmq';
import type { ChunkAnswer } from '../../csv/chunk.js';
import type { ChunkOutcome, ChunkRunner, ChunkTask } from '../runner.js';
import { JobEvents } from './job-events.js';
import { pack, unpack } from './packing.js';
import {
  bytesKeys,
  type ChunkJob,
  decodeAnswer,
  encodePayload,
  JOB_OPTIONS,
  type JobResult,
  MisplacedBytes,
  queueName,
} from './protocol.js';
import { obliterateIfLast, type QueueStats, QueueWatch } from './queue-watch.js';
import { FAIL_FAST, type RedisSettings } from './redis-client.js';
import { RedisLink } from './redis-link.js';
import { type QueueLogger, type RedisState, redisErrorText } from './redis-status.js';

/** The BullMQ queue of chunks, for a dashboard. Its jobs hold no student data. */
export type ChunkQueue = Queue<ChunkJob, JobResult>;

export interface QueueRunnerOptions {
  readonly redis: RedisSettings;
  /** In front of every Redis key; services that share a Redis need different ones. */
  readonly prefix: string;
  /** The build of this process; workers of the same one answer. */
  readonly build: string;
  /** Whether chunks travel packed, and so their answers: for a line to the workers that is slower than packing. */
  readonly compresses: boolean;
  /** How long (milliseconds) a chunk waits for a worker before this process calculates it. */
  readonly rescueAfterMs: number;
  /** Calculates what the queue does not answer. The owner closes it, after this runner. */
  readonly rescue: ChunkRunner;
  readonly logger: QueueLogger;
  /** Traces, where they are wanted: a job carries that of its request. */
  readonly telemetry?: Telemetry | undefined;
  /** Told of every answer, with the seconds since the chunk was given in (0 for a duplicate or a retry). */
  readonly onOutcome: (outcome: ChunkOutcome, seconds: number) => void;
}

/** A chunk that was sent and has no answer yet. */
interface Ticket {
  readonly task: ChunkTask;
  /** Nothing else of its caller is under way here. Such a chunk is taken next, however much others have sent. */
  readonly isAlone: boolean;
  /** Of the request, for the worker; undefined without traces. */
  readonly trace: string | undefined;
  /** Of the payload; the answer must name it. */
  digest: string;
  hasFailed: boolean;
  /** Ends the wait: with an answer, or with null when the chunk is to be calculated here, or by nobody. */
  readonly settle: (answer: ChunkAnswer | null) => void;
}

/** A payload outlives the wait for it by so much (milliseconds), and is never kept for less than {@link LEAST_TTL_MS}. */
const SPARE_TTL_MS = 20_000;
const LEAST_TTL_MS = 30_000;
/** How long (milliseconds) a chunk waits once workers have been silent for a whole wait, until one is heard again. */
const SILENT_AFTER_MS = 1000;

/** BullMQ's `close` waits for a connection where there is none. */
const CLOSE_LIMIT_MS = 1000;

/**
 * Runs chunks on worker processes through BullMQ.
 *
 * A chunk is calculated by this process when no worker is connected, Redis refused it or has been lost for two seconds, its job has failed
 * for good, its answer is not what was asked for, or `rescueAfterMs` has passed.
 */
export class QueueRunner implements ChunkRunner {
  readonly queue: ChunkQueue;
  readonly #options: QueueRunnerOptions;
  readonly #instance = randomBytes(6).toString('hex');
  readonly #link: RedisLink;
  readonly #tickets = new Map<string, Ticket>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #events: JobEvents;
  readonly #watch: QueueWatch;
  /** When workers had been silent for a whole wait. */
  #silentAt = Number.NEGATIVE_INFINITY;
  #outbox: string[] = [];
  #nextJob = 0;
  #isClosing = false;

  constructor(options: QueueRunnerOptions) {
    this.#options = options;
    const { redis, logger, prefix, build } = options;
    this.#link = new RedisLink({
      redis,
      prefix,
      manner: FAIL_FAST,
      logger,
      onReady: () => this.#connected(),
      onLost: () => this.#calculateAllHere(),
      onBeat: () => this.#beat(),
    });
    this.queue = new Queue(queueName(build), {
      connection: this.#link.client,
      prefix,
      // The check asks once, and an error then (Redis still loading, say) would disable the queue for good.
      skipVersionCheck: true,
      defaultJobOptions: JOB_OPTIONS,
      ...(options.telemetry === undefined ? {} : { telemetry: options.telemetry }),
    });
    this.queue.on('error', (error) => this.#debug('the queue reports an error', error));
    this.#watch = new QueueWatch(this.queue);
    this.#events = new JobEvents({
      redis,
      prefix,
      build,
      ownJobs: `${this.#instance}-`,
      onCompleted: (jobId) => {
        void this.#unlessItFails('an answer could not be fetched', () => this.#completed(jobId));
      },
      onFailed: (jobId) => this.#failed(jobId),
      onRetry: () => this.#options.onOutcome('retry', 0),
      onError: (error) => this.#debug('the events report an error', error),
    });
  }

  redisState(): RedisState {
    return this.#link.state();
  }

  /** What the server's `maxmemory-policy` is, where it is known. */
  evictionPolicy(): string | undefined {
    return this.#link.evictionPolicy;
  }

  /** Waits a moment for the first look at the server. @returns why it can never be used, or null. */
  unsuitable(ms: number): Promise<string | null> {
    return this.#link.unsuitable(ms);
  }

  /** @throws Error when Redis cannot be used or does not answer. */
  async queueStats(): Promise<QueueStats> {
    if (!this.#link.isUsable) throw new Error(`Redis cannot be used: ${this.redisState().reason}`);
    return this.#watch.stats();
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
    if (this.#link.isUsable) {
      await Promise.race([this.#unlessItFails('the queue could not be left in order', leave), limit]);
    }
    await Promise.race([this.queue.close(), limit]);
    this.#link.close();
  }

  async #run(task: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer> {
    signal.throwIfAborted();
    if (this.#isClosing) throw new Error('the queue runner is closed');
    // Every chunk of a request listens to one signal; Node warns of more than ten listeners.
    setMaxListeners(0, signal);
    const startedAt = performance.now();
    const areThere = await this.#areWorkersThere();
    const answered = areThere && !signal.aborted ? await this.#askWorkers(task, signal) : null;
    signal.throwIfAborted();
    const answer: ChunkAnswer = answered ?? (await this.#options.rescue.run(task, signal));
    this.#options.onOutcome(answered ? 'queue' : 'rescue', (performance.now() - startedAt) / 1000);
    return answer;
  }

  /** Sends a chunk and waits for its answer. @returns null when the chunk is to be calculated here, or its caller has left. */
  async #askWorkers(task: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer | null> {
    const { rescueAfterMs } = this.#options;
    this.#nextJob += 1;
    const jobId = `${this.#instance}-${this.#nextJob.toString(36)}`;
    let settle: Ticket['settle'] = () => {};
    const answered = new Promise<ChunkAnswer | null>((resolve) => {
      settle = resolve;
    });
    const traces = this.#options.telemetry?.contextManager;
    // Jobs of several requests are added together; here it is this request's turn.
    const trace = traces?.getMetadata(traces.active());
    const sentAt = performance.now();
    const isAlone = ![...this.#tickets.values()].some((other) => other.task.caller === task.caller);
    const ticket: Ticket = { task, isAlone, trace, digest: '', hasFailed: false, settle };
    const leave = (): void => settle(null);
    const areSilent = this.#events.heardAt < this.#silentAt;
    const patienceMs = areSilent ? Math.min(SILENT_AFTER_MS, rescueAfterMs) : rescueAfterMs;
    const timer = setTimeout(() => {
      if (this.#events.heardAt < sentAt) this.#silentAt = sentAt;
      settle(null);
    }, patienceMs);
    signal.addEventListener('abort', leave, { once: true });
    this.#tickets.set(jobId, ticket);
    if (this.#outbox.push(jobId) === 1) setImmediate(() => void this.#flush());
    const answer = await answered;
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
    this.#tickets.delete(jobId);
    if (answer === null) void this.#remove(jobId, ticket);
    return answer;
  }

  /** Sends the chunks of this turn: the payloads, then the jobs, over one connection, so that whoever takes a job finds its payload. */
  async #flush(): Promise<void> {
    const { prefix, build, rescueAfterMs, compresses } = this.#options;
    const ttlMs = Math.max(LEAST_TTL_MS, rescueAfterMs + SPARE_TTL_MS);
    const waiting = this.#outbox.flatMap((jobId) => {
      const ticket = this.#tickets.get(jobId);
      return ticket ? [{ jobId, ticket }] : [];
    });
    this.#outbox = [];
    const encoded = waiting.map(async ({ jobId, ticket }) => {
      const { frame, digest } = encodePayload({ job: jobId, build }, ticket.task.toBytes());
      ticket.digest = digest;
      return { jobId, ticket, frame: compresses ? await pack(frame) : frame };
    });
    // Some may have been given up meanwhile.
    const sent = (await Promise.all(encoded)).filter(({ jobId }) => this.#tickets.has(jobId));
    if (sent.length === 0) return;
    try {
      const stored = sent.map(({ jobId, frame }) =>
        this.#link.client.set(bytesKeys(prefix, jobId).payload, frame, 'PX', ttlMs),
      );
      const added = this.queue.addBulk(
        sent.map(({ jobId, ticket: { task, isAlone, trace } }) => {
          const telemetry = trace === undefined ? {} : { telemetry: { metadata: trace } };
          const data = { request: task.requestId, index: task.index };
          return { name: 'chunk', data, opts: { jobId, lifo: isAlone, ...telemetry } };
        }),
      );
      await Promise.all([...stored, added]);
      this.#link.heard();
    } catch (error) {
      this.#link.refused(error);
      for (const { ticket } of sent) ticket.settle(null);
    }
  }

  /** A job is completed: its answer is there, unless its payload was gone. */
  async #completed(jobId: string): Promise<void> {
    const { client } = this.#link;
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
      this.#link.heard();
      if (frame === null) ticket.settle(null);
      else ticket.settle(decodeAnswer(await unpack(frame), { job: jobId, build }, ticket.digest));
    } catch (error) {
      ticket.settle(null);
      if (!(error instanceof MisplacedBytes)) throw error;
      logger.error({ job: jobId, reason: error.message }, 'an answer is not what was asked for');
      this.#link.reconnect(error.message);
    }
  }

  /** A job has failed for good. */
  #failed(jobId: string): void {
    const ticket = this.#tickets.get(jobId);
    if (ticket === undefined) return;
    ticket.hasFailed = true;
    ticket.settle(null);
  }

  /** Takes back what may be in Redis of a chunk that waits no longer. A failed job stays for a while, for people to see. */
  async #remove(jobId: string, { hasFailed }: Ticket): Promise<void> {
    await this.#unlessItFails('a chunk stays in Redis until it expires', async () => {
      const { payload, answer } = bytesKeys(this.#options.prefix, jobId);
      const job = hasFailed ? undefined : this.queue.remove(jobId);
      await Promise.all([this.#link.client.del(payload, answer), job]);
    });
  }

  #connected(): void {
    this.#watch.reset();
    this.#listen();
    void this.#look();
  }

  #beat(): void {
    // Right after a failover the server may have refused.
    if (!this.#events.isOpen) this.#listen();
    void this.#look();
  }

  #listen(): void {
    void this.#unlessItFails('the events of the queue cannot be read', () =>
      this.#events.open(this.#link.client),
    );
  }

  async #areWorkersThere(): Promise<boolean> {
    // Some may have come since the last look, up to a second ago.
    if (this.#link.isUsable && this.#watch.isWithoutWorkers) await this.#look();
    return this.#link.isUsable && !this.#watch.isWithoutWorkers;
  }

  async #look(): Promise<void> {
    await this.#unlessItFails('workers could not be counted', () => this.#watch.look());
    if (this.#watch.isWithoutWorkers) this.#calculateAllHere();
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
