import { setTimeout as delay } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { type QueueLogger, redisErrorText } from './redis-link.js';

/**
 * The queue of this build at one moment, all API replicas together, for metrics.
 *
 * @throws when Redis cannot be asked.
 */
export async function queueStats(queue: Queue) {
  const [{ waiting = 0, active = 0 }, [oldest], workers] = await Promise.all([
    queue.getJobCounts('waiting', 'active'),
    // A job written by another program may not be readable.
    queue.getJobs('waiting', 0, 0, true).catch(() => []),
    connectedWorkers(queue),
  ]);
  const oldestWaitingSeconds = oldest === undefined ? 0 : Math.max(0, Date.now() - oldest.timestamp) / 1000;
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

/** BullMQ's `close` waits for a connection if there is none. */
const CLOSE_LIMIT_MS = 1000;

/**
 * Closes a queue, after `closeOwn` has closed what else this process has of it. The last process of a build removes its
 * queue, unless Redis does not allow listing its clients.
 */
export async function leaveQueue(
  queue: Queue,
  logger: QueueLogger,
  closeOwn: () => Promise<void> = async () => {},
): Promise<void> {
  const leave = async (): Promise<void> => {
    await closeOwn();
    const [listeners, workers] = await Promise.all([queue.getQueueEvents(), queue.getWorkers()]);
    if (listeners.length + workers.length === 0) await queue.obliterate({ force: true });
    await queue.close();
  };
  const left = leave().catch((error: unknown) => {
    logger.debug({ reason: redisErrorText(error) }, 'the queue could not be left in order');
  });
  await Promise.race([left, delay(CLOSE_LIMIT_MS, undefined, { ref: false })]);
}
