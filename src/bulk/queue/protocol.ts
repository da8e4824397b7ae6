import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { decodeFrame, encodeFrame } from '../../csv/frame.js';
import { expireKeys } from './redis-client.js';

/*
 * What an API process and a worker say to each other through Redis.
 *
 * The chunk itself lies under a payload key with an expiry; the BullMQ job only points to it, so nothing that shows jobs can show a
 * student. The worker answers with one binary frame on the list of the API instance that asked. A payload that is gone means that
 * nobody waits for the answer any more.
 *
 * Each build has a queue of its own. So a chunk is calculated by the build that cut it and by no other, and an answer never mixes the
 * rules, or the bytes on the wire, of two builds that run side by side during an upgrade.
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

/** The name of a build's queue. Its jobs are below the Redis keys `<prefix>:chunks-<build>:`. */
export function queueName(build: string): string {
  return `chunks-${build}`;
}

/** An answer that nobody fetches leaves Redis after this time (milliseconds). */
export const REPLY_TTL_MS = 30_000;

/** What BullMQ keeps of a queue leaves Redis this long (milliseconds) after its last worker and its last chunk. */
export const QUEUE_TTL_MS = 45_000;

/** The keys in which BullMQ keeps a queue, beside the hash of each job. It makes them anew, without an expiry, whenever they are gone. */
const QUEUE_PARTS = ['wait', 'active', 'stalled', 'delayed', 'events', 'meta', 'id', 'marker'] as const;

/** The part of a BullMQ queue that {@link tidyQueue} needs. */
interface TidiedQueue {
  toKey(part: string): string;
  trimEvents(most: number): Promise<unknown>;
}

/** Sees to it that a queue expires after its last worker and its last chunk, and that no job's id stays among its events. */
export async function tidyQueue(queue: TidiedQueue, client: Redis): Promise<void> {
  const keys = QUEUE_PARTS.map((part) => queue.toKey(part));
  await Promise.all([queue.trimEvents(0), expireKeys(client, keys, QUEUE_TTL_MS)]);
}

/** What a job says. `index` is the chunk's 0-based place in its request. */
export const jobSchema = z.object({
  request: z.string(),
  index: z.int().min(0),
  payload: z.string().min(1),
  reply: z.string().min(1),
});

export type ChunkJob = z.infer<typeof jobSchema>;

const replyHeadSchema = z.object({
  job: z.string(),
  /** What the answer counts; null where the worker could not calculate, or says what cannot be. */
  counts: z
    .object({ students: z.int().min(0), failedStudents: z.int().min(0) })
    .nullable()
    .catch(null),
  /** How often the chunk was taken from a worker that had stopped answering. */
  stalls: z.int().min(0),
});

export type ReplyHead = z.infer<typeof replyHeadSchema>;

/** One reply: the body of the answer, empty where there is none, and its head. */
export function encodeReply(head: ReplyHead, body: Uint8Array): Buffer<ArrayBuffer> {
  return Buffer.from(encodeFrame(head, body).buffer);
}

/** Null for bytes that are no reply. The body shares the memory of the frame. */
export function decodeReply(
  frame: Uint8Array<ArrayBuffer>,
): { head: ReplyHead; body: Uint8Array<ArrayBuffer> } | null {
  try {
    const { head, body } = decodeFrame(frame);
    return { head: replyHeadSchema.parse(head), body };
  } catch {
    return null;
  }
}

/** The Redis keys beside those of BullMQ. */
export interface QueueKeys {
  payload(jobId: string): string;
  reply(instance: string): string;
  /** Written by an API process each second, as a probe. */
  api(instance: string): string;
  /** The workers of the build, by the time of their last sign of life. */
  readonly heartbeats: string;
}

/** The keys under a prefix. Only the heartbeats name the build: ids of jobs and of instances are nowhere the same. */
export function queueKeys(prefix: string, build: string): QueueKeys {
  return {
    payload: (jobId) => `${prefix}:payload:${jobId}`,
    reply: (instance) => `${prefix}:reply:${instance}`,
    api: (instance) => `${prefix}:api:${instance}`,
    heartbeats: `${prefix}:heartbeats:${build}`,
  };
}
