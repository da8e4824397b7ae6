import type { Queue } from 'bullmq';
import { redisErrorText } from './redis-status.js';

/** A worker that reconnects, or finishes its last chunk, is missed once by a look at who is connected. */
const LOOKS_WITHOUT_WORKER = 2;

/** How many workers of a queue are connected to Redis, as far as Redis tells. */
export class WorkerCount {
  readonly #queue: Pick<Queue, 'getWorkers'>;
  #looksWithout = LOOKS_WITHOUT_WORKER;
  #mayListClients = true;

  constructor(queue: Pick<Queue, 'getWorkers'>) {
    this.#queue = queue;
  }

  /** Whether the last looks have found none; also true before the first one. */
  get isNone(): boolean {
    return this.#looksWithout >= LOOKS_WITHOUT_WORKER;
  }

  /** The connection is new: it may lead to another server, or be another user's. */
  reset(): void {
    this.#mayListClients = true;
  }

  /** @throws when Redis cannot be asked. */
  async look(): Promise<void> {
    this.#looksWithout = (await this.now()) === 0 ? this.#looksWithout + 1 : 0;
  }

  /** Null where Redis does not let its clients be listed, as some managed ones do not. @throws when Redis cannot be asked. */
  async now(): Promise<number | null> {
    if (!this.#mayListClients) return null;
    try {
      return (await this.#queue.getWorkers()).length;
    } catch (error) {
      if (!redisErrorText(error).startsWith('NOPERM')) throw error;
      this.#mayListClients = false;
      return null;
    }
  }
}
