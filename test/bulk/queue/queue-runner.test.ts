import { setImmediate as turn } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueName } from '../../../src/bulk/queue/protocol.js';
import { startRedis } from '../../support/redis.js';
import { dump, isOfRequest } from '../../support/redis-dump.js';
import { until } from '../../support/until.js';
import { at, BUILD, calculateAll, calm, chunk, range, Stage, shout, shouted, workersAre } from './helpers.js';

const redis = await startRedis();
const client = new Redis(redis.url);
let stage: Stage;
const SOON_MS = 15_000;

afterAll(async () => {
  client.disconnect();
  await redis.stop();
});
beforeEach(() => {
  stage = new Stage(redis.url);
});
afterEach(() => stage.clear());

/** Waits until Redis has no key of this kind, well before any would expire. */
async function nothingIsLeft(isOfKind: (key: string) => boolean): Promise<void> {
  const left = async () => (await dump(client, stage.prefix)).filter(({ key }) => isOfKind(key));
  await until(async () => (await left()).length === 0, 'nothing is left', SOON_MS);
}

describe('chunks through the queue', () => {
  it('are not given up by a worker that takes one while it is told to stop and just connects', async () => {
    const api = await stage.api();
    await stage.idler();
    await workersAre(api, 1);
    const answer = shouted(api.runner.run(chunk(0), calm));
    await until(async () => (await api.runner.queueStats()).waiting === 1, 'the chunk waits');
    const long = (bytes: Uint8Array) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
      return shout(bytes);
    };
    const leaver = await stage.worker({ runChunk: long, stopLimitMs: 30_000 }, false);
    await turn();
    await leaver.stop();
    await stage.worker();
    expect(await answer).toBe('CHUNK 0');
    expect(api.outcomes.get('retry')).toBeUndefined();
  });

  it('of two API replicas and of equal request ids never get mixed up', async () => {
    const [one, other] = await Promise.all([stage.api(), stage.api()]);
    await stage.worker();
    await stage.worker();
    await Promise.all([workersAre(one, 2), workersAre(other, 2)]);
    const ask = (api: typeof one, name: string) =>
      range(20).map((index) => shouted(api.runner.run(chunk(index, `${name} ${index}`, 'same-id'), calm)));
    const answers = await Promise.all([...ask(one, 'one'), ...ask(other, 'other')]);
    const expected = (name: string) => range(20).map((index) => `${name} ${index}`);
    expect(answers).toEqual([...expected('ONE'), ...expected('OTHER')]);
    expect(one.outcomes.get('duplicate')).toBeUndefined();
  });

  it('of a caller who has no other are taken next, however many another caller has sent', async () => {
    const { runner } = await stage.both({}, { concurrency: 1 });
    const { queue } = runner;
    await queue.pause();
    const answered: string[] = [];
    const ask = async (caller: string, index: number): Promise<void> => {
      await runner.run({ ...chunk(index), caller }, calm);
      answered.push(`${caller}${index}`);
    };
    const areSent = (count: number) =>
      until(async () => (await queue.getJobCountByTypes('waiting')) === count, `${count} are sent`, SOON_MS);
    const many = range(60).map((index) => ask('A', index));
    await areSent(60);
    const single = ask('B', 0);
    await areSent(61);
    await queue.resume();
    await Promise.all([...many, single]);
    expect(answered.indexOf('B0')).toBeLessThan(5);
    expect(answered.filter((name) => name.startsWith('A'))).toEqual(range(60).map((index) => `A${index}`));
  });

  it('are answered by workers of a user who may neither list clients nor see other keys', async () => {
    await client.acl('SETUSER', 'blind', 'on', '>pw', `~${stage.prefix}:*`, '+@all', '-@dangerous');
    const redisOfBlind = at(redis.url.replace('redis://', 'redis://blind:pw@'));
    const api = await stage.api({ redis: redisOfBlind });
    await stage.worker({ redis: redisOfBlind });
    await calculateAll(api, 10);
    expect(Object.fromEntries(api.outcomes)).toEqual({ queue: 10 });
    expect((await api.runner.queueStats()).workers).toBeNull();
  });
});

describe('a chunk that no worker answers', () => {
  it('waits a second while workers are connected but silent, leaves the queue, and waits for them again when one is heard', async () => {
    const [{ runner, outcomes }, unaware] = await Promise.all([
      stage.api({ rescueAfterMs: 6000 }),
      stage.api({ rescueAfterMs: 6000 }),
    ]);
    await stage.idler();
    await runner.run(chunk(0), calm);
    const order: string[] = [];
    await Promise.all([
      unaware.runner.run(chunk(1), calm).then(() => order.push('whoever knows nothing yet')),
      runner.run(chunk(1), calm).then(() => order.push('whoever knows that they are silent')),
    ]);
    expect(order[0]).toBe('whoever knows that they are silent');
    await nothingIsLeft(isOfRequest);
    await stage.worker();
    await until(async () => {
      await runner.run(chunk(2), calm);
      return outcomes.get('queue') === 1;
    }, 'the worker answers');
    expect(outcomes.get('rescue')).toBeGreaterThanOrEqual(2);
  });

  it('is tried again and then calculated by the API process where workers cannot', async () => {
    const runChunk = () => {
      throw new Error('student Quillfeather is odd');
    };
    const { runner, outcomes } = await stage.both({}, { runChunk });
    expect(await shouted(runner.run(chunk(0, 'chunk 0', 'req-79'), calm))).toBe('CHUNK 0');
    expect(Object.fromEntries(outcomes)).toEqual({ retry: 2, rescue: 1 });
    const [failed] = await runner.queue.getFailed();
    expect(failed).toMatchObject({
      data: { request: 'req-79', index: 0 },
      failedReason: 'The chunk could not be calculated: Error.',
      attemptsMade: 3,
    });
    await nothingIsLeft((key) => key.includes(':payload:'));
    expect(JSON.stringify(await dump(client, stage.prefix))).not.toContain('Quillfeather');
  });

  it('is calculated by the API process where a worker says what cannot be', async () => {
    const body = new TextEncoder().encode('student Quillfeather');
    const api = await stage.both({}, { runChunk: () => ({ students: -1, failedStudents: 0, body }) });
    await calculateAll(api, 1);
    expect(Object.fromEntries(api.outcomes)).toEqual({ rescue: 1 });
    expect(api.log.count('error', 'an answer is not what was asked for')).toBe(1);
    expect(JSON.stringify(api.log.lines)).not.toContain('Quillfeather');
  });

  it('is calculated after the given time where no event of the queue can be read', async () => {
    await client.acl('SETUSER', 'deaf', 'on', '>pw', '~*', '+@all', '-xread');
    const redisOfDeaf = at(redis.url.replace('redis://', 'redis://deaf:pw@'));
    const api = await stage.both({ redis: redisOfDeaf, rescueAfterMs: 500 });
    await calculateAll(api, 5);
    expect(Object.fromEntries(api.outcomes)).toEqual({ rescue: 5 });
    await nothingIsLeft(isOfRequest);
  });

  it('counts a late answer as a duplicate and removes it', async () => {
    const runChunk = (bytes: Uint8Array) => {
      const end = performance.now() + 1000;
      while (performance.now() < end);
      return shout(bytes);
    };
    const { runner, outcomes } = await stage.both({ rescueAfterMs: 300 }, { runChunk });
    await runner.run(chunk(0), calm);
    await until(() => outcomes.get('duplicate') === 1, 'the late answer is counted');
    await nothingIsLeft((key) => key.includes(':answer:'));
  });
});

it('a worker does nothing for a ticket without a payload, and keeps nothing of it', async () => {
  const { runner } = await stage.api();
  const outcomes: string[] = [];
  await runner.queue.add('chunk', { request: 'r', index: 0 });
  await stage.worker({ onJob: (outcome) => outcomes.push(outcome) });
  await until(() => outcomes.length === 1, 'it is taken');
  expect(outcomes).toEqual(['dropped']);
  await nothingIsLeft((key) => /:\d+$/.test(key));
});

it('a worker survives jobs of garbage from elsewhere, and touches no key that they name', async () => {
  const api = await stage.api();
  const precious = `${stage.prefix}:precious`;
  await client.set(precious, 'kept');
  const data = { request: 7, index: 'x', payload: precious, reply: precious };
  const queue = new Queue(queueName(BUILD), { connection: client, prefix: stage.prefix });
  for (const jobId of ['a job', '../precious', 'x'.repeat(5000)]) await queue.add('?', data, { jobId });
  for (const text of ['', 'null', '[]', '"text"', '{"request":', 'student 4711']) {
    const job = await queue.add('?', data);
    await client.hset(queue.toKey(`${job.id}`), 'data', text, 'opts', text);
  }
  await stage.worker();
  await workersAre(api, 1);
  await calculateAll(api, 10);
  expect(api.outcomes.get('queue')).toBe(10);
  expect(await client.get(precious)).toBe('kept');
});
