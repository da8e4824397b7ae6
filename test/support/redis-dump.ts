import type { Redis } from 'ioredis';

/** All that Redis holds under a prefix, by name: content as text, and milliseconds until it expires (-1 for never). */
export async function dump(client: Redis, prefix: string) {
  const keys = (await client.keys(`${prefix}:*`)).sort();
  const read = async (key: string) => ({
    key,
    content: await contentOf(client, key),
    ttl: await client.pttl(key),
  });
  return Promise.all(keys.map(read));
}

/** BullMQ's own bookkeeping: nothing of a request but ids of jobs. */
const LASTING = /:chunks-\w+:(meta|id|marker|stalled|stalled-check|events|failed)$/;

/** Whether a key belongs to a request, and so must leave with it. */
export function isOfRequest(key: string): boolean {
  return !LASTING.test(key);
}

/** Whether a key holds rows of students, and so must expire whatever happens. */
export function isOfStudents(key: string): boolean {
  return /:(payload|answer):/.test(key);
}

async function contentOf(client: Redis, key: string): Promise<string> {
  const type = await client.type(key);
  if (type === 'string') return (await client.get(key)) ?? '';
  if (type === 'hash') return JSON.stringify(await client.hgetall(key));
  if (type === 'list') return JSON.stringify(await client.lrange(key, 0, -1));
  if (type === 'set') return JSON.stringify(await client.smembers(key));
  if (type === 'zset') return JSON.stringify(await client.zrange(key, '0', '-1'));
  if (type === 'stream') return JSON.stringify(await client.xrange(key, '-', '+'));
  return '';
}
