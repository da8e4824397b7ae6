import { setTimeout as delay } from 'node:timers/promises';
import { type Job, Queue, type Telemetry, Worker } from 'bullmq';
import { type RedisOptions, ReplyError } from 'ioredis';
import type { ChunkAnswer } from '../../csv/chunk.js';
import { Liveness } from './liveness.js';
import {
  ANSWER_TTL_MS,
  bytesKeys,
  decodePayload,
  encodeAnswer,
  isPacked,
  JOB_OPTIONS,
  type JobResult,
  jobSchema,
  MisplacedBytes,
  pack,
  queueName,
  unpack,
} from './protocol.js';
import { obliterateIfLast } from './queue-watch.js';
import { redisErrorText } from './redis-errors.js';
import { PATIENT, type QueueLogger, RedisLink } from './redis-link.js';

/**
 * What can become of a job here.
 *
 * `calculated` and answered; `dropped` because nobody waits for it any more; `failed` to be calculated; `undelivered` because Redis did not
 * give the payload or take the answer. BullMQ tries the last two again.
 */
export const JOB_OUTCOMES = ['calculated', 'dropped', 'failed', 'undelivered'] as const;

/** What became of one job. */
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

export interface WorkerOptions {
  readonly redis: RedisOptions;
  readonly prefix: string;
  /** The build of this process; it calculates for API processes of the same one. */
  readonly build: string;
  /** How many chunks are held at once: with 2, one is fetched while the other is calculated. */
  readonly concurrency: number;
  readonly runChunk: (bytes: Uint8Array) => ChunkAnswer;
  readonly logger: QueueLogger;
  /** Traces, where they are wanted. */
  readonly telemetry?: Telemetry | undefined;
  /** How long (milliseconds) chunks that it holds may take after a stop. */
  readonly stopLimitMs: number;
  /** Told of every job taken, with the seconds that it took here. */
  readonly onJob?: (seconds: number, outcome: JobOutcome) => void;
}

/** A running worker. */
export interface QueueWorker {
  readonly redis: RedisLink;
  /** Why it does no work though there is some, or null. Nothing can be said without Redis, and starting anew would not bring it back. */
  fault(): string | null;
  /** Takes no more chunks, finishes those it holds (`stopLimitMs` at most), and releases Redis. */
  stop(): Promise<void>;
}

/** A worker that holds a chunk renews its lock; a chunk whose lock is gone is given to another. */
const LOCK_MS = 5000;
const STALLED_INTERVAL_MS = 2000;
const BLOCK_SECONDS = 2;
const PAUSE_AFTER_REFUSAL_MS = 500;
const STOP_LIMIT_OFFLINE_MS = 500;
const CLOSE_LIMIT_MS = 1000;

/** Starts to calculate chunks from the queue. Without Redis it waits for Redis, for ever. */
export function startWorker(options: WorkerOptions): QueueWorker {
  const { prefix, build, concurrency, logger } = options;
  const liveness = new Liveness(concurrency);
  const link = new RedisLink({
    redis: options.redis,
    prefix,
    manner: PATIENT,
    logger,
    onLost: () => liveness.saw(0),
    onBeat: () => void lookForWork(),
  });
  const shared = { connection: link.client, prefix, skipVersionCheck: true };
  const queue = new Queue(queueName(build), { ...shared, skipMetasUpdate: true });
  const worker = new Worker<unknown, JobResult>(queueName(build), (job) => process(job), {
    ...shared,
    concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_INTERVAL_MS,
    drainDelay: BLOCK_SECONDS,
    runRetryDelay: 1000,
    // For jobs from elsewhere, which do not say.
    removeOnComplete: JOB_OPTIONS.removeOnComplete,
    removeOnFail: JOB_OPTIONS.removeOnFail,
    ...(options.telemetry && { telemetry: options.telemetry }),
  });

  const process = async (job: Job<unknown, JobResult>): Promise<JobResult> => {
    const startedAt = performance.now();
    liveness.took();
    const { data } = jobSchema.safeParse(job.data);
    const which = { job: job.id, request_id: data?.request, index: data?.index };
    const ended = (outcome: JobOutcome, result: JobResult): void => {
      const ms = performance.now() - startedAt;
      const counts = { students: result?.students, failed_students: result?.failedStudents };
      logger.debug({ ...which, outcome, ...counts, duration_ms: Math.round(ms) }, 'chunk');
      options.onJob?.(ms / 1000, outcome);
    };
    try {
      const result = await answer(job);
      ended(result === null ? 'dropped' : 'calculated', result);
      return result;
    } catch (error) {
      const known = error instanceof ChunkFailure ? error : failureOf(error);
      logger.warn({ ...which, reason: known.message }, 'a chunk failed');
      ended(known.outcome, null);
      throw known;
    } finally {
      liveness.finished();
    }
  };

  const answer = async ({ id: job = '' }: Job): Promise<JobResult> => {
    const { client } = link;
    const keys = bytesKeys(prefix, job);
    const received = await client.getBuffer(keys.payload);
    if (received === null) return null;
    const payload = decodePayload(await unpack(received), { job, build });
    const { students, failedStudents, body } = calculate(payload.body);
    const frame = encodeAnswer({ job, build }, payload.digest, { students, failedStudents, body });
    // The line is the same in both directions.
    const reply = isPacked(received) ? await pack(frame) : frame;
    const steps = client.multi().set(keys.answer, reply, 'PX', ANSWER_TTL_MS).del(keys.payload);
    const [stored] = (await steps.exec()) ?? [];
    if (stored?.[1] !== 'OK')
      throw stored?.[0] ?? new MisplacedBytes('Redis does not say that it took the answer.');
    return { students, failedStudents };
  };

  const calculate = (chunk: Uint8Array): ChunkAnswer => {
    try {
      return options.runChunk(chunk);
    } catch (error) {
      // Not the message: it may quote a student's row.
      const name = error instanceof Error ? error.name : 'unknown error';
      throw new ChunkFailure('failed', `The chunk could not be calculated: ${name}.`);
    }
  };

  /** What BullMQ may keep of an error: a sentence without content. */
  const failureOf = (error: unknown): ChunkFailure => {
    if (error instanceof MisplacedBytes) {
      link.reconnect(error.message);
      return new ChunkFailure('undelivered', error.message);
    }
    return new ChunkFailure('undelivered', `Redis: ${redisErrorText(error)}`);
  };

  // Loss of Redis is told by the link; here the same errors come once more for each connection.
  const onError = (error: Error): void => {
    logger.debug({ reason: redisErrorText(error) }, 'the queue reports an error');
    link.refused(error);
    // Where Redis refuses (full, read-only), BullMQ would ask again at once, thousands of times a second.
    if (!(error instanceof ReplyError) || worker.isPaused() || worker.closing) return;
    void worker.pause(true);
    setTimeout(() => {
      if (!worker.closing) void worker.resume();
    }, PAUSE_AFTER_REFUSAL_MS);
  };
  worker.on('error', onError);
  queue.on('error', onError);

  const lookForWork = async (): Promise<void> => {
    try {
      const [waiting, isPaused] = await Promise.all([queue.getWaitingCount(), queue.isPaused()]);
      // From a Redis that is full or read-only no worker can take anything.
      liveness.saw(isPaused || link.state().state !== 'ok' ? 0 : waiting);
    } catch {
      liveness.saw(0);
    }
  };

  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    // Without Redis no answer can be delivered, and closing would wait for a connection.
    const limitMs = link.isUsable
      ? options.stopLimitMs
      : Math.min(options.stopLimitMs, STOP_LIMIT_OFFLINE_MS);
    const finished = worker.close().then(() => true);
    if (await Promise.race([finished, delay(limitMs, false, { ref: false })])) {
      const leave = obliterateIfLast(queue).catch((error: unknown) => {
        logger.debug({ reason: redisErrorText(error) }, 'the queue could not be left in order');
      });
      await Promise.race([leave.then(() => queue.close()), delay(CLOSE_LIMIT_MS, undefined, { ref: false })]);
    } else {
      logger.warn({}, 'chunks were given up at the stop');
    }
    link.close();
  };

  return {
    redis: link,
    fault: () => liveness.fault(),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Why a job failed, fit for a dashboard. */
class ChunkFailure extends Error {
  override readonly name = 'ChunkFailure';

  constructor(
    readonly outcome: 'failed' | 'undelivered',
    message: string,
  ) {
    super(message);
  }
}
