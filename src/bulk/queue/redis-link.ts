import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { Redis, type RedisOptions, ReplyError } from 'ioredis';

export type QueueLogger = Record<
  'debug' | 'info' | 'warn' | 'error',
  (fields: object, message: string) => void
>;

/** Whether Redis can be used, and since when. `reason` says what is wrong when degraded. */
export interface RedisState {
  readonly state: 'ok' | 'degraded';
  readonly since: Date;
  readonly reason?: string | undefined;
}

export interface RedisLinkOptions {
  /** How to connect, with {@link PATIENT} or {@link FAIL_FAST}. */
  readonly redis: RedisOptions;
  readonly prefix: string;
  readonly logger: QueueLogger;
  /** Called when Redis has been lost for two seconds, then every second until it is back. */
  readonly onLost: () => void;
  /** Called about once a second while Redis answers. */
  readonly onBeat: () => void;
}

/** Commands wait for the connection to return, as BullMQ requires for workers and events. */
export const PATIENT = { enableOfflineQueue: true, maxRetriesPerRequest: null } as const;
/** Commands fail at once without a connection. */
export const FAIL_FAST = { enableOfflineQueue: false, maxRetriesPerRequest: 0 } as const;

const CONNECT_TIMEOUT_MS = 2000;
const BEAT_MS = 1000;
const LOST_AFTER_MS = 2000;
/**
 * A connection that is silent for this long is closed, because its other end may be gone. ioredis' own
 * `socketTimeout` is not used: its timer outlives the connection and ends the next one.
 */
const DEAD_AFTER_MS = 6000;
/** After refusing a command, Redis counts as ok once a write succeeds at least this much later. */
const REFUSAL_MS = 5000;

/**
 * A process's connection to Redis, and its state. ioredis reconnects it and its duplicates forever.
 *
 * An echo on each new connection, and then every second, detects a Redis that hangs, and a connection whose
 * replies are out of step. A full or read-only Redis still answers an echo, so an empty write is sent along.
 */
export class RedisLink {
  readonly client: Redis;
  /** The server's `maxmemory-policy`; undefined until known, or if the server does not report it. */
  evictionPolicy: string | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #openedAt = new Date();
  /** The state last logged; each change is logged once, however often it is reported. */
  #state: RedisState | null = null;
  /** Since when an answer or a connection has been missing; null if none is. */
  #silentSince: number | null = performance.now();
  #refusedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(private readonly options: RedisLinkOptions) {
    let reconnectedAt = Number.NEGATIVE_INFINITY;
    const retryDelayMs = (attempt: number): number => Math.min(100 * attempt, 1000);
    this.client = new Redis({
      ...options.redis,
      connectTimeout: CONNECT_TIMEOUT_MS,
      sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
      // No failoverDetector: its event permanently ends a client that is just asking a Sentinel for the
      // primary. A primary that has become a replica keeps its connections. Many commands then fail at once;
      // one reconnect is enough.
      reconnectOnError: ({ message }) => {
        const isDue = performance.now() - reconnectedAt >= BEAT_MS;
        if (!isDue || !/READONLY|UNBLOCKED/.test(message)) return false;
        reconnectedAt = performance.now();
        return true;
      },
      sentinelRetryStrategy: retryDelayMs,
      retryStrategy: (attempt) => (this.#isClosed ? null : retryDelayMs(attempt)),
    });
    this.client.on('error', (error: unknown) => {
      const text = redisErrorText(error);
      // A command that fails on a broken connection does not say why it broke; an earlier error does.
      if (!text.startsWith("Stream isn't writeable")) this.#tell('degraded', text);
    });
    this.client.on('close', () => {
      this.#silentSince ??= performance.now();
      this.#tell('degraded', this.#state?.reason ?? 'the connection was closed');
    });
    this.client.on('ready', () => {
      this.heard();
      void this.#readPolicy();
      void this.#beat();
    });
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS);
  }

  /** Whether commands can be sent; Redis may still refuse them. */
  get isUsable(): boolean {
    return this.client.status === 'ready' && !this.#isClosed && this.#silentMs() < LOST_AFTER_MS;
  }

  state(): RedisState {
    return this.#state ?? { state: 'degraded', since: this.#openedAt, reason: 'not connected yet' };
  }

  /** Reports a failed command. Only refusals by Redis count; a broken connection has its own events. */
  refused(error: unknown): void {
    if (!(error instanceof ReplyError)) return;
    this.#refusedAt = performance.now();
    this.#tell('degraded', redisErrorText(error));
  }

  /** Reports any reply of Redis, because an echo may be queued behind long answers. */
  heard(): void {
    if (this.client.status === 'ready') this.#silentSince = null;
  }

  /** Reconnects, because the replies do not belong to the requests. */
  reconnect(reason: string): void {
    this.options.logger.warn({ reason }, 'reconnecting to Redis');
    this.#drop();
  }

  /** Closes the connection at once; unanswered commands are lost. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.client.disconnect();
  }

  async #readPolicy(): Promise<void> {
    // Some servers refuse INFO.
    const info = await this.client.info('memory').catch(() => '');
    this.evictionPolicy = /^maxmemory_policy:([\w-]+)/m.exec(info)?.[1];
    if (this.evictionPolicy === undefined || this.evictionPolicy === 'noeviction') return;
    const line = 'Redis may throw chunks and jobs away: set its maxmemory-policy to noeviction';
    this.options.logger.warn({ policy: this.evictionPolicy }, line);
  }

  async #beat(): Promise<void> {
    // Lets the event loop read replies that arrived while it was busy.
    await turn();
    const silentMs = this.#silentMs();
    if (silentMs >= LOST_AFTER_MS) {
      if (this.client.status === 'ready') this.#tell('degraded', 'Redis does not answer');
      this.options.onLost();
    }
    if (silentMs >= DEAD_AFTER_MS && this.#drop()) this.#silentSince = performance.now();
    if (this.client.status !== 'ready' || this.#silentSince !== null) return;
    this.#silentSince = performance.now();
    const word = randomUUID();
    const [echo, write] = await Promise.allSettled([
      this.client.echo(word),
      this.client.setrange(`${this.options.prefix}:nothing`, 0, ''),
    ]);
    if (echo.status === 'rejected') return;
    this.heard();
    if (echo.value !== word) this.reconnect('replies are out of step');
    if (write.status === 'rejected') this.refused(write.reason);
    else if (performance.now() - this.#refusedAt > REFUSAL_MS) this.#tell('ok');
    this.options.onBeat();
  }

  /** Makes ioredis reconnect. Leaves it alone while it is connecting, since it would give up for good. */
  #drop(): boolean {
    const isConnected = ['ready', 'connect'].includes(this.client.status);
    if (isConnected) this.client.disconnect(true);
    return isConnected;
  }

  #silentMs(): number {
    return this.#silentSince === null ? 0 : performance.now() - this.#silentSince;
  }

  #tell(state: RedisState['state'], reason?: string): void {
    if (this.#isClosed) return;
    const isNew = state !== this.#state?.state;
    this.#state = { state, since: isNew ? new Date() : this.state().since, reason };
    if (!isNew) return;
    if (state === 'ok') this.options.logger.info({}, 'Redis is ready');
    else this.options.logger.warn({ reason }, 'Redis cannot be used');
  }
}

/**
 * Whether an uncaught error is ioredis' error on a nil that no command waits for (redis/ioredis#1981). The
 * nil is dropped by then, so the connection is in step again. Other stray replies become client errors.
 */
export function isStrayNil(thrown: unknown): boolean {
  return thrown instanceof TypeError && /^\s*at DataHandler\.shiftCommand /m.test(thrown.stack ?? '');
}

/**
 * An error text that is safe to log. Redis client errors carry arguments or a reply, and Redis quotes
 * arguments of unknown commands. All may be student data, so only the code and the first words are kept.
 */
export function redisErrorText(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  // A discarded transaction's error has no reason; ioredis keeps the refused command's error here.
  if ('previousErrors' in error && Array.isArray(error.previousErrors) && error.previousErrors.length > 0)
    return redisErrorText(error.previousErrors[0]);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // OpenSSL's message has addresses and source files; its reason is a sentence.
  const message = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  const [plain = ''] = plainText(message).split(/, with args| Last reply/);
  return [code, plain.slice(0, 160)].filter((part) => part !== '').join(': ') || error.name;
}

/** Cluster and Sentinel errors in words for operators, without the client's retry times, which vary. */
function plainText(message: string): string {
  if (/^(CLUSTERDOWN|CROSSSLOT|MOVED)\b/.test(message))
    return 'REDIS_URL leads to a Redis Cluster, which cannot be used: give it a Redis of its own';
  const [, last] = /^All sentinels are unreachable.*?Last error: (.*)$/.exec(message) ?? [];
  if (last === undefined) return message;
  if (/No such master/i.test(last))
    return 'the Sentinels watch no group of the name that REDIS_URL has as its host';
  return `no Sentinel can be used: ${last}`;
}
