import type { Redis } from 'ioredis';

/** A worker without a heartbeat for this long (seconds) no longer counts. */
const FRESH_S = 10;

/**
 * The signs of life of a build's workers: one sorted set, scored by the clock of Redis, so that the clocks of the machines need not
 * agree and looking costs the same however much else is in Redis.
 */
export class Heartbeats {
  readonly #client: Redis;
  readonly #key: string;

  constructor(client: Redis, key: string) {
    this.#client = client;
    this.#key = key;
  }

  /** One more heartbeat of a worker. The set expires with the last of them. */
  async beat(workerId: string): Promise<void> {
    const now = await this.#now();
    await this.#client
      .multi()
      .zadd(this.#key, now, workerId)
      .zremrangebyscore(this.#key, '-inf', `(${now - FRESH_S}`)
      .expire(this.#key, FRESH_S)
      .exec();
  }

  /** Takes a worker that stops off the set. */
  async end(workerId: string): Promise<void> {
    await this.#client.zrem(this.#key, workerId);
  }

  /** Workers with a heartbeat in the last ten seconds. */
  async count(): Promise<number> {
    return this.#client.zcount(this.#key, (await this.#now()) - FRESH_S, '+inf');
  }

  /** Seconds since 1970. */
  async #now(): Promise<number> {
    const [seconds] = await this.#client.time();
    return Number(seconds);
  }
}
