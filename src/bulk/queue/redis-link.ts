import { randomUUID } from 'node:crypto';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { type Redis, ReplyError } from 'ioredis';
import { type Manner, openRedis, type RedisSettings } from './redis-client.js';
import { type QueueLogger, type RedisState, RedisStatus, redisErrorText } from './redis-status.js';

export interface RedisLinkOptions {
  readonly redis: RedisSettings;
  readonly manner: Manner;
  /** In front of every key. */
  readonly prefix: string;
  readonly logger: QueueLogger;
  /** Redis can be used, after it could not. */
  readonly onReady: () => void;
  /** Redis has been lost for two seconds and still is. */
  readonly onLost?: () => void;
  /** Called about once a second while Redis answers. */
  readonly onBeat: () => void;
}

const BEAT_MS = 1000;
/** A Redis that is not connected, or does not answer, for this long is lost. */
const LOST_AFTER_MS = 2000;
/** A connection that is silent for this long is given up: what it leads to may be gone. */
const DEAD_AFTER_MS = 6000;
/** For so long a refusal says that Redis cannot be used; while Redis is full each second brings another. */
const REFUSAL_MS = 5000;

/**
 * The connection of a process to Redis, and what is known of it.
 *
 * An echo each second finds a Redis that hangs, and a connection whose replies are out of step. A full or read-only Redis still answers
 * an echo, so a write goes with it; it writes nothing, because its key must exist and does not.
 */
export class RedisLink {
  readonly client: Redis;
  /** What the server's `maxmemory-policy` is; undefined until it was seen, or where the server does not tell. */
  evictionPolicy: string | undefined;
  readonly #options: RedisLinkOptions;
  readonly #status: RedisStatus;
  readonly #timer: NodeJS.Timeout;
  /** Since when an answer, or a connection, is missing. */
  #silentSince: number | null = performance.now();
  #isBeating = false;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #isConnected = false;
  #isLost = false;
  #isClosed = false;
  #refusal: string | null = null;
  #firstLook: () => void = () => {};
  readonly #looked = new Promise<void>((resolve) => {
    this.#firstLook = resolve;
  });

  constructor(options: RedisLinkOptions) {
    this.#options = options;
    this.#status = new RedisStatus(options.logger);
    this.client = openRedis(options.redis, options.manner, () => this.#isClosed);
    this.client.on('error', (error: unknown) => {
      const text = redisErrorText(error);
      // A command that found the connection broken says nothing of why it broke; the error before it did.
      if (!text.startsWith("Stream isn't writeable")) this.#degraded(text);
      this.#firstLook();
    });
    this.client.on('close', () => this.#disconnected());
    this.client.on('ready', () => void this.#connected());
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS);
  }

  /** Whether commands can be sent; Redis may refuse them all the same. */
  get isUsable(): boolean {
    return this.#isConnected && !this.#isLost;
  }

  state(): RedisState {
    return this.#status.current;
  }

  /** Waits until the server was looked at, or could not be reached, `ms` at most. @returns why it can never be used, or null. */
  async unsuitable(ms: number): Promise<string | null> {
    await Promise.race([this.#looked, delay(ms, undefined, { ref: false })]);
    return this.#refusal;
  }

  /** What was asked has failed. Only a refusal by Redis itself counts here: that a connection broke is told by its own events. */
  refused(error: unknown): void {
    if (!(error instanceof ReplyError)) return;
    this.#refusedAt = performance.now();
    this.#degraded(redisErrorText(error));
  }

  /** Redis has answered. */
  heard(): void {
    this.#silentSince = null;
    this.#isLost = false;
    if (this.#isConnected && performance.now() - this.#refusedAt > REFUSAL_MS) this.#status.ok();
  }

  /** Makes the connection anew, because what comes over it is not what was asked for. */
  reconnect(reason: string): void {
    this.#options.logger.warn({ reason }, 'reconnecting to Redis');
    this.client.disconnect(true);
  }

  /** Closes the connection at once; commands without an answer are lost. */
  close(): void {
    this.#isClosed = true;
    this.#isConnected = false;
    clearInterval(this.#timer);
    this.client.disconnect();
  }

  async #connected(): Promise<void> {
    try {
      this.#look(await this.client.info());
    } catch (error) {
      // Some servers refuse INFO. A connection that has broken meanwhile comes here again.
      this.#options.logger.debug({ reason: redisErrorText(error) }, 'Redis does not tell what it is');
    }
    this.#firstLook();
    if (this.client.status !== 'ready' || this.#isClosed || this.#refusal !== null) return;
    this.#isConnected = true;
    this.heard();
    this.#options.onReady();
  }

  #look(info: string): void {
    if (/^cluster_enabled:1/m.test(info)) {
      this.#refusal =
        'REDIS_URL leads to a Redis Cluster, which cannot be used: give it a Redis of its own, with Sentinel or a replica if it must not fail';
      this.#degraded(this.#refusal);
      return;
    }
    this.evictionPolicy = /^maxmemory_policy:([\w-]+)/m.exec(info)?.[1];
    if (this.evictionPolicy !== undefined && this.evictionPolicy !== 'noeviction') {
      const line = 'Redis may throw chunks and jobs away: set its maxmemory-policy to noeviction';
      this.#options.logger.warn({ policy: this.evictionPolicy }, line);
    }
  }

  #disconnected(): void {
    this.#isConnected = false;
    this.#silentSince ??= performance.now();
    this.#degraded(this.#status.current.reason ?? 'the connection was closed');
  }

  async #beat(): Promise<void> {
    // What came while the event loop was busy is read first.
    await turn();
    if (this.#silentSince !== null) this.#silent(performance.now() - this.#silentSince);
    if (this.client.status !== 'ready' || this.#isBeating || this.#refusal !== null) return;
    this.#isBeating = true;
    this.#silentSince ??= performance.now();
    const word = randomUUID();
    const [echo, write] = await Promise.allSettled([
      this.client.echo(word),
      this.client.set(`${this.#options.prefix}:nothing`, '', 'XX'),
    ]);
    this.#isBeating = false;
    if (echo.status === 'fulfilled') {
      if (echo.value !== word) this.reconnect('replies are out of step');
      if (write.status === 'rejected') this.refused(write.reason);
      if (this.#isConnected) this.heard();
    }
    if (this.isUsable) this.#options.onBeat();
  }

  #silent(ms: number): void {
    if (ms < LOST_AFTER_MS) return;
    if (this.#isConnected) this.#degraded('Redis does not answer');
    if (!this.#isLost) {
      this.#isLost = true;
      this.#options.onLost?.();
    }
    if (ms < DEAD_AFTER_MS || !['ready', 'connect'].includes(this.client.status)) return;
    this.#silentSince = performance.now();
    this.client.disconnect(true);
  }

  #degraded(reason: string): void {
    if (!this.#isClosed) this.#status.degraded(reason);
  }
}
