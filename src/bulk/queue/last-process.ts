import type { Queue } from 'bullmq';

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
