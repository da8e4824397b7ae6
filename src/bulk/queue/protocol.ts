import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import type { RedisOptions } from 'ioredis';
import { z } from 'zod';
import { type ChunkAnswer, decodeFrame, encodeFrame } from '../../csv/chunk.js';
import type { QueueLogger } from './redis-link.js';

/*
 * How an API process and a worker exchange chunks through Redis, by the claim-check pattern.
 *
 * The chunk is stored under `<prefix>:payload:<job id>` and its answer under `<prefix>:answer:<job id>`, each for a
 * limited time. The BullMQ job holds only a request id and a number, so nothing that shows jobs can show a student, and
 * somebody who adds a job cannot choose a key.
 *
 * Each build has its own queue. A chunk is therefore calculated only by the build that cut it, and an answer never
 * mixes the rules of two builds that run side by side during an upgrade.
 */

/** What both ends of a queue need. */
export interface QueueSettings {
  readonly redis: RedisOptions;
  /** Prefix of every Redis key; services that share a Redis need different ones. */
  readonly prefix: string;
  /** The build of this process; it works only with processes of the same build. */
  readonly build: string;
  readonly logger: QueueLogger;
}

/** The name of a build's queue. BullMQ keeps its data under `<prefix>:chunks-<build>:`. */
export function queueName(build: string): string {
  return `chunks-${build}`;
}

/** The Redis keys of a job's bytes. */
export function bytesKeys(
  prefix: string,
  jobId: string,
): { readonly payload: string; readonly answer: string } {
  return { payload: `${prefix}:payload:${jobId}`, answer: `${prefix}:answer:${jobId}` };
}

/** An answer that nobody fetches expires in Redis after this time (milliseconds). */
export const ANSWER_TTL_MS = 30_000;

/** The data of a job, for people who look at the queue. `index` is the chunk's 0-based position in its request. */
export const jobSchema = z.object({ request: z.string(), index: z.int().min(0) });

export type ChunkJob = z.infer<typeof jobSchema>;

/**
 * How BullMQ treats a job. If a worker fails, the job is retried soon. A job that has failed for good is kept with its
 * reason for people to see; a completed job leaves nothing.
 */
export const JOB_OPTIONS = {
  attempts: 3,
  backoff: { type: 'fixed', delay: 200 },
  removeOnComplete: { count: 0 },
  removeOnFail: { age: 24 * 3600, count: 1000 },
  // A stack trace would show only this program.
  stackTraceLimit: 0,
};

/** What a job returns: what was calculated, or null if the payload was gone and nobody is waiting for an answer. */
export type JobResult = { readonly students: number; readonly failedStudents: number } | null;

/** The job and build that bytes belong to. */
export interface Identity {
  readonly job: string;
  readonly build: string;
}

const payloadSchema = z.object({ job: z.string(), build: z.string(), digest: z.string() });
const countSchema = z.int().min(0);
const answerSchema = payloadSchema.extend({
  payloadDigest: z.string(),
  students: countSchema,
  failedStudents: countSchema,
});

/**
 * Bytes from Redis that are not what was asked for: truncated, changed, or of another job or build. The message
 * contains none of them.
 */
export class MisplacedBytes extends Error {
  override readonly name = 'MisplacedBytes';
}

/**
 * Encodes a chunk, which has memory of its own, for Redis, with the identity and digest by which the receiver checks it.
 */
export function encodePayload(
  { job, build }: Identity,
  chunk: Uint8Array,
): { readonly frame: Buffer; readonly digest: string } {
  return seal({ job, build }, chunk);
}

/** @throws MisplacedBytes when this is not the payload of that job. */
export function decodePayload(
  frame: Uint8Array,
  of: Identity,
): { readonly body: Uint8Array; readonly digest: string } {
  const { head, body } = unseal(frame, payloadSchema, of);
  return { body, digest: head.digest };
}

/**
 * Encodes an answer, whose body has memory of its own, for Redis; it also names the payload from which it was
 * calculated.
 */
export function encodeAnswer({ job, build }: Identity, payloadDigest: string, answer: ChunkAnswer): Buffer {
  const { students, failedStudents, body } = answer;
  return seal({ job, build, payloadDigest, students, failedStudents }, body).frame;
}

/**
 * Decodes an answer. The body shares the memory of the frame.
 *
 * @throws MisplacedBytes when this is not an answer to that payload of that job.
 */
export function decodeAnswer(frame: Uint8Array, of: Identity, payloadDigest: string): ChunkAnswer {
  const { head, body } = unseal(frame, answerSchema, of);
  if (head.payloadDigest !== payloadDigest) throw new MisplacedBytes('This is the answer to another chunk.');
  return { students: head.students, failedStudents: head.failedStudents, body };
}

function seal(facts: object, body: Uint8Array): { readonly frame: Buffer; readonly digest: string } {
  const digest = digestOf(facts, body);
  const { buffer, byteOffset, length } = encodeFrame({ ...facts, digest }, body);
  return { frame: Buffer.from(buffer, byteOffset, length), digest };
}

function unseal<Head extends Identity & { readonly digest: string }>(
  frame: Uint8Array,
  schema: z.ZodType<Head>,
  { job, build }: Identity,
): { readonly head: Head; readonly body: Uint8Array } {
  try {
    const { head: told, body } = decodeFrame(frame);
    const head = schema.parse(told);
    const { digest, ...facts } = head;
    if (head.job === job && head.build === build && digest === digestOf(facts, body)) return { head, body };
  } catch {
    // Refused below, without the cause, which may quote the content.
  }
  throw new MisplacedBytes('These bytes are not those of this job.');
}

/** Digest of the facts about a body, in the order of its schema, and of the body. */
function digestOf(facts: object, body: Uint8Array): string {
  return hash('sha256', `${JSON.stringify(facts)} ${hash('sha256', body)}`, 'base64url');
}

const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

/** Far above the largest chunk or answer; anything that would unpack to more is refused. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Compresses a frame for a slow connection, on one of zlib's threads. Rows are much alike, so the fastest level
 * achieves most of the gain.
 */
export function pack(frame: Uint8Array): Promise<Buffer> {
  return gzipped(frame, { level: constants.Z_BEST_SPEED });
}

/** Whether bytes are compressed: a frame begins with UTF-8 text, and gzip's first bytes are not UTF-8. */
export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * The frame in bytes that may be compressed.
 *
 * @throws MisplacedBytes when they cannot be decompressed.
 */
export async function unpack(bytes: Buffer): Promise<Buffer> {
  if (!isPacked(bytes)) return bytes;
  try {
    return await gunzipped(bytes, { maxOutputLength: MOST_BYTES });
  } catch {
    throw new MisplacedBytes('These bytes cannot be unpacked.');
  }
}
