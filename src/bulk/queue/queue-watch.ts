import type { Queue } from 'bullmq';
import { redisErrorText } from './redis-errors.js';

/** The queue of this build at one moment, all API replicas together. */
export interface QueueStats {
  /** Chunks that no worker has taken yet. */
  readonly waiting: number;
  /** How long the oldest of them has waited, in seconds; null if none is waiting. */
  readonly oldestWaitingSeconds: number | null;
  /** Chunks that workers hold. */
  readonly active: number;
  /** Connected workers; null if Redis does not tell. */
  readonly workers: number | null;
}

/** The state of a queue. @throws when Redis cannot be asked. */
export async function queueStats(queue: Queue): Promise<QueueStats> {
  const [{ waiting = 0, active = 0 }, [oldest], workers] = await Promise.all([
    queue.getJobCounts('waiting', 'active'),
    // A job written by another program may not be readable.
    queue.getJobs('waiting', 0, 0, true).catch(() => []),
    connectedWorkers(queue),
  ]);
  const oldestWaitingSeconds =
    oldest === undefined ? null : Math.max(0, Date.now() - oldest.timestamp) / 1000;
  return { waiting, active, workers, oldestWaitingSeconds };
}

/**
 * Null if Redis does not allow listing its clients, as with some managed services. @throws when Redis cannot be asked.
 */
export async function connectedWorkers(queue: Queue): Promise<number | null> {
  try {
    return await queue.getWorkersCount();
  } catch (error) {
    if (redisErrorText(error).startsWith('NOPERM')) return null;
    throw error;
  }
}

/**
 * Removes the queue of a build with all that BullMQ keeps of it, once no API process or worker of that build is
 * connected. If Redis does not allow listing its clients, the queue stays.
 *
 * @param queue of a process that has closed its own worker or events.
 */
export async function obliterateIfLast(queue: Queue): Promise<void> {
  const [listeners, workers] = await Promise.all([queue.getQueueEvents(), queue.getWorkers()]);
  if (listeners.length + workers.length === 0) await queue.obliterate({ force: true });
}
