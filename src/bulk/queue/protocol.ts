import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { decodeFrame, encodeFrame } from '../../csv/chunk.js';

/*
 * What an API process and a worker say to each other through Redis: a claim check.
 *
 * The chunk lies under `<prefix>:payload:<job id>` and its answer under `<prefix>:answer:<job id>`, each for a limited time. The BullMQ job
 * holds a request id and a number, so nothing that shows jobs can show a student, and whoever adds a job cannot name a key.
 *
 * Each build has a queue of its own. So a chunk is calculated by the build that cut it and by no other, and an answer never mixes the
 * rules of two builds that run side by side during an upgrade.
 */

/** Written by `npm run build` into the folder of the build: a hash of every source and of the pinned dependencies, pages aside. */
const BUILD_FILE = new URL('../../../build.json', import.meta.url);

const buildFileSchema = z.object({ build: z.string().regex(/^[0-9a-f]{16}$/) });

/**
 * Names the build that a process runs, so that any change to a rule makes another name without anybody having to remember it.
 *
 * @param file the build's own file; that of the running process unless given.
 * @throws when there is none: the program was not built by `npm run build`.
 */
export function buildId(file: URL = BUILD_FILE): string {
  return buildFileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).build;
}

/** The name of a build's queue. What BullMQ keeps of it is below `<prefix>:chunks-<build>:`. */
export function queueName(build: string): string {
  return `chunks-${build}`;
}

/** Where the bytes of a job are. */
export function bytesKeys(
  prefix: string,
  jobId: string,
): { readonly payload: string; readonly answer: string } {
  return { payload: `${prefix}:payload:${jobId}`, answer: `${prefix}:answer:${jobId}` };
}

/** An answer that nobody fetches leaves Redis after this time (milliseconds). */
export const ANSWER_TTL_MS = 30_000;

/** What a job holds, for people who look at the queue. `index` is the chunk's 0-based place in its request. */
export const jobSchema = z.object({ request: z.string(), index: z.int().min(0) });

export type ChunkJob = z.infer<typeof jobSchema>;

/**
 * How BullMQ treats a job. A worker that fails is given another try, soon; a job that has failed for good stays for people to see, as
 * does its reason; a completed one leaves nothing.
 */
export const JOB_OPTIONS = {
  attempts: 3,
  backoff: { type: 'fixed', delay: 200 },
  removeOnComplete: { count: 0 },
  removeOnFail: { age: 24 * 3600, count: 1000 },
  // It would only show this program.
  stackTraceLimit: 0,
};

/** What a job returns: what was calculated, or null because the payload was gone and nobody waits for an answer. */
export type JobResult = { readonly students: number; readonly failedStudents: number } | null;

const countSchema = z.int().min(0);
const payloadHeadSchema = z.object({ job: z.string(), build: z.string(), digest: z.string() });
const answerHeadSchema = payloadHeadSchema.extend({
  payloadDigest: z.string(),
  students: countSchema,
  failedStudents: countSchema,
});

/** Whose bytes they are: those of one job of one build. */
export interface Identity {
  readonly job: string;
  readonly build: string;
}

export interface Payload {
  /** The chunk. */
  readonly body: Uint8Array;
  readonly digest: string;
}

export interface Answer {
  readonly students: number;
  readonly failedStudents: number;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Bytes from Redis that are not what was asked for: cut, changed, of another job or of another build. The message has no content. */
export class MisplacedBytes extends Error {
  override readonly name = 'MisplacedBytes';
}

/** A chunk as it travels, with the identity and the digest by which the other side knows it. */
export function encodePayload(
  { job, build }: Identity,
  chunk: Uint8Array,
): { readonly frame: Buffer; readonly digest: string } {
  const digest = digestOf([job, build], chunk);
  return { frame: bufferOf(encodeFrame({ job, build, digest }, chunk)), digest };
}

/** @throws MisplacedBytes when this is not the payload of that job. */
export function decodePayload(frame: Uint8Array, of: Identity): Payload {
  const { head, body } = opened(frame, payloadHeadSchema, 'payload');
  const isRight = head.job === of.job && head.build === of.build;
  if (!isRight || head.digest !== digestOf([of.job, of.build], body)) {
    throw new MisplacedBytes('These bytes are not the payload of this job.');
  }
  return { body, digest: head.digest };
}

/** An answer as it travels: it also names the payload from which it was calculated. */
export function encodeAnswer({ job, build }: Identity, payloadDigest: string, answer: Answer): Buffer {
  const { students, failedStudents, body } = answer;
  const digest = digestOf([job, build, payloadDigest, students, failedStudents], body);
  return bufferOf(encodeFrame({ job, build, payloadDigest, students, failedStudents, digest }, body));
}

/**
 * The body has memory of its own.
 *
 * @throws MisplacedBytes when this is not an answer to that payload of that job.
 */
export function decodeAnswer(frame: Uint8Array, of: Identity, payloadDigest: string): Answer {
  const { head, body } = opened(frame, answerHeadSchema, 'answer');
  const { students, failedStudents } = head;
  const isRight = head.job === of.job && head.build === of.build && head.payloadDigest === payloadDigest;
  const digest = digestOf([of.job, of.build, payloadDigest, students, failedStudents], body);
  if (!isRight || head.digest !== digest)
    throw new MisplacedBytes('These bytes are not the answer to this job.');
  return { students, failedStudents, body: new Uint8Array(body) };
}

function digestOf(facts: readonly (string | number)[], body: Uint8Array): string {
  return hash('sha256', `${JSON.stringify(facts)} ${hash('sha256', body)}`, 'base64url');
}

function opened<Head>(
  frame: Uint8Array,
  schema: z.ZodType<Head>,
  what: string,
): { head: Head; body: Uint8Array } {
  try {
    const { head, body } = decodeFrame(frame);
    return { head: schema.parse(head), body };
  } catch {
    // Not the cause: it may quote what is in there.
    throw new MisplacedBytes(`These bytes are no ${what}.`);
  }
}

/** A view of the same memory. */
function bufferOf({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
