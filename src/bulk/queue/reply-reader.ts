import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';

const BLOCK_SECONDS = 2;
const BATCH = 32;
/** Answers that come close together are fetched together, and the chunks after them sent together. */
const PAUSE_MS = 5;
const PAUSE_AFTER_ERROR_MS = 250;

/**
 * Takes the answers off one Redis list as they come, in the order of the list, for ever.
 *
 * A blocking pop waits for the first answer and a counted pop right behind it fetches those that came with it: one
 * round trip for up to 33 answers, on any Redis from 6.2 on. An answer that is popped while the connection breaks is
 * lost; whoever waits for it must have another way.
 */
export class ReplyReader {
  readonly #client: Redis;
  readonly #key: string;
  readonly #onReply: (frame: Buffer) => void;
  readonly #onError: (error: unknown) => void;
  #stopped = false;

  constructor(
    client: Redis,
    key: string,
    onReply: (frame: Buffer) => void,
    onError: (error: unknown) => void,
  ) {
    this.#client = client;
    this.#key = key;
    this.#onReply = onReply;
    this.#onError = onError;
    void this.#read();
  }

  /** Ends after the pops under way; the connection should be closed next. */
  stop(): void {
    this.#stopped = true;
  }

  async #read(): Promise<void> {
    while (!this.#stopped) {
      if (this.#client.status !== 'ready') await this.#readyOrEnded();
      else await delay((await this.#drain()) ? PAUSE_MS : PAUSE_AFTER_ERROR_MS);
    }
  }

  /** Resolves with false when Redis refused or the connection broke. */
  async #drain(): Promise<boolean> {
    // No pipeline of ioredis: V8 takes what comes through one for long-lived, and soon has the whole heap to walk through.
    const pops = await Promise.allSettled([
      this.#client.blpopBuffer(this.#key, BLOCK_SECONDS),
      this.#client.lpopBuffer(this.#key, BATCH),
    ]);
    const [first, rest] = pops.map((pop) => (pop.status === 'fulfilled' ? pop.value : null));
    const failure = pops.find((pop) => pop.status === 'rejected');
    if (failure && !this.#stopped) this.#onError(failure.reason);
    for (const frame of [popped(first, 1), popped(rest, 0)].flat()) this.#handOver(frame);
    return !failure;
  }

  #handOver(frame: Buffer): void {
    try {
      this.#onReply(frame);
    } catch (error) {
      this.#onError(error);
    }
  }

  #readyOrEnded(): Promise<void> {
    if (this.#client.status === 'end') this.#stopped = true;
    return new Promise((resolve) => {
      if (this.#stopped) return resolve();
      const done = () => {
        this.#client.off('ready', done).off('end', done);
        resolve();
      };
      this.#client.on('ready', done).on('end', done);
    });
  }
}

/** The frames of a reply that is an array or nothing, without its first `skip` entries (the name of the list). */
function popped(reply: unknown, skip: number): Buffer[] {
  return Array.isArray(reply) ? reply.slice(skip).filter((entry) => Buffer.isBuffer(entry)) : [];
}
