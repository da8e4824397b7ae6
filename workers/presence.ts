import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import {
  ID_LIST_TTL_MS,
  ID_LISTS,
  PRESENCE_TTL_MS,
  PROTOCOL_VERSION,
  type QueueKeys,
} from '../src/bulk/queue/protocol.js';
import { type RedisStatus, redisErrorText } from '../src/bulk/queue/redis-status.js';
import type { LivenessRecord } from './worker-health.js';

const BEAT_MS = 2000;

export interface PresenceOptions {
  readonly client: Redis;
  readonly keys: QueueKeys;
  readonly workerId: string;
  readonly concurrency: number;
  /** Gives chunks of workers that stopped answering back to the queue. */
  readonly recoverStalled: () => Promise<unknown>;
  readonly status: RedisStatus;
  readonly liveness: LivenessRecord;
}

/**
 * Every two seconds: tells the others that this worker is there, gives back what dead workers held, sees that nothing
 * in Redis outlives its processes, and looks whether work waits.
 *
 * The announcement is a key that expires, so a worker that is killed or frozen is gone within ten seconds.
 */
export class Presence {
  readonly #options: PresenceOptions;
  readonly #announcement: string;
  readonly #timer: NodeJS.Timeout;
  #busy = false;

  constructor(options: PresenceOptions) {
    this.#options = options;
    this.#announcement = JSON.stringify({
      host: hostname(),
      pid: process.pid,
      versions: [PROTOCOL_VERSION],
      concurrency: options.concurrency,
    });
    const { client, status } = options;
    client.on('error', (error: unknown) => this.#lost(redisErrorText(error)));
    client.on('close', () => this.#lost(status.current.reason ?? 'the connection was closed'));
    client.on('ready', () => void this.#beat());
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS);
  }

  /** Withdraws the announcement, if Redis can be reached. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#busy = true;
    const { client, keys, workerId } = this.#options;
    if (client.status === 'ready') await client.del(keys.worker(workerId));
  }

  async #beat(): Promise<void> {
    const { client, keys, workerId, status, liveness } = this.#options;
    // Commands of a worker wait for Redis to come back; one that waits is enough.
    if (this.#busy || client.status !== 'ready') return;
    this.#busy = true;
    try {
      await client.set(keys.worker(workerId), this.#announcement, 'PX', PRESENCE_TTL_MS);
      await client.set(keys.attended, '1', 'PX', PRESENCE_TTL_MS);
      await this.#options.recoverStalled();
      await this.#limitLifetimes();
      const [waiting, paused] = await Promise.all([
        client.llen(keys.bull('wait')),
        client.hexists(keys.bull('meta'), 'paused'),
      ]);
      liveness.saw(paused === 1 ? 0 : waiting);
      status.ok();
    } catch (error) {
      this.#lost(redisErrorText(error));
    } finally {
      this.#busy = false;
    }
  }

  /** BullMQ makes these keys anew without an expiry whenever they were empty. */
  async #limitLifetimes(): Promise<void> {
    const { client, keys } = this.#options;
    const pipeline = client.pipeline().xtrim(keys.bull('events'), 'MAXLEN', 0);
    for (const name of ID_LISTS) pipeline.pexpire(keys.bull(name), ID_LIST_TTL_MS);
    await pipeline.exec();
  }

  #lost(reason: string): void {
    this.#options.status.degraded(reason);
    this.#options.liveness.blind(`no use of Redis: ${reason}`);
  }
}
