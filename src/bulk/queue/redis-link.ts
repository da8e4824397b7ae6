import { randomUUID } from 'node:crypto';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { Redis, type RedisOptions, ReplyError } from 'ioredis';
import { redisErrorText } from './redis-errors.js';

/** The part of a pino logger that the queue needs. */
export interface QueueLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Whether Redis can be used, and since when. `reason` says what is wrong while degraded. */
export interface RedisState {
  readonly state: 'ok' | 'degraded';
  readonly since: Date;
  readonly reason?: string;
}

export interface RedisLinkOptions {
  readonly redis: RedisOptions;
  readonly manner: Manner;
  /** In front of every key. */
  readonly prefix: string;
  readonly logger: QueueLogger;
  /** Redis can be used, after it could not. */
  readonly onReady?: () => void;
  /** Redis has been lost for two seconds; told again each second while it is. */
  readonly onLost?: () => void;
  /** Called about once a second while Redis answers. */
  readonly onBeat: () => void;
}

/** Commands wait for the connection to come back, however long that takes: what BullMQ wants for workers and events. */
export const PATIENT = { enableOfflineQueue: true, maxRetriesPerRequest: null } as const;
/** Never connects itself, only its duplicates do. */
export const MODEL = { ...PATIENT, lazyConnect: true } as const;
/** Commands fail at once where there is no connection. */
export const FAIL_FAST = { enableOfflineQueue: false, maxRetriesPerRequest: 0 } as const;

/** What becomes of commands without a connection. */
export type Manner = typeof PATIENT | typeof MODEL | typeof FAIL_FAST;

const CONNECT_TIMEOUT_MS = 2000;
const RECONNECT_PAUSE_MS = 100;
const BEAT_MS = 1000;
/** A Redis that is not connected, or does not answer, for this long is lost. */
const LOST_AFTER_MS = 2000;
/** A connection that is silent for this long is given up: what it leads to may be gone. */
const DEAD_AFTER_MS = 6000;
/** For so long a refusal says that Redis cannot be used; while Redis is full each second brings another. */
const REFUSAL_MS = 5000;

/** Opens a connection that comes back by itself until `isClosing`; so do the duplicates that BullMQ makes of it. */
export function openRedis(redis: RedisOptions, manner: Manner, isClosing: () => boolean): Redis {
  // Try again for ever, after 50 ms at first and never later than 1 s: an outage must not outlast itself.
  const retryDelayMs = (attempt: number): number => Math.min(50 * 2 ** Math.min(attempt, 10), 1000);
  return new Redis({
    ...redis,
    ...manner,
    connectTimeout: CONNECT_TIMEOUT_MS,
    sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
    failoverDetector: true,
    reconnectOnError: reconnectWhereReadOnly(),
    sentinelRetryStrategy: retryDelayMs,
    retryStrategy: (attempt) => (isClosing() ? null : retryDelayMs(attempt)),
  });
}

/**
 * A primary that has become a replica keeps its connections; the address, or a Sentinel, knows the new one. Many commands may fail at once,
 * and one of them is enough.
 */
function reconnectWhereReadOnly(): (error: Error) => boolean {
  let lastAt = Number.NEGATIVE_INFINITY;
  return ({ message }) => {
    if (!/READONLY|UNBLOCKED/.test(message) || performance.now() - lastAt < RECONNECT_PAUSE_MS) return false;
    lastAt = performance.now();
    return true;
  };
}

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
  readonly #timer: NodeJS.Timeout;
  #state: RedisState = { state: 'degraded', since: new Date(), reason: 'not connected yet' };
  /** What the log was told last: each change once, however often the same news arrives. */
  #told: RedisState['state'] | null = null;
  /** Since when an answer, or a connection, is missing. */
  #silentSince: number | null = performance.now();
  #isBeating = false;
  #refusedAt = Number.NEGATIVE_INFINITY;
  /** The server has been looked at since the connection was made. */
  #isConnected = false;
  #isClosed = false;
  #refusal: string | null = null;
  #firstLook: () => void = () => {};
  readonly #looked = new Promise<void>((resolve) => {
    this.#firstLook = resolve;
  });

  constructor(options: RedisLinkOptions) {
    this.#options = options;
    this.client = openRedis(options.redis, options.manner, () => this.#isClosed);
    this.client.on('error', (error: unknown) => {
      const text = redisErrorText(error);
      // A command that found the connection broken says nothing of why it broke; the error before it did.
      if (!text.startsWith("Stream isn't writeable")) this.#tell('degraded', text);
      this.#firstLook();
    });
    this.client.on('close', () => this.#disconnected());
    this.client.on('ready', () => void this.#connected());
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS);
  }

  /** Whether commands can be sent; Redis may refuse them all the same. */
  get isUsable(): boolean {
    return this.#isConnected && this.#silentMs() < LOST_AFTER_MS;
  }

  state(): RedisState {
    return this.#state;
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
    this.#tell('degraded', redisErrorText(error));
  }

  /** Redis has answered, be it in front of an echo that waits behind long answers. */
  heard(): void {
    if (!this.#isConnected) return;
    this.#silentSince = null;
    if (performance.now() - this.#refusedAt > REFUSAL_MS) this.#tell('ok');
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
    this.#options.onReady?.();
  }

  #look(info: string): void {
    if (/^cluster_enabled:1/m.test(info)) {
      this.#refusal =
        'REDIS_URL leads to a Redis Cluster, which cannot be used: give it a Redis of its own, with Sentinel or a replica if it must not fail';
      this.#tell('degraded', this.#refusal);
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
    this.#tell('degraded', this.#state.reason ?? 'the connection was closed');
  }

  async #beat(): Promise<void> {
    // What came while the event loop was busy is read first.
    await turn();
    if (this.#silentMs() >= LOST_AFTER_MS) this.#silent();
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
      this.heard();
    }
    if (this.isUsable) this.#options.onBeat();
  }

  #silentMs(): number {
    return this.#silentSince === null ? 0 : performance.now() - this.#silentSince;
  }

  #silent(): void {
    if (this.#isConnected) this.#tell('degraded', 'Redis does not answer');
    this.#options.onLost?.();
    if (this.#silentMs() < DEAD_AFTER_MS || !['ready', 'connect'].includes(this.client.status)) return;
    this.#silentSince = performance.now();
    this.client.disconnect(true);
  }

  #tell(state: RedisState['state'], reason?: string): void {
    if (this.#isClosed) return;
    const since = state === this.#state.state ? this.#state.since : new Date();
    this.#state = { state, since, ...(reason !== undefined && { reason }) };
    if (state === this.#told) return;
    this.#told = state;
    if (state === 'ok') this.#options.logger.info({}, 'Redis is ready');
    else this.#options.logger.warn({ reason }, 'Redis cannot be used');
  }
}
