import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { ChunkAnswer } from '../../csv/chunk.js';
import type { QueuedJob } from './consumer.js';
import { type ChunkJob, encodeReply, jobSchema, REPLY_TTL_MS } from './protocol.js';
import { type QueueLogger, redisErrorText } from './redis-status.js';

/**
 * What can become of a job here.
 *
 * `calculated` and answered; `dropped` because nobody waits for it any more; `failed` to be calculated, which the API process was
 * told; `undelivered` because Redis did not give the payload or take the reply.
 */
export const JOB_OUTCOMES = ['calculated', 'dropped', 'failed', 'undelivered'] as const;

/** What became of one job. */
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

export interface JobHandlerOptions {
  /** A connection that fails at once where there is none: an outage must not hold the job for ever. */
  readonly client: Redis;
  readonly runChunk: (bytes: Uint8Array) => ChunkAnswer;
  readonly logger: QueueLogger;
}

/** A connection that has just broken is up again by then; one that each attempt breaks is given up. */
const ATTEMPTS = 4;
const BETWEEN_ATTEMPTS_MS = 250;

/** Makes the handler of one job: fetches its payload, calculates, replies. It never throws: whatever fails is an outcome. */
export function createJobHandler({
  client,
  runChunk,
  logger,
}: JobHandlerOptions): (job: QueuedJob) => Promise<JobOutcome> {
  const calculate = (payload: Uint8Array, where: object): ChunkAnswer | null => {
    try {
      return runChunk(payload);
    } catch (error) {
      // Not the message: it may quote a student's row.
      const name = error instanceof Error ? error.name : 'unknown';
      logger.error({ ...where, error: name }, 'a chunk could not be calculated');
      return null;
    }
  };

  const reply = async (job: QueuedJob, data: ChunkJob, payload: Uint8Array): Promise<JobOutcome> => {
    const where = { request: data.request, index: data.index };
    const answer = calculate(payload, where);
    const counts = answer && { students: answer.students, failedStudents: answer.failedStudents };
    const frame = encodeReply({ job: job.id, counts, stalls: job.stalls }, answer?.body ?? new Uint8Array());
    try {
      await persistently(() => deliver(client, data, frame));
      return answer ? 'calculated' : 'failed';
    } catch (error) {
      logger.warn({ ...where, reason: redisErrorText(error) }, 'a reply could not be written');
      // The API process misses the payload soon and calculates the chunk; a full Redis gets room.
      await persistently(() => client.del(data.payload)).catch((failure: unknown) => {
        logger.debug({ ...where, reason: redisErrorText(failure) }, 'a payload stays until it expires');
      });
      return 'undelivered';
    }
  };

  return async (job) => {
    const data = jobSchema.safeParse(job.data);
    // A job whose hash has expired comes without data.
    if (!data.success) return 'dropped';
    try {
      const payload = await persistently(() => client.getBuffer(data.data.payload));
      return payload === null ? 'dropped' : await reply(job, data.data, payload);
    } catch (error) {
      logger.warn({ job: job.id, reason: redisErrorText(error) }, 'a chunk could not be fetched');
      return 'undelivered';
    }
  };
}

/**
 * The end of the payload, the reply and its expiry in one step, so that a lost connection leaves all of it or nothing: where Redis
 * refuses one of them, the API takes the chunk and the payload back.
 */
async function deliver(client: Redis, { payload, reply }: ChunkJob, frame: Buffer): Promise<void> {
  const steps = client.multi().del(payload).rpush(reply, frame).pexpire(reply, REPLY_TTL_MS);
  for (const [error] of (await steps.exec()) ?? []) if (error) throw error;
}

/** @throws the error of the last attempt. */
async function persistently<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS - 1; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0) throw error;
      await delay(BETWEEN_ATTEMPTS_MS);
    }
  }
}
