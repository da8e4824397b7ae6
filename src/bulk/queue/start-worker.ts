import { setTimeout as delay } from 'node:timers/promises';
import { type Job, Queue, type Telemetry, Worker } from 'bullmq';
import { ReplyError } from 'ioredis';
import type { ChunkAnswer } from '../../csv/chunk.js';
import type { JobOutcome } from '../../ops/metrics.js';
import {
  ANSWER_TTL_MS,
  bytesKeys,
  JOB_OPTIONS,
  type JobResult,
  jobSchema,
  leaveQueue,
  MisplacedBytes,
  type QueueSettings,
  queueName,
  seal,
  unseal,
} from './protocol.js';
import { PATIENT, RedisLink, redisErrorText } from './redis-link.js';

export interface WorkerOptions extends QueueSettings {
  /** How many chunks are held at once: with 2, one is fetched while the other is calculated. */
  readonly concurrency: number;
  readonly runChunk: (bytes: Uint8Array) => ChunkAnswer;
  readonly telemetry?: Telemetry | undefined;
  /** How long (milliseconds) held chunks may take after a stop. */
  readonly stopLimitMs: number;
  /** Called for every job taken, with the seconds that it took in this process. */
  readonly onJob?: (outcome: JobOutcome, seconds: number) => void;
}

export type QueueWorker = ReturnType<typeof startWorker>;

/** A worker renews the lock of each chunk it holds; a chunk whose lock expires is given to another worker. */
const LOCK_MS = 5000;
const STALLED_INTERVAL_MS = 2000;
const BLOCK_SECONDS = 2;
const PAUSE_AFTER_REFUSAL_MS = 500;
/** How often a stopping worker checks whether it still has Redis. */
const STOP_LOOK_MS = 500;
/** How long work may wait (milliseconds) while a worker takes none. */
const IDLE_LIMIT_MS = 15_000;

/** Detects a worker that takes no work although its process is alive. */
export class Liveness {
  #idleSince: number | null = null;

  /** Reports whether work waits that the worker could take, but has not taken. */
  saw(isWaiting: boolean): void {
    this.#idleSince = isWaiting ? (this.#idleSince ?? Date.now()) : null;
  }

  /** What is wrong, or null. */
  fault(): string | null {
    const idleMs = Date.now() - (this.#idleSince ?? Date.now());
    if (idleMs <= IDLE_LIMIT_MS) return null;
    return `work has been waiting for ${Math.round(idleMs / 1000)} s and none was taken`;
  }
}

/** Starts calculating chunks from the queue. Waits for Redis forever. */
export function startWorker(options: WorkerOptions) {
  const { prefix, build, concurrency, logger, telemetry } = options;
  const liveness = new Liveness();
  const link = new RedisLink({
    redis: { ...options.redis, ...PATIENT },
    prefix,
    logger,
    onLost: () => liveness.saw(false),
    onBeat: () => void lookForWork(),
  });
  const shared = { connection: link.client, prefix, skipVersionCheck: true };
  const queue = new Queue(queueName(build), { ...shared, skipMetasUpdate: true });
  const worker = new Worker<unknown, JobResult>(queueName(build), (job) => process(job), {
    ...shared,
    concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_INTERVAL_MS,
    maxStalledCount: 1,
    drainDelay: BLOCK_SECONDS,
    runRetryDelay: 1000,
    // For jobs that other programs added without these options.
    removeOnComplete: JOB_OPTIONS.removeOnComplete,
    removeOnFail: JOB_OPTIONS.removeOnFail,
    ...(telemetry && { telemetry }),
  });

  let held = 0;
  const process = async (job: Job<unknown, JobResult>): Promise<JobResult> => {
    held += 1;
    const startedAt = performance.now();
    const { id = '' } = job;
    const { data } = jobSchema.safeParse(job.data);
    const which = { job: id, request_id: data?.request, index: data?.index };
    const keys = bytesKeys(prefix, id);
    let outcome: JobOutcome = 'undelivered';
    let result: JobResult = null;
    liveness.saw(false);
    try {
      const received = await link.client.getBuffer(keys.payload);
      if (received === null) {
        outcome = 'dropped';
        return null;
      }
      const of = { job: id, build };
      const payload = unseal(received, of);
      outcome = 'failed';
      const { students, failedStudents, body } = options.runChunk(payload.body);
      outcome = 'undelivered';
      result = { students, failedStudents };
      const { frame } = seal(body, { ...of, payload: payload.digest, result });
      const steps = link.client.multi().set(keys.answer, frame, 'PX', ANSWER_TTL_MS).del(keys.payload);
      const [[refusal, stored] = []] = (await steps.exec()) ?? [];
      if (stored !== 'OK') throw refusal ?? new MisplacedBytes('Redis does not say that it took the answer.');
      outcome = 'calculated';
      return result;
    } catch (error) {
      const cause = error instanceof Error ? error.name : 'unknown error';
      // BullMQ stores the reason, and a dashboard shows it. A calculation's message may quote student data.
      const reason =
        outcome === 'failed'
          ? `The chunk could not be calculated: ${cause}.`
          : `Redis: ${redisErrorText(error)}`;
      logger.warn({ ...which, reason }, 'a chunk failed');
      if (error instanceof MisplacedBytes) link.reconnect(reason);
      throw new Error(reason);
    } finally {
      held -= 1;
      const ms = performance.now() - startedAt;
      const counts = { students: result?.students, failed_students: result?.failedStudents };
      logger.debug({ ...which, outcome, ...counts, duration_ms: Math.round(ms) }, 'chunk');
      options.onJob?.(outcome, ms / 1000);
    }
  };

  // The link reports the loss of Redis; the same errors arrive here again for each connection.
  const onError = (error: Error): void => {
    logger.debug({ reason: redisErrorText(error) }, 'the queue reports an error');
    link.refused(error);
    // If Redis refuses (full, read-only), BullMQ would ask again at once, thousands of times a second.
    if (!(error instanceof ReplyError) || worker.isPaused() || worker.closing) return;
    void worker.pause(true);
    setTimeout(() => {
      if (!worker.closing) void worker.resume();
    }, PAUSE_AFTER_REFUSAL_MS);
  };
  worker.on('error', onError);
  queue.on('error', onError);

  const lookForWork = async (): Promise<void> => {
    const asked = Promise.all([queue.getWaitingCount(), queue.isPaused()]);
    const [waiting, isPaused] = await asked.catch(() => [0, false] as const);
    // No worker can take anything from a Redis that is full or read-only.
    liveness.saw(waiting > 0 && !isPaused && link.state().state === 'ok');
  };

  /** Takes no more chunks, finishes held chunks (`stopLimitMs` at most), and closes its connections. */
  const stop = async (): Promise<void> => {
    const giveUpAt = performance.now() + options.stopLimitMs;
    const finished = worker.close().then(() => true);
    let isFinished = false;
    do {
      const ms = Math.min(STOP_LOOK_MS, giveUpAt - performance.now());
      isFinished = await Promise.race([finished, delay(ms, false, { ref: false })]);
      // Closing waits for a connection, which may bring a chunk. Without one, only held chunks matter.
    } while (!isFinished && (held > 0 || link.isUsable) && performance.now() < giveUpAt);
    if (isFinished) await leaveQueue(queue, logger);
    else logger.warn({}, 'chunks were given up at the stop');
    link.close();
  };

  /** Why the worker takes no waiting work; null also without Redis, which a restart would not bring back. */
  const fault = (): string | null => liveness.fault();
  return { redis: link, fault, stop };
}
