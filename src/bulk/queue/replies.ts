import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';

const BLOCK_SECONDS = 2;
const BATCH = 32;
/** Replies that come close together are fetched together, and the chunks after them sent together. */
const PAUSE_MS = 5;
const PAUSE_AFTER_ERROR_MS = 250;

/**
 * Takes the replies off one Redis list as they come, in the order of the list, for ever. A blocking pop waits for the first, a counted
 * pop fetches those that came with it. A reply that is popped while the connection breaks is lost; whoever waits for it must have
 * another way.
 *
 * @param client a connection for nothing else.
 * @returns ends it after the pop it is at; the connection should be closed next.
 */
export function readReplies(
  client: Redis,
  key: string,
  onReply: (frame: Buffer) => void,
  onError: (error: unknown) => void,
): () => void {
  let isStopped = false;

  const fetchSome = async (): Promise<void> => {
    const first = await client.blpopBuffer(key, BLOCK_SECONDS);
    if (first === null) return;
    const others = await client.lpopBuffer(key, BATCH);
    for (const frame of [first[1], ...(others ?? [])]) onReply(frame);
  };

  const read = async (): Promise<void> => {
    while (!isStopped) {
      // Who looks after the connection reports it, too.
      if (client.status !== 'ready') await delay(PAUSE_AFTER_ERROR_MS);
      else {
        const isWell = await fetchSome().then(
          () => true,
          (error: unknown) => {
            if (!isStopped) onError(error);
            return false;
          },
        );
        await delay(isWell ? PAUSE_MS : PAUSE_AFTER_ERROR_MS);
      }
    }
  };

  void read();
  return () => {
    isStopped = true;
  };
}
