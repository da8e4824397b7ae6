import { z } from 'zod';
import { LF } from '../../csv/ascii.js';
import { headLine, type Parts } from '../parts.js';

/**
 * What an API process and a worker say to each other through Redis.
 *
 * The chunk itself lies under a payload key with an expiry; the BullMQ job only points to it, so nothing that
 * shows jobs can show a student. The worker answers with one binary frame on the list of the API instance that asked.
 * A payload that is gone means that nobody waits for the answer any more.
 */
export const PROTOCOL_VERSION = 1;

/**
 * The BullMQ queue; its waiting list is the Redis key `<prefix>:chunks:wait`. Each version has a queue of its own, so
 * that in a rolling upgrade no worker is offered what it cannot read, and takes nothing from those who can.
 */
export const QUEUE_NAME: string = PROTOCOL_VERSION > 1 ? `chunks-v${PROTOCOL_VERSION}` : 'chunks';

/** An answer that nobody fetches leaves Redis after this time (milliseconds). */
export const REPLY_TTL_MS = 30_000;

/** A worker that has not announced itself for this time (milliseconds) no longer counts. */
export const PRESENCE_TTL_MS = 10_000;

/** The lists and sets in which BullMQ keeps job ids; each gets an expiry, so that none outlives its processes. */
export const ID_LISTS = ['wait', 'active', 'stalled', 'delayed', 'events'] as const;

/** The expiry (milliseconds) that workers give to those lists; the jobs in them expire earlier. */
export const ID_LIST_TTL_MS = 45_000;

/** What every version of the protocol carries, so that any worker can tell whether a job is still wanted. */
export const anyJobSchema = z.object({ v: z.int(), payload: z.string().min(1) });

/** The job data of this version. `index` is the chunk's 0-based place in its request. */
export const jobSchema = z.object({
  v: z.literal(PROTOCOL_VERSION),
  request: z.string(),
  index: z.int().min(0),
  payload: z.string().min(1),
  reply: z.string().min(1),
});

export type ChunkJobData = z.infer<typeof jobSchema>;

const frameHeadSchema = z.object({
  v: z.literal(PROTOCOL_VERSION),
  job: z.string(),
  request: z.string(),
  index: z.int().min(0),
  status: z.enum(['done', 'failed']),
  /** How often the chunk was taken from a worker that had stopped answering. */
  stalls: z.int().min(0),
});

export type FrameHead = z.infer<typeof frameHeadSchema>;

/** One answer: the head, and the finished slice (empty unless the status is `done`). */
export interface Frame {
  readonly head: FrameHead;
  readonly bytes: Uint8Array;
}

/** Puts the head on a line of JSON in front of a slice. */
export function frameParts(head: FrameHead, slice: Parts): Parts {
  return [headLine(head), ...slice];
}

/** Reads a frame; null when it is not one of this version. The bytes share the buffer's memory. */
export function decodeFrame(buffer: Buffer): Frame | null {
  const end = buffer.indexOf(LF);
  if (end < 0) return null;
  const head = frameHeadSchema.safeParse(parseJson(buffer.toString('utf8', 0, end)));
  return head.success ? { head: head.data, bytes: buffer.subarray(end + 1) } : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The Redis keys beside those of BullMQ. */
export interface QueueKeys {
  payload(jobId: string): string;
  reply(instance: string): string;
  api(instance: string): string;
  worker(id: string): string;
  /** There while some worker that speaks this version announces itself. */
  readonly attended: string;
  /** One of BullMQ's own keys, `wait` for example, or the hash of a job by its id. */
  bull(name: string): string;
}

export function queueKeys(prefix: string): QueueKeys {
  return {
    payload: (jobId) => `${prefix}:payload:${jobId}`,
    reply: (instance) => `${prefix}:reply:${instance}`,
    api: (instance) => `${prefix}:api:${instance}`,
    worker: (id) => `${prefix}:worker:${id}`,
    attended: `${prefix}:attended:${PROTOCOL_VERSION}`,
    bull: (name) => `${prefix}:${QUEUE_NAME}:${name}`,
  };
}
