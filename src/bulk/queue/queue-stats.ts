import type { Redis } from 'ioredis';
import type { QueueKeys } from './protocol.js';

/** The queue at one moment, all API replicas together. */
export interface QueueStats {
  /** Chunks that no worker has taken yet. */
  readonly waiting: number;
  /** How long the oldest of them has waited; null when none waits. */
  readonly oldestWaitingSeconds: number | null;
  /** Chunks that workers hold. */
  readonly active: number;
  /** Workers that announced themselves within the last ten seconds. */
  readonly workers: number;
}

/** @throws when Redis does not answer. */
export async function readQueueStats(client: Redis, keys: QueueKeys): Promise<QueueStats> {
  const [waiting, active, oldest, workers] = await Promise.all([
    client.llen(keys.bull('wait')),
    client.llen(keys.bull('active')),
    client.lindex(keys.bull('wait'), -1),
    countKeys(client, keys.worker('*')),
  ]);
  const since = oldest === null ? null : await client.hget(keys.bull(oldest), 'timestamp');
  const oldestWaitingSeconds = since === null ? null : Math.max(0, Date.now() - Number(since)) / 1000;
  return { waiting, active, workers, oldestWaitingSeconds };
}

async function countKeys(client: Redis, pattern: string): Promise<number> {
  const found = new Set<string>();
  let cursor = '0';
  do {
    const [next, keys] = await client.scan(cursor, 'MATCH', pattern, 'COUNT', 1000);
    for (const key of keys) found.add(key);
    cursor = next;
  } while (cursor !== '0');
  return found.size;
}
