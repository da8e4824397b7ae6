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

/** Whether Redis can be used, and since when. `reason` says what is wrong when degraded. */
export interface RedisState {
  readonly state: 'ok' | 'degraded';
  readonly since: Date;
  readonly reason?: string;
}

export interface RedisLinkOptions {
  readonly redis: RedisOptions;
  readonly manner: Manner;
  /** Prefix of every key. */
  readonly prefix: string;
  readonly logger: QueueLogger;
  /** Redis can be used again. */
  readonly onReady?: () => void;
  /** Redis has been lost for two seconds; called again every second while it is. */
  readonly onLost?: () => void;
  /** Called about once a second while Redis answers. */
  readonly onBeat: () => void;
}

/** Commands wait for the connection to return, however long that takes, as BullMQ requires for workers and events. */
export const PATIENT = { enableOfflineQueue: true, maxRetriesPerRequest: null } as const;
/** Never connects itself; only its duplicates do. */
export const MODEL = { ...PATIENT, lazyConnect: true } as const;
/** Commands fail at once without a connection. */
export const FAIL_FAST = { enableOfflineQueue: false, maxRetriesPerRequest: 0 } as const;

/** What happens to commands while there is no connection. */
export type Manner = typeof PATIENT | typeof MODEL | typeof FAIL_FAST;

const CONNECT_TIMEOUT_MS = 2000;
const RECONNECT_PAUSE_MS = 100;
const BEAT_MS = 1000;
/** A Redis that is disconnected, or does not answer, for this long is considered lost. */
const LOST_AFTER_MS = 2000;
/** A connection that is silent for this long is closed: its other end may be gone. */
const DEAD_AFTER_MS = 6000;
/** How long a refusal marks Redis as unusable; a full Redis refuses again every second. */
const REFUSAL_MS = 5000;

/** Opens a connection that reconnects by itself until `isClosing`, as do the duplicates that BullMQ makes of it. */
export function openRedis(redis: RedisOptions, manner: Manner, isClosing: () => boolean): Redis {
  // Retries forever, after 50 ms at first and never more than 1 s, to recover soon after an outage ends.
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
 * A primary that has become a replica keeps its connections open; reconnecting by address or through a Sentinel finds
 * the new primary. Many commands may fail at once, but one reconnect is enough.
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
 * The connection of a process to Redis, and its state.
 *
 * An echo every second detects a Redis that hangs, and a connection whose replies are out of step. A full or read-only
 * Redis still answers an echo, so a write is sent along; it changes nothing, because it requires a key that does not
 * exist.
 */
export class RedisLink {
  readonly client: Redis;
  /** The server's `maxmemory-policy`; undefined until it is known, or if the server does not tell. */
  evictionPolicy: string | undefined;
  readonly #options: RedisLinkOptions;
  readonly #timer: NodeJS.Timeout;
  #state: RedisState = { state: 'degraded', since: new Date(), reason: 'not connected yet' };
  /** The state last logged: each change is logged once, however often it is reported. */
  #told: RedisState['state'] | null = null;
  /** Since when an answer or a connection has been missing. */
  #silentSince: number | null = performance.now();
  #isBeating = false;
  #refusedAt = Number.NEGATIVE_INFINITY;
  /** Whether the server was checked since the connection was made. */
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
      // A command that fails on a broken connection does not say why it broke; the error before it did.
      if (!text.startsWith("Stream isn't writeable")) this.#tell('degraded', text);
      this.#firstLook();
    });
    this.client.on('close', () => this.#disconnected());
    this.client.on('ready', () => void this.#connected());
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS);
  }

  /** Whether commands can be sent; Redis may still refuse them. */
  get isUsable(): boolean {
    return this.#isConnected && this.#silentMs() < LOST_AFTER_MS;
  }

  state(): RedisState {
    return this.#state;
  }

  /**
   * Waits up to `ms` until the server was checked or could not be reached. @returns why it can never be used, or null.
   */
  async unsuitable(ms: number): Promise<string | null> {
    await Promise.race([this.#looked, delay(ms, undefined, { ref: false })]);
    return this.#refusal;
  }

  /**
   * Reports a failed command. Only a refusal by Redis counts here; a broken connection is reported by its own events.
   */
  refused(error: unknown): void {
    if (!(error instanceof ReplyError)) return;
    this.#refusedAt = performance.now();
    this.#tell('degraded', redisErrorText(error));
  }

  /** Reports that Redis has answered anything, since an echo may be queued behind long answers. */
  heard(): void {
    if (!this.#isConnected) return;
    this.#silentSince = null;
    if (performance.now() - this.#refusedAt > REFUSAL_MS) this.#tell('ok');
  }

  /** Reconnects because the replies are not what was asked for. */
  reconnect(reason: string): void {
    this.#options.logger.warn({ reason }, 'reconnecting to Redis');
    this.client.disconnect(true);
  }

  /** Closes the connection at once; unanswered commands are lost. */
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
      // Some servers refuse INFO. If the connection broke meanwhile, the next one comes here again.
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
    // First reads what arrived while the event loop was busy.
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
