import type { Redis } from 'ioredis';
import { failFastClient } from './redis-client.js';
import { type QueueLogger, type RedisState, RedisStatus, redisErrorText } from './redis-status.js';
import { Transport, type TransportOptions } from './transport.js';

const BEAT_MS = 1000;
/** A Redis that has not answered a one-key write for this long is not used until it does. */
const SILENCE_MS = 2000;

export interface RedisLinkOptions extends Pick<TransportOptions, 'redisUrl' | 'replyKey' | 'onReply'> {
  /** The entry point of the thread that carries payloads and replies. */
  readonly transportThread: URL;
  /** A key of this process, written each second as a probe. */
  readonly probeKey: string;
  readonly logger: QueueLogger;
  readonly onChange: (state: RedisState) => void;
  /** Called after each probe that was answered: about once a second while Redis is well. */
  readonly onBeat: () => void;
}

/**
 * The connections of an API process, one for commands and those of the transport, and what is known of them.
 *
 * A write probes them every second: a Redis that is connected but full, read-only, loading or silent is degraded too.
 */
export class RedisLink {
  readonly main: Redis;
  readonly transport: Transport;
  readonly status: RedisStatus;
  readonly #options: RedisLinkOptions;
  readonly #timer: NodeJS.Timeout;
  #probeSentAt: number | null = null;
  #closed = false;

  constructor(options: RedisLinkOptions) {
    this.#options = options;
    this.status = new RedisStatus(options.logger, options.onChange);
    this.main = failFastClient(options.redisUrl, { socketTimeoutMs: 5000, commandTimeoutMs: 5000 });
    this.main.on('error', (error: unknown) => this.#degraded(redisErrorText(error)));
    const connected = (isReady: boolean): void => {
      if (isReady) this.#beat();
      else this.#degraded(this.status.current.reason ?? 'the connection was closed');
    };
    this.main.on('ready', () => connected(true));
    this.main.on('close', () => connected(false));
    this.transport = new Transport({
      ...options,
      filename: options.transportThread,
      onConnection: connected,
      onTrouble: (reason) => this.#degraded(reason),
    });
    this.#timer = setInterval(() => this.#beat(), BEAT_MS);
  }

  /** Closes all connections at once; commands without an answer are lost. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.main.disconnect();
    await this.transport.close();
  }

  #beat(): void {
    if (this.main.status !== 'ready' || !this.transport.isReady) return;
    if (this.#probeSentAt !== null) {
      if (Date.now() - this.#probeSentAt > SILENCE_MS) this.status.degraded('Redis does not answer');
      return;
    }
    this.#probeSentAt = Date.now();
    this.main
      .set(this.#options.probeKey, '1', 'PX', 10_000)
      .then(
        () => this.#alive(),
        (error: unknown) => this.#degraded(redisErrorText(error)),
      )
      .finally(() => {
        this.#probeSentAt = null;
      });
  }

  #alive(): void {
    if (this.#closed || !this.transport.isReady) return;
    this.status.ok();
    this.#options.onBeat();
  }

  #degraded(reason: string): void {
    if (!this.#closed) this.status.degraded(reason);
  }
}
