import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QueueRunner } from '../../src/bulk/queue/queue-runner.js';
import { loadConfig } from '../../src/ops/config.js';
import { chunk, LogBook, TestRescue, until } from '../queue/helpers.js';
import { startRedis, type TestRedis } from '../support/redis.js';
import { deploymentOf, environmentOf, scaledObject } from './manifests.js';

let redis: TestRedis;
let client: Redis;

beforeAll(async () => {
  redis = await startRedis();
  client = new Redis(redis.url);
});
afterAll(async () => {
  client.disconnect();
  await redis.stop();
});

test('the list by which KEDA scales is the one that grows when chunks wait for a worker', async () => {
  const { listName } = scaledObject().spec.triggers[0].metadata;
  // As the API of the manifests is set up, down to the prefix of its keys.
  const { queuePrefix, rescueAfterMs } = loadConfig(environmentOf(deploymentOf('api')));
  const rescue = new TestRescue();
  rescue.hold = true;
  const runner = new QueueRunner({
    redisUrl: redis.url,
    prefix: queuePrefix,
    rescueAfterMs,
    rescue,
    logger: new LogBook(),
  });
  const waiting = () => client.llen(listName);
  const giveUp = new AbortController();
  try {
    await until(() => runner.redisState().state === 'ok', 'the API uses Redis');
    const before = await waiting();
    const answers = [0, 1, 2].map((index) => runner.run(chunk(index), giveUp.signal));
    const ended = Promise.allSettled(answers);
    await expect.poll(waiting, { timeout: 10_000 }).toBe(before + 3);
    giveUp.abort(new Error('enough'));
    await ended;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(before);
  } finally {
    giveUp.abort();
    await runner.close();
  }
});
