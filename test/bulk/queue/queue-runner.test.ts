import { setMaxListeners } from 'node:events';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANSWER_TTL_MS, queueName } from '../../../src/bulk/queue/protocol.js';
import { startRedis, type TestRedis } from '../../support/redis.js';
import { dump, isOfRequest } from '../../support/redis-dump.js';
import { until } from '../../support/until.js';
import { answerOf, at, BUILD, calm, chunk, range, Stage, shouted, workersAre } from './helpers.js';

let redis: TestRedis;
let client: Redis;
let stage: Stage;
/** Long before anything expires in Redis. */
const SOON_MS = 15_000;

beforeAll(async () => {
  redis = await startRedis();
  client = new Redis(redis.url);
});
afterAll(async () => {
  client.disconnect();
  await redis.stop();
});
beforeEach(() => {
  stage = new Stage(redis.url);
});
afterEach(() => stage.clear());

describe('chunks through the queue', () => {
  it('come back from a worker, each with its own answer', async () => {
    const api = await stage.api();
    const { runner, outcomes, rescue } = api;
    await stage.worker();
    await workersAre(api, 1);
    const answers = range(40).map((index) => shouted(runner.run(chunk(index), calm)));
    expect(await Promise.all(answers)).toEqual(range(40).map((index) => `CHUNK ${index}`));
    expect(Object.fromEntries(outcomes)).toEqual({ queue: 40 });
    expect(rescue.started).toBe(0);
  });

  it('keep the bytes exactly, whatever they are', async () => {
    const api = await stage.api();
    const { runner } = api;
    await stage.worker({ runChunk: answerOf });
    await workersAre(api, 1);
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);
    const { body } = await runner.run(
      { requestId: 'r', caller: 'A', index: 0, toBytes: () => bytes.slice() },
      calm,
    );
    expect(Buffer.compare(body, bytes)).toBe(0);
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
    const api = await stage.api();
    const { runner } = api;
    await stage.worker({ concurrency: 1 });
    await workersAre(api, 1);
    await runner.queue.pause();
    const answered: string[] = [];
    const ask = async (caller: string, index: number): Promise<void> => {
      await runner.run({ ...chunk(index), caller }, calm);
      answered.push(`${caller}${index}`);
    };
    const many = range(60).map((index) => ask('A', index));
    await until(
      async () => (await runner.queue.getJobCountByTypes('waiting')) === 60,
      'all are sent',
      SOON_MS,
    );
    const single = ask('B', 0);
    await until(async () => (await runner.queue.getJobCountByTypes('waiting')) === 61, 'it is sent', SOON_MS);
    await runner.queue.resume();
    await Promise.all([...many, single]);
    expect(answered.indexOf('B0')).toBeLessThan(5);
    expect(answered.filter((name) => name.startsWith('A'))).toEqual(range(60).map((index) => `A${index}`));
  });

  it('leave nothing of the request in Redis', async () => {
    const api = await stage.api();
    const { runner } = api;
    await stage.worker();
    await workersAre(api, 1);
    await Promise.all(
      range(30).map((index) => runner.run(chunk(index, 'student Quillfeather', 'req-77'), calm)),
    );
    let left: unknown[] = [];
    const isNothingLeft = async () => {
      const all = await dump(client, stage.prefix);
      left = all.filter(({ key, content }) => isOfRequest(key) || /req-77|Quillfeather/i.test(content));
      return left.length === 0;
    };
    await until(isNothingLeft, () => `nothing is left: ${JSON.stringify(left)}`, SOON_MS);
  });

  it('show nothing of a student in the job, and leave Redis whatever becomes of the processes', async () => {
    const api = await stage.api({ rescueAfterMs: 10_000 });
    const { runner } = api;
    await stage.idler();
    const controller = new AbortController();
    const answer = runner.run(chunk(3, 'student Quillfeather', 'req-78'), controller.signal);
    const jobs = () => runner.queue.getWaiting();
    await until(async () => (await jobs()).length === 1, 'the job waits');
    const held = await dump(client, stage.prefix);
    const ofStudents = held.filter(({ content }) => content.includes('Quillfeather'));
    expect(ofStudents.map(({ key }) => key.includes(':payload:'))).toEqual([true]);
    expect(ofStudents.every(({ ttl }) => ttl > 0 && ttl <= 30_000)).toBe(true);
    expect((await jobs())[0]?.data).toEqual({ request: 'req-78', index: 3 });
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });

  it('are answered by workers of a user who may neither list clients nor see other keys', async () => {
    await client.acl('SETUSER', 'blind', 'on', '>pw', `~${stage.prefix}:*`, '+@all', '-@dangerous');
    const redisOfBlind = at(redis.url.replace('redis://', 'redis://blind:pw@'));
    const api = await stage.api({ redis: redisOfBlind });
    const { runner, outcomes } = api;
    await stage.worker({ redis: redisOfBlind });
    await Promise.all(range(10).map((index) => runner.run(chunk(index), calm)));
    expect(Object.fromEntries(outcomes)).toEqual({ queue: 10 });
    expect((await runner.queueStats()).workers).toBeNull();
  });
});

describe('a chunk that no worker answers', () => {
  it('is calculated by the API process at once when no worker is connected', async () => {
    const api = await stage.api({ rescueAfterMs: 60_000 });
    const { runner, outcomes } = api;
    expect(await shouted(runner.run(chunk(0), calm))).toBe('CHUNK 0');
    expect(Object.fromEntries(outcomes)).toEqual({ rescue: 1 });
    await stage.worker();
    await workersAre(api, 1);
    expect(await shouted(runner.run(chunk(1), calm))).toBe('CHUNK 1');
    expect(Object.fromEntries(outcomes)).toEqual({ rescue: 1, queue: 1 });
  });

  it('is calculated by the API process after the given time, and removed from the queue', async () => {
    const api = await stage.api({ rescueAfterMs: 200 });
    const { runner, outcomes } = api;
    await stage.idler();
    expect(await shouted(runner.run(chunk(0), calm))).toBe('CHUNK 0');
    expect(outcomes.get('rescue')).toBe(1);
    const left = async () => (await dump(client, stage.prefix)).filter(({ key }) => isOfRequest(key));
    await until(async () => (await left()).length === 0, 'nothing is left');
  });

  it('waits a second while workers are connected but silent, and for them again when one is heard', async () => {
    const [api, unaware] = await Promise.all([
      stage.api({ rescueAfterMs: 6000 }),
      stage.api({ rescueAfterMs: 6000 }),
    ]);
    const { runner, outcomes, rescue } = api;
    await stage.idler();
    await runner.run(chunk(0), calm);
    const order: string[] = [];
    await Promise.all([
      unaware.runner.run(chunk(1), calm).then(() => order.push('whoever knows nothing yet')),
      runner.run(chunk(1), calm).then(() => order.push('whoever knows that they are silent')),
    ]);
    expect(order[0]).toBe('whoever knows that they are silent');
    await stage.worker();
    await until(async () => {
      await runner.run(chunk(2), calm);
      return outcomes.get('queue') === 1;
    }, 'the worker answers');
    expect(rescue.started).toBeGreaterThanOrEqual(2);
  });

  it('is tried again and then calculated by the API process where workers cannot', async () => {
    const api = await stage.api();
    const { runner, outcomes } = api;
    const runChunk = () => {
      throw new Error('student Quillfeather is odd');
    };
    await stage.worker({ runChunk });
    await workersAre(api, 1);
    expect(await shouted(runner.run(chunk(0, 'chunk 0', 'req-79'), calm))).toBe('CHUNK 0');
    expect(Object.fromEntries(outcomes)).toEqual({ retry: 2, rescue: 1 });
    const [failed] = await runner.queue.getFailed();
    expect(failed).toMatchObject({
      data: { request: 'req-79', index: 0 },
      failedReason: 'The chunk could not be calculated: Error.',
      attemptsMade: 3,
    });
    const isGone = async () => (await client.keys(`${stage.prefix}:payload:*`)).length === 0;
    await until(isGone, 'no payload is left');
    expect(JSON.stringify(await dump(client, stage.prefix))).not.toContain('Quillfeather');
  });

  it('is calculated by the API process where a worker says what cannot be', async () => {
    const api = await stage.api();
    const { runner, outcomes, log } = api;
    const body = new TextEncoder().encode('student Quillfeather');
    await stage.worker({ runChunk: () => ({ students: -1, failedStudents: 0, body }) });
    await workersAre(api, 1);
    expect(await shouted(runner.run(chunk(0), calm))).toBe('CHUNK 0');
    expect(Object.fromEntries(outcomes)).toEqual({ rescue: 1 });
    expect(log.count('error', 'an answer is not what was asked for')).toBe(1);
    expect(JSON.stringify(log.lines)).not.toContain('Quillfeather');
  });

  it('is calculated after the given time where no event of the queue can be read', async () => {
    await client.acl('SETUSER', 'deaf', 'on', '>pw', '~*', '+@all', '-xread');
    const redisOfDeaf = at(redis.url.replace('redis://', 'redis://deaf:pw@'));
    const api = await stage.api({ redis: redisOfDeaf, rescueAfterMs: 500 });
    const { runner, outcomes } = api;
    await stage.worker();
    await workersAre(api, 1);
    const answers = range(5).map((index) => shouted(runner.run(chunk(index), calm)));
    expect(await Promise.all(answers)).toEqual(range(5).map((index) => `CHUNK ${index}`));
    expect(Object.fromEntries(outcomes)).toEqual({ rescue: 5 });
    const left = async () => (await dump(client, stage.prefix)).filter(({ key }) => isOfRequest(key));
    await until(async () => (await left()).length === 0, 'nothing is left');
  });

  it('counts a late answer as a duplicate and removes it', async () => {
    const api = await stage.api({ rescueAfterMs: 300 });
    const { runner, outcomes } = api;
    await stage.worker({
      runChunk: (bytes) => {
        const end = performance.now() + 1000;
        while (performance.now() < end);
        return answerOf(bytes);
      },
    });
    await workersAre(api, 1);
    await runner.run(chunk(0), calm);
    await until(() => outcomes.get('duplicate') === 1, 'the late answer is counted');
    const isGone = async () => (await client.keys(`${stage.prefix}:answer:*`)).length === 0;
    await until(isGone, 'it is removed', ANSWER_TTL_MS / 3);
  });
});

describe('a caller who gives up', () => {
  it('leaves no job, no payload and no rescue behind', async () => {
    const api = await stage.api({ rescueAfterMs: 300 });
    const { runner, rescue } = api;
    await stage.idler();
    rescue.hold = true;
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    const answers = range(16).map((index) => runner.run(chunk(index), controller.signal));
    await until(() => rescue.started === 16, 'the rescue has begun');
    controller.abort(new Error('the caller left'));
    const results = await Promise.allSettled(answers);
    expect(results.map(({ status }) => status)).toEqual(range(16).map(() => 'rejected'));
    expect(rescue.aborted).toBe(16);
    const left = async () => (await dump(client, stage.prefix)).filter(({ key }) => isOfRequest(key));
    await until(async () => (await left()).length === 0, 'everything is removed', SOON_MS);
  });

  it('before the chunk is given in gets the reason at once', async () => {
    const api = await stage.api();
    const { runner } = api;
    await expect(runner.run(chunk(0), AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  });
});

describe('the queue in numbers', () => {
  it('counts what waits, for how long, and the workers', async () => {
    const api = await stage.api();
    const { runner } = api;
    await stage.idler();
    const controller = new AbortController();
    const answers = range(3).map((index) => runner.run(chunk(index), controller.signal));
    await until(async () => (await runner.queueStats()).waiting === 3, 'three wait');
    const stats = await runner.queueStats();
    expect(stats).toMatchObject({ waiting: 3, active: 0, workers: 1 });
    expect(stats.oldestWaitingSeconds).toBeGreaterThanOrEqual(0);
    await stage.worker();
    await Promise.all(answers);
    await until(async () => (await runner.queueStats()).workers === 2, 'the worker is counted');
    expect(await runner.queueStats()).toMatchObject({ waiting: 0, oldestWaitingSeconds: null });
  });
});

describe('a worker', () => {
  it('does nothing for a ticket without a payload, and keeps nothing of it', async () => {
    const api = await stage.api();
    const { runner } = api;
    const outcomes: string[] = [];
    await runner.queue.add('chunk', { request: 'r', index: 0 });
    await stage.worker({ onJob: (outcome) => outcomes.push(outcome) });
    await until(() => outcomes.length === 1, 'it is taken');
    expect(outcomes).toEqual(['dropped']);
    const isGone = async () => (await client.keys(runner.queue.toKey('[0-9]*'))).length === 0;
    await until(isGone, 'no job is left');
  });

  it('survives jobs of garbage from elsewhere, and touches no key that they name', async () => {
    const api = await stage.api();
    const { runner, outcomes } = api;
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
    const answers = range(10).map((index) => shouted(runner.run(chunk(index), calm)));
    expect(await Promise.all(answers)).toEqual(range(10).map((index) => `CHUNK ${index}`));
    expect(outcomes.get('queue')).toBe(10);
    expect(await client.get(precious)).toBe('kept');
  });
});
