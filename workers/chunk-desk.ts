import type { Redis } from 'ioredis';
import type { Parts } from '../src/bulk/parts.js';
import { sendBlob } from '../src/bulk/queue/blob-command.js';
import {
  anyJobSchema,
  type ChunkJobData,
  type FrameHead,
  frameParts,
  ID_LIST_TTL_MS,
  jobSchema,
  PROTOCOL_VERSION,
  type QueueKeys,
  REPLY_TTL_MS,
} from '../src/bulk/queue/protocol.js';
import type { QueueLogger } from '../src/bulk/queue/queue-logger.js';
import { redisErrorText } from '../src/bulk/queue/redis-status.js';

/**
 * What became of a chunk here.
 *
 * `calculated` and answered; `dropped` because nobody waits for it any more; `failed` to be calculated, which the API process was
 * told; `undelivered` because Redis did not give the payload or take the answer; `foreign`, a job of another protocol
 * version that somebody still waits for, left to others.
 */
export type ChunkFate = 'calculated' | 'dropped' | 'failed' | 'undelivered' | 'foreign';

export interface ChunkDeskOptions {
  readonly client: Redis;
  readonly keys: QueueKeys;
  readonly runChunk: (bytes: Uint8Array) => Parts;
  readonly logger: QueueLogger;
}

/**
 * The end of the payload, the answer and its expiry in one step, so that a lost connection leaves all of it or nothing. The
 * payload first: where Redis refuses that, there is no answer either, and the API takes the chunk and the payload back.
 */
const ANSWER = `redis.call('DEL', KEYS[2])
redis.call('RPUSH', KEYS[1], ARGV[2])
return redis.call('PEXPIRE', KEYS[1], ARGV[1])`;

/** One job as the queue gives it out; `data` is not checked yet. */
export interface QueuedJob {
  readonly id: string;
  readonly data: unknown;
  /** How often the job was taken from a worker that had stopped answering. */
  readonly stalls: number;
}

/** Takes one job: fetches its payload, calculates, answers. Never throws: whatever fails is a fate. */
export class ChunkDesk {
  readonly #options: ChunkDeskOptions;

  constructor(options: ChunkDeskOptions) {
    this.#options = options;
  }

  async take(queued: QueuedJob): Promise<ChunkFate> {
    const known = anyJobSchema.safeParse(queued.data);
    // A job whose hash has expired comes without data.
    if (!known.success) return 'dropped';
    try {
      if (known.data.v !== PROTOCOL_VERSION) {
        return (await this.#options.client.exists(known.data.payload)) === 1 ? 'foreign' : 'dropped';
      }
      const data = jobSchema.parse(queued.data);
      const payload = await this.#fetch(data.payload);
      return payload === null ? 'dropped' : await this.#answer(queued, data, payload);
    } catch (error) {
      this.#options.logger.warn(
        { job: queued.id, reason: redisErrorText(error) },
        'a chunk could not be fetched',
      );
      return 'undelivered';
    }
  }

  async #fetch(payloadKey: string): Promise<Uint8Array | null> {
    const { client, keys } = this.#options;
    const [payload] = await Promise.allSettled([
      client.getBuffer(payloadKey),
      // The presence sees to it as well, every two seconds: a refusal here must not cost a chunk.
      client.pexpire(keys.bull('active'), ID_LIST_TTL_MS),
    ]);
    if (payload.status === 'rejected') throw payload.reason;
    return payload.value;
  }

  async #answer(queued: QueuedJob, data: ChunkJobData, payload: Uint8Array): Promise<ChunkFate> {
    const { client, logger } = this.#options;
    const where = { request: data.request, index: data.index };
    const slice = this.#calculate(payload, where);
    const head: FrameHead = {
      v: PROTOCOL_VERSION,
      job: queued.id,
      ...where,
      status: slice ? 'done' : 'failed',
      stalls: queued.stalls,
    };
    try {
      await sendBlob(client, 'eval', {
        before: [ANSWER, '2', data.reply, data.payload, String(REPLY_TTL_MS)],
        value: frameParts(head, slice ?? []),
      });
      return slice ? 'calculated' : 'failed';
    } catch (error) {
      logger.warn({ ...where, reason: redisErrorText(error) }, 'an answer could not be written');
      // The API process misses the payload soon and calculates the chunk; a full Redis gets room.
      await client.del(data.payload).catch((failure: unknown) => {
        logger.debug({ ...where, reason: redisErrorText(failure) }, 'a payload stays until it expires');
      });
      return 'undelivered';
    }
  }

  #calculate(payload: Uint8Array, where: { request: string; index: number }): Parts | null {
    try {
      return this.#options.runChunk(payload);
    } catch (error) {
      // Not the message: it may quote a student's row.
      const name = error instanceof Error ? error.name : 'unknown';
      this.#options.logger.error({ ...where, error: name }, 'a chunk could not be calculated');
      return null;
    }
  }
}
