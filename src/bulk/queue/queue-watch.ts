import type { Queue } from 'bullmq';
import { redisErrorText } from './redis-status.js';

/** The queue of this build at one moment, all API replicas together. */
export interface QueueStats {
  /** Chunks that no worker has taken yet. */
  readonly waiting: number;
  /** How long the oldest of them has waited; null when none waits. */
  readonly oldestWaitingSeconds: number | null;
  /** Chunks that workers hold. */
  readonly active: number;
  /** Workers that are connected; null where Redis does not tell. */
  readonly workers: number | null;
}

/** A worker that reconnects, or finishes its last chunk, is missed once by a look at who is connected. */
const LOOKS_WITHOUT_WORKER = 2;

/** What waits in a queue, and how many workers are connected to it, as far as Redis tells. */
export class QueueWatch {
  readonly #queue: Queue;
  #looksWithout = LOOKS_WITHOUT_WORKER;
  #mayListClients = true;

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  /** Whether the last looks have found no worker; also true before the first one. */
  get isWithoutWorkers(): boolean {
    return this.#looksWithout >= LOOKS_WITHOUT_WORKER;
  }

  /** The connection is new: it may lead to another server, or be another user's. */
  reset(): void {
    this.#mayListClients = true;
  }

  /** Counts the workers. @throws when Redis cannot be asked. */
  async look(): Promise<void> {
    this.#looksWithout = (await this.#workers()) === 0 ? this.#looksWithout + 1 : 0;
  }

  /** @throws when Redis cannot be asked. */
  async stats(): Promise<QueueStats> {
    const [{ waiting = 0, active = 0 }, [oldest], workers] = await Promise.all([
      this.#queue.getJobCounts('waiting', 'active'),
      // A job that somebody else has written may not be readable.
      this.#queue.getJobs('waiting', 0, 0, true).catch(() => []),
      this.#workers(),
    ]);
    const oldestWaitingSeconds =
      oldest === undefined ? null : Math.max(0, Date.now() - oldest.timestamp) / 1000;
    return { waiting, active, workers, oldestWaitingSeconds };
  }

  /** Null where Redis does not let its clients be listed, as some managed ones do not. */
  async #workers(): Promise<number | null> {
    if (!this.#mayListClients) return null;
    try {
      return await this.#queue.getWorkersCount();
    } catch (error) {
      if (!redisErrorText(error).startsWith('NOPERM')) throw error;
      this.#mayListClients = false;
      return null;
    }
  }
}

/**
 * Removes the queue of a build with all that BullMQ keeps of it, when no API process and no worker of that build is connected any more;
 * where Redis does not let its clients be listed, it stays.
 *
 * @param queue of a process that has closed its own worker or events.
 */
export async function obliterateIfLast(queue: Queue): Promise<void> {
  const [listeners, workers] = await Promise.all([queue.getQueueEvents(), queue.getWorkers()]);
  if (listeners.length + workers.length === 0) await queue.obliterate({ force: true });
}
