import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { machineName } from '../../src/ops/machine.js';
import { type Api, startApi } from '../support/api.js';
import { type Client, createClient } from '../support/client.js';
import { startRedis, type TestRedis } from '../support/redis.js';
import { csvOfStudents, STUDENT } from '../support/requests.js';

/** Whether those who calculate are asked to rest is seen in what the API writes for them. */

const QUEUE_PREFIX = `resting-${process.pid}`;
let redis: TestRedis;
let api: Api;
let client: Client;
let watcher: Redis;
const written: string[] = [];

beforeAll(async () => {
  redis = await startRedis();
  api = await startApi({ REDIS_URL: redis.url, QUEUE_PREFIX, BULK_CHUNK_ROWS: '10', BULK_WINDOW: '1' });
  client = await createClient(api);
  watcher = await new Redis(redis.url).monitor();
  watcher.on('monitor', (_: string, [name = '', key = '', value = '']: string[]) => {
    if (name.toLowerCase() === 'set' && key.startsWith(QUEUE_PREFIX) && value.includes('"columns"')) {
      written.push(value);
    }
  });
});
afterAll(async () => {
  watcher.disconnect();
  await api.stop();
  await redis.stop();
});

const restsOf = async (students: number) => {
  written.length = 0;
  expect((await client.bulk(csvOfStudents(students))).status).toBe(200);
  await expect.poll(() => written.length).toBe(Math.ceil(students / 10));
  return written.map((chunk) => chunk.includes(`"restOn":"${machineName()}"`));
};

test('chunks ask for rests on the machine of the API while it is asked for single answers, and only then', async () => {
  expect(await restsOf(10)).toEqual([false]);
  expect((await client.calculate(STUDENT)).status).toBe(200);
  expect(await restsOf(10)).toEqual([true]);
  await expect.poll(() => restsOf(10), { timeout: 5000 }).toEqual([false]);
});
