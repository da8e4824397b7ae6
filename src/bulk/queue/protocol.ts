import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { z } from 'zod';
import { type ChunkAnswer, decodeFrame, encodeFrame } from '../../csv/chunk.js';

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

/** Whose bytes they are: those of one job of one build. */
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

/** Bytes from Redis that are not what was asked for: cut, changed, of another job or of another build. The message has no content. */
export class MisplacedBytes extends Error {
  override readonly name = 'MisplacedBytes';
}

/** A chunk as it travels, with the identity and the digest by which the other side knows it. */
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

/** An answer as it travels: it also names the payload from which it was calculated. */
export function encodeAnswer({ job, build }: Identity, payloadDigest: string, answer: ChunkAnswer): Buffer {
  const { students, failedStudents, body } = answer;
  const head = { job, build, payloadDigest, students, failedStudents };
  return seal(head, body).frame;
}

/**
 * The body has memory of its own.
 *
 * @throws MisplacedBytes when this is not an answer to that payload of that job.
 */
export function decodeAnswer(frame: Uint8Array, of: Identity, payloadDigest: string): ChunkAnswer {
  const { head, body } = unseal(frame, answerSchema, of);
  if (head.payloadDigest !== payloadDigest) throw new MisplacedBytes('This is the answer to another chunk.');
  return { students: head.students, failedStudents: head.failedStudents, body: new Uint8Array(body) };
}

function seal(head: Identity, body: Uint8Array): { readonly frame: Buffer; readonly digest: string } {
  const digest = digestOf(head, body);
  const { buffer, byteOffset, length } = encodeFrame({ ...head, digest }, body);
  return { frame: Buffer.from(buffer, byteOffset, length), digest };
}

function unseal<Head extends Identity & { readonly digest: string }>(
  frame: Uint8Array,
  schema: z.ZodType<Head>,
  { job, build }: Identity,
): { readonly head: Head; readonly body: Uint8Array } {
  const { head, body } = opened(frame, schema);
  const { digest, ...facts } = head;
  if (head.job !== job || head.build !== build || digest !== digestOf(facts, body))
    throw new MisplacedBytes('These bytes are not those of this job.');
  return { head, body };
}

function opened<Head>(frame: Uint8Array, schema: z.ZodType<Head>): { head: Head; body: Uint8Array } {
  try {
    const { head, body } = decodeFrame(frame);
    return { head: schema.parse(head), body };
  } catch {
    // Not the cause: it may quote what is in there.
    throw new MisplacedBytes('These bytes are not what belongs here.');
  }
}

/** Of what is said of a body, in the order of its schema, and of the body. */
function digestOf(facts: object, body: Uint8Array): string {
  return hash('sha256', `${JSON.stringify(facts)} ${hash('sha256', body)}`, 'base64url');
}

const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

/** Far above the largest chunk or answer: what claims to become more is none. */
const MOST_BYTES = 256 * 1024 * 1024;

/** A frame made small for a slow line, on a thread of zlib's: rows are much alike, and the fastest level finds most of it. */
export function pack(frame: Uint8Array): Promise<Buffer> {
  return gzipped(frame, { level: constants.Z_BEST_SPEED });
}

/** Whether bytes were packed: a frame begins with text in UTF-8, which gzip's own first bytes are not. */
export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * The frame in bytes that may be packed.
 *
 * @throws MisplacedBytes when they cannot be unpacked.
 */
export async function unpack(bytes: Buffer): Promise<Buffer> {
  if (!isPacked(bytes)) return bytes;
  try {
    return await gunzipped(bytes, { maxOutputLength: MOST_BYTES });
  } catch {
    throw new MisplacedBytes('These bytes cannot be unpacked.');
  }
}
