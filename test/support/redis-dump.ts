import type { Redis } from 'ioredis';

/** All keys under a prefix, sorted: content as text, and milliseconds until expiry (-1 for never). */
export async function dump(client: Redis, prefix: string) {
  const keys = (await client.keys(`${prefix}:*`)).sort();
  const read = async (key: string) => ({
    key,
    content: await contentOf(client, key),
    ttl: await client.pttl(key),
  });
  return Promise.all(keys.map(read));
}

/** BullMQ's own bookkeeping, which holds nothing of a request except job ids. */
const LASTING = /:chunks-\w+:(meta|id|marker|stalled|stalled-check|events|failed)$/;

/** Whether a key belongs to a request, and must be gone when the request is. */
export function isOfRequest(key: string): boolean {
  return !LASTING.test(key);
}

/** Whether a key holds student rows, and must have an expiry in any case. */
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
