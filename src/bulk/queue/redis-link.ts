import type { Redis } from 'ioredis';
import { failFastClient } from './redis-client.js';
import { type QueueLogger, type RedisState, RedisStatus, redisErrorText } from './redis-status.js';
import { ReplyThread, type ReplyThreadOptions } from './reply-thread.js';

const BEAT_MS = 1000;
/** A Redis that has not answered a one-key write for this long is not used until it does. */
const SILENCE_MS = 2000;

export interface RedisLinkOptions extends Pick<ReplyThreadOptions, 'redisUrl' | 'replyKey' | 'onReply'> {
  /** The entry point of the thread for replies. */
  readonly replyThread: URL;
  /** A key of this process, written each second as a probe. */
  readonly probeKey: string;
  readonly logger: QueueLogger;
  readonly onChange: (state: RedisState) => void;
  /** Called after each probe that was answered: about once a second while Redis is well. */
  readonly onBeat: () => void;
}

/**
 * The two connections of an API process, one for work and one on a thread that waits for replies, and what is known of them.
 *
 * A write probes them every second: a Redis that is connected but full, read-only, loading or silent is degraded too.
 */
export class RedisLink {
  readonly main: Redis;
  readonly #replies: ReplyThread;
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
    this.#replies = new ReplyThread({
      ...options,
      filename: options.replyThread,
      onConnection: connected,
      onTrouble: (reason) => this.#degraded(reason),
    });
    this.#timer = setInterval(() => this.#beat(), BEAT_MS);
  }

  /** Closes both connections at once; commands without an answer are lost. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.main.disconnect();
    await this.#replies.close();
  }

  #beat(): void {
    if (this.main.status !== 'ready' || !this.#replies.isReady) return;
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
    if (this.#closed || !this.#replies.isReady) return;
    this.status.ok();
    this.#options.onBeat();
  }

  #degraded(reason: string): void {
    if (!this.#closed) this.status.degraded(reason);
  }
}
