import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { RedisOptions } from 'ioredis';
import { z } from 'zod';
import { type QueueLogger, redisErrorText } from './redis-link.js';

/*
 * How an API process and a worker exchange chunks through Redis (claim check): the chunk is stored under one
 * key and its answer under another, each for a limited time. The BullMQ job holds only a request id and a
 * number. Tools that show jobs therefore cannot show a student, and a job's author cannot choose a key.
 */

export interface QueueSettings {
  readonly redis: RedisOptions;
  /** Prefix of every Redis key; services that share a Redis need different ones. */
  readonly prefix: string;
  /** The build of this process. Each build has its own queue, so no answer mixes the rules of two builds. */
  readonly build: string;
  readonly logger: QueueLogger;
}

/** The name of a build's queue. BullMQ keeps its data under `<prefix>:chunks-<build>:`. */
export function queueName(build: string): string {
  return `chunks-${build}`;
}

/** The Redis keys of a job's bytes. */
export function bytesKeys(prefix: string, jobId: string) {
  return { payload: `${prefix}:payload:${jobId}`, answer: `${prefix}:answer:${jobId}` };
}

/** Milliseconds after which an answer that nobody fetches expires in Redis. */
export const ANSWER_TTL_MS = 30_000;

/** The data of a job, for operators. `index` is the chunk's 0-based position in its request. */
export const jobSchema = z.object({ request: z.string(), index: z.int().min(0) });

export type ChunkJob = z.infer<typeof jobSchema>;

/** A job that has failed for good is kept for operators, with its reason; a completed job is removed. */
export const JOB_OPTIONS = {
  attempts: 3,
  backoff: { type: 'fixed', delay: 200 },
  removeOnComplete: { count: 0 },
  removeOnFail: { age: 24 * 3600, count: 1000 },
  // A stack trace would show only this program.
  stackTraceLimit: 0,
};

const countSchema = z.int().min(0);

/** A job's result: its counts, or null if the payload was gone and nobody waits for an answer. */
export const resultSchema = z.object({ students: countSchema, failedStudents: countSchema }).nullable();

export type JobResult = z.infer<typeof resultSchema>;

export interface Belonging {
  readonly job: string;
  readonly build: string;
  /** For an answer: the digest of the payload, and what the job returned. */
  readonly payload?: string | undefined;
  readonly result?: JobResult | undefined;
}

/** Bytes from Redis that are not what was asked for. The message contains none of them. */
export class MisplacedBytes extends Error {
  override readonly name = 'MisplacedBytes';
}

/** What Redis stores: the body, then a line with the job and a digest of the body and `of`. */
export function seal(body: Uint8Array, of: Belonging): { readonly frame: Buffer; readonly digest: string } {
  const digest = digestOf(body, of);
  return { frame: Buffer.concat([body, Buffer.from(lineOf(of, digest))]), digest };
}

/** The body of stored bytes, in their memory. @throws MisplacedBytes unless sealed with the same `of`. */
export function unseal(frame: Buffer, of: Belonging): { readonly body: Uint8Array; readonly digest: string } {
  const body = frame.subarray(0, -lineOf(of, ANY_DIGEST).length);
  const digest = digestOf(body, of);
  if (frame.toString('utf8', body.length) === lineOf(of, digest)) return { body, digest };
  throw new MisplacedBytes('These bytes are not those of this job.');
}

function digestOf(body: Uint8Array, { job, build, payload, result }: Belonging): string {
  const facts = [job, build, payload, result?.students, result?.failedStudents];
  return hash('sha256', `${JSON.stringify(facts)} ${hash('sha256', body)}`, 'base64url');
}

function lineOf({ job }: Belonging, digest: string): string {
  return `\n${job} ${digest}`;
}

/** As long as any digest. */
const ANY_DIGEST = '-'.repeat(43);

/** Limits the close: without a connection, BullMQ's `close` waits for one. */
const CLOSE_LIMIT_MS = 1000;

/**
 * Closes a queue after `closeOwn` has closed whatever else in this process uses the queue. The last process
 * of a build removes the queue, unless Redis does not allow listing its clients.
 */
export async function leaveQueue(
  queue: Queue,
  logger: QueueLogger,
  closeOwn: () => Promise<void> = async () => {},
): Promise<void> {
  const leave = async (): Promise<void> => {
    await closeOwn();
    const [listeners, workers] = await Promise.all([queue.getQueueEvents(), queue.getWorkers()]);
    if (listeners.length + workers.length === 0) await queue.obliterate({ force: true });
    await queue.close();
  };
  const left = leave().catch((error: unknown) => {
    logger.debug({ reason: redisErrorText(error) }, 'the queue could not be left in order');
  });
  await Promise.race([left, delay(CLOSE_LIMIT_MS, undefined, { ref: false })]);
}
