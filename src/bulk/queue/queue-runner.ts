import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Queue, QueueEvents, type Telemetry } from 'bullmq';
import type { ChunkAnswer } from '../../csv/chunk.js';
import type { ChunkOutcome, QueueReading } from '../../ops/api-metrics.js';
import type { ChunkRunner, ChunkTask } from '../thread-runner.js';
import {
  bytesKeys,
  type ChunkJob,
  JOB_OPTIONS,
  type JobResult,
  leaveQueue,
  MisplacedBytes,
  type QueueSettings,
  queueName,
  resultSchema,
  seal,
  unseal,
} from './protocol.js';
import { FAIL_FAST, PATIENT, RedisLink, redisErrorText } from './redis-link.js';

export interface QueueRunnerOptions extends QueueSettings {
  /** How long (milliseconds) a chunk waits for a worker before this process calculates it. */
  readonly rescueAfterMs: number;
  /** Calculates the chunks that the queue does not answer. Its owner closes it after this runner. */
  readonly rescue: ChunkRunner;
  readonly telemetry?: Telemetry | undefined;
  /** Called for every outcome, with the seconds since the chunk was sent (0 for a duplicate or a retry). */
  readonly onOutcome: (outcome: ChunkOutcome, seconds: number) => void;
}

/** How the wait for a chunk ends. Without an answer, a chunk that is still wanted is calculated here. */
type Ending = ChunkAnswer | 'failed' | 'given up';

class Ticket {
  /** Digest of the payload, which the answer must name. */
  digest = '';
  /** Ends the wait, on an event, a timer, a loss of Redis, or the caller. Only the first call counts. */
  end: (ending: Ending) => void = () => {};
  readonly ended = new Promise<Ending>((resolve) => {
    this.end = resolve;
  });

  constructor(readonly caller: string) {}
}

/** How much longer Redis keeps a payload than the wait for its answer lasts. */
const SPARE_TTL_MS = 20_000;
/** How long a chunk waits while connected workers are silent. */
const SILENT_AFTER_MS = 1000;
/** A single check may miss a worker that is reconnecting or finishing its last chunk. */
const LOOKS_WITHOUT_WORKER = 2;
const LISTEN_AGAIN_MS = 1000;

/**
 * Runs chunks on worker processes through BullMQ.
 *
 * This process calculates a chunk itself when no worker is connected, when Redis refused the chunk or has
 * been lost for two seconds, or when `rescueAfterMs` has passed (a second while all workers are silent). The
 * same applies if its job has failed for good, its answer is not what was asked for, or the runner closes.
 */
export class QueueRunner implements ChunkRunner {
  readonly queue: Queue<ChunkJob, JobResult>;
  readonly redis: RedisLink;
  readonly #events: QueueEvents;
  /** Prefix of the ids of this process's jobs. */
  readonly #instance = `${randomBytes(6).toString('hex')}-`;
  readonly #tickets = new Map<string, Ticket>();
  #jobs = 0;
  /** Checks since a worker was last seen; until the first check, no worker is assumed. */
  #looksWithout = LOOKS_WITHOUT_WORKER;
  /** When the last event of any worker arrived, and whether a chunk has since waited in vain for one. */
  #heardAt = Number.NEGATIVE_INFINITY;
  #areSilent = false;
  #isClosing = false;

  constructor(private readonly options: QueueRunnerOptions) {
    const { redis, logger, prefix, build, telemetry } = options;
    this.redis = new RedisLink({
      redis: { ...redis, ...FAIL_FAST },
      prefix,
      logger,
      onLost: () => this.#calculateAllHere(),
      onBeat: () => void this.#look(),
    });
    // BullMQ checks the version once. An error then (a Redis still loading) would end the queue for good.
    const shared = { prefix, skipVersionCheck: true };
    this.queue = new Queue(queueName(build), {
      ...shared,
      connection: this.redis.client,
      defaultJobOptions: JOB_OPTIONS,
      ...(telemetry && { telemetry }),
    });
    this.queue.on('error', this.#debug('the queue reports an error'));
    const patient = this.redis.client.duplicate(PATIENT);
    // By default BullMQ starts at "$" and misses events before its first read.
    const start = { autorun: false, lastEventId: '0-0' };
    this.#events = new QueueEvents(queueName(build), { ...shared, ...start, connection: patient });
    // BullMQ uses its own duplicate of the connection.
    patient.disconnect();
    this.#listen(this.#events).catch(this.#debug('the events were never read'));
  }

  /** Figures of this build's queue, over all API replicas. @throws Error when Redis cannot be used. */
  async queueStats(): Promise<QueueReading> {
    if (!this.redis.isUsable) throw new Error(`Redis cannot be used: ${this.redis.state().reason}`);
    const [{ waiting = 0, active = 0 }, [oldest], workers] = await Promise.all([
      this.queue.getJobCounts('waiting', 'active'),
      // A job written by another program may not be readable.
      this.queue.getJobs('waiting', 0, 0, true).catch(() => []),
      this.#connectedWorkers(),
    ]);
    const oldestWaitingSeconds = Math.max(0, Date.now() - (oldest?.timestamp ?? Date.now())) / 1000;
    return { waiting, active, workers, oldestWaitingSeconds };
  }

  /** Null if Redis does not allow listing its clients, as with some managed services. */
  async #connectedWorkers(): Promise<number | null> {
    try {
      return await this.queue.getWorkersCount();
    } catch (error) {
      if (redisErrorText(error).startsWith('NOPERM')) return null;
      throw error;
    }
  }

  async run(task: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer> {
    const startedAt = performance.now();
    const areThere = await this.#areWorkersThere();
    signal.throwIfAborted();
    const answered = areThere ? await this.#askWorkers(task, signal) : null;
    signal.throwIfAborted();
    const answer: ChunkAnswer = answered ?? (await this.options.rescue.run(task, signal));
    this.options.onOutcome(answered ? 'queue' : 'rescue', (performance.now() - startedAt) / 1000);
    return answer;
  }

  /** Leaves the queue. Afterwards this process calculates every chunk. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#calculateAllHere();
    await leaveQueue(this.queue, this.options.logger, () => this.#events.close());
    this.redis.close();
  }

  /**
   * A chunk's life in the queue. BullMQ's `waitUntilFinished` would ask Redis once more for each job, and
   * would need completed jobs to be kept.
   * @returns null if this process has to calculate the chunk, or its caller has left.
   */
  async #askWorkers(task: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer | null> {
    const { prefix, rescueAfterMs } = this.options;
    this.#jobs += 1;
    const jobId = `${this.#instance}${this.#jobs.toString(36)}`;
    const sentAt = performance.now();
    const waitMs = this.#areSilent ? Math.min(SILENT_AFTER_MS, rescueAfterMs) : rescueAfterMs;
    const ticket = new Ticket(task.caller);
    const giveUp = (): void => ticket.end('given up');
    const timer = setTimeout(() => {
      if (this.#heardAt < sentAt) this.#areSilent = true;
      giveUp();
    }, waitMs);
    signal.addEventListener('abort', giveUp, { once: true });
    void this.#send(jobId, task, ticket);
    const ending = await ticket.ended;
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    this.#tickets.delete(jobId);
    if (typeof ending === 'object') return ending;
    const { payload, answer } = bytesKeys(prefix, jobId);
    const left = 'a chunk stays in Redis until it expires';
    this.redis.client.del(payload, answer).catch(this.#debug(left));
    // A failed job is kept for a while, for operators.
    if (ending !== 'failed') this.queue.remove(jobId).catch(this.#debug(left));
    return null;
  }

  /** Sends the payload before the job, over one connection, so that whoever takes the job finds it. */
  async #send(jobId: string, { requestId, index, toBytes }: ChunkTask, ticket: Ticket): Promise<void> {
    const { prefix, build, rescueAfterMs } = this.options;
    // A caller's only chunk goes to the head of the queue, however many chunks others have sent.
    const lifo = ![...this.#tickets.values()].some(({ caller }) => caller === ticket.caller);
    this.#tickets.set(jobId, ticket);
    try {
      const { frame, digest } = seal(toBytes(), { job: jobId, build });
      ticket.digest = digest;
      const key = bytesKeys(prefix, jobId).payload;
      const stored = this.redis.client.set(key, frame, 'PX', rescueAfterMs + SPARE_TTL_MS);
      const added = this.queue.add('chunk', { request: requestId, index }, { jobId, lifo });
      await Promise.all([stored, added]);
      this.redis.heard();
    } catch (error) {
      this.redis.refused(error);
      ticket.end('given up');
    }
  }

  /** Reads the events of the jobs of all API processes, and acts on those of this one. */
  async #listen(events: QueueEvents): Promise<void> {
    const heard = (act: (jobId: string, returned?: unknown) => void) => {
      return ({ jobId, returnvalue }: { readonly jobId: string; readonly returnvalue?: unknown }): void => {
        this.#heardAt = performance.now();
        this.#areSilent = false;
        if (jobId.startsWith(this.#instance)) act(jobId, returnvalue);
      };
    };
    const taken = heard(() => {});
    const answered = heard((jobId, returned) => void this.#fetch(jobId, returned));
    const retried = heard(() => this.options.onOutcome('retry', 0));
    const failed = heard((jobId) => this.#tickets.get(jobId)?.end('failed'));
    const onError = this.#debug('the events report an error');
    events.on('active', taken).on('completed', answered).on('error', onError);
    events.on('delayed', retried).on('stalled', retried).on('failed', failed);
    const connection = await events.getBackend().client;
    // After a failover the old primary may keep this connection without sending events.
    this.redis.client.on('ready', () => {
      if (connection.status === 'ready') connection.disconnect(true);
    });
    // BullMQ reads nothing if its first command fails.
    while (!this.#isClosing) {
      await events.run().catch(onError);
      await delay(LISTEN_AGAIN_MS, undefined, { ref: false });
    }
  }

  /** Fetches a completed job's answer, if its payload was not gone. Deletes an answer nobody waits for. */
  async #fetch(jobId: string, returned: unknown): Promise<void> {
    const { prefix, build, logger } = this.options;
    const { client } = this.redis;
    const { answer } = bytesKeys(prefix, jobId);
    const ticket = this.#tickets.get(jobId);
    if (ticket === undefined) {
      this.options.onOutcome('duplicate', 0);
      client.del(answer).catch(this.#debug('an answer stays in Redis until it expires'));
      return;
    }
    const { data: result } = resultSchema.safeParse(returned);
    try {
      if (result === null) return;
      const frame = await client.getdelBuffer(answer);
      this.redis.heard();
      if (frame === null) return;
      if (result === undefined) throw new MisplacedBytes('The job does not say what was calculated.');
      const { body } = unseal(frame, { job: jobId, build, payload: ticket.digest, result });
      ticket.end({ ...result, body });
    } catch (error) {
      if (!(error instanceof MisplacedBytes)) return this.#debug('an answer could not be fetched')(error);
      logger.error({ job: jobId, reason: error.message }, 'an answer is not what was asked for');
      this.redis.reconnect(error.message);
    } finally {
      // If no answer was passed on, this process calculates the chunk; otherwise this call has no effect.
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
    try {
      const workers = await this.#connectedWorkers();
      this.#looksWithout = workers === 0 ? this.#looksWithout + 1 : 0;
    } catch (error) {
      this.#debug('workers could not be counted')(error);
    }
    if (this.#looksWithout >= LOOKS_WITHOUT_WORKER) this.#calculateAllHere();
  }

  #calculateAllHere(): void {
    for (const { end } of this.#tickets.values()) end('given up');
  }

  #debug(what: string): (error: unknown) => void {
    return (error) => this.options.logger.debug({ reason: redisErrorText(error) }, what);
  }
}
