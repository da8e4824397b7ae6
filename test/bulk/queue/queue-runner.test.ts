import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Heartbeats } from '../../../src/bulk/queue/heartbeats.js';
import { encodeReply, queueKeys } from '../../../src/bulk/queue/protocol.js';
import { startRedis, type TestRedis } from '../../support/redis.js';
import { dump, isOfRequest } from '../../support/redis-dump.js';
import { until } from '../../support/until.js';
import { answerOf, BUILD, chunk, range, Stage, shouted } from './helpers.js';

let redis: TestRedis;
let client: Redis;
let stage: Stage;
const calm = new AbortController().signal;

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
    const { runner, outcomes, rescue } = await stage.api();
    stage.worker();
    const answers = range(40).map((index) => shouted(runner.run(chunk(index), calm)));
    expect(await Promise.all(answers)).toEqual(range(40).map((index) => `CHUNK ${index}`));
    expect(Object.fromEntries(outcomes)).toEqual({ queue: 40 });
    expect(rescue.started).toBe(0);
  });

  it('keep the bytes exactly, whatever they are', async () => {
    const { runner } = await stage.api();
    stage.worker({ runChunk: answerOf });
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);
    const { body } = await runner.run(
      { requestId: 'r', caller: 'A', index: 0, toBytes: () => bytes.slice() },
      calm,
    );
    expect(Buffer.compare(body, bytes)).toBe(0);
  });

  it('of two API replicas and of equal request ids never get mixed up', async () => {
    const [one, other] = await Promise.all([stage.api(), stage.api()]);
    stage.worker();
    stage.worker();
    const ask = (api: typeof one, name: string) =>
      range(20).map((index) => shouted(api.runner.run(chunk(index, `${name} ${index}`, 'same-id'), calm)));
    const answers = await Promise.all([...ask(one, 'one'), ...ask(other, 'other')]);
    const expected = (name: string) => range(20).map((index) => `${name} ${index}`);
    expect(answers).toEqual([...expected('ONE'), ...expected('OTHER')]);
    expect(one.outcomes.get('duplicate')).toBeUndefined();
  });

  it('leave nothing of the request in Redis', async () => {
    const { runner } = await stage.api();
    stage.worker();
    await Promise.all(range(30).map((index) => runner.run(chunk(index, 'student 4711', 'req-77'), calm)));
    const traces = async () => {
      const all = await dump(client, stage.prefix);
      return all.filter(
        ({ key, content }) =>
          isOfRequest(key) || /req-77|STUDENT|student/.test(content) || /jobId/.test(content),
      );
    };
    await until(async () => (await traces()).length === 0, 'nothing is left', 5000);
    expect(await traces()).toEqual([]);
  });

  it('show nothing of a student in the job, and expire whatever becomes of the processes', async () => {
    const { runner } = await stage.api();
    const controller = new AbortController();
    const answer = runner.run(chunk(3, 'student 4711', 'req-78'), controller.signal);
    const jobs = () => runner.queue.getWaiting();
    await until(async () => (await jobs()).length === 1, 'the job waits');
    const held = (await dump(client, stage.prefix)).filter(({ key }) => isOfRequest(key));
    const payloads = held.filter(({ content }) => content.includes('4711')).map(({ key }) => key);
    expect(payloads).toHaveLength(1);
    expect(payloads[0]).toContain(':payload:');
    expect(held.map(({ ttl }) => ttl > 0 && ttl <= 45_000)).toEqual(held.map(() => true));
    expect((await jobs())[0]?.data).toMatchObject({ request: 'req-78', index: 3 });
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });
});

describe('a chunk that no worker answers', () => {
  it('is calculated by the API process after the given time, and removed from the queue', async () => {
    const { runner, outcomes } = await stage.api({ rescueAfterMs: 200 });
    expect(await shouted(runner.run(chunk(0), calm))).toBe('CHUNK 0');
    expect(outcomes.get('rescue')).toBe(1);
    await until(async () => (await runner.queueStats()).waiting === 0, 'the job is removed');
    const left = (await dump(client, stage.prefix)).filter(({ key }) => isOfRequest(key));
    expect(left).toEqual([]);
  });

  it('waits for workers that have come since the last chunk found none', async () => {
    const unattendedAfterMs = 300;
    const { runner, outcomes, rescue } = await stage.api({ unattendedAfterMs });
    expect(await shouted(runner.run(chunk(0), calm))).toBe('CHUNK 0');
    expect(outcomes.get('rescue')).toBe(1);
    await new Heartbeats(client, queueKeys(stage.prefix, BUILD).heartbeats).beat('somebody');
    const answer = shouted(runner.run(chunk(1), calm));
    // Timers of one length go off in the order in which they were set.
    await delay(unattendedAfterMs);
    expect(rescue.started).toBe(1);
    stage.worker();
    expect(await answer).toBe('CHUNK 1');
    expect(Object.fromEntries(outcomes)).toEqual({ rescue: 1, queue: 1 });
  });

  it('is calculated at once where a worker could not', async () => {
    const { runner, outcomes } = await stage.api();
    const runChunk = () => {
      throw new Error('no');
    };
    stage.worker({ runChunk });
    expect(await shouted(runner.run(chunk(0), calm))).toBe('CHUNK 0');
    expect(Object.fromEntries(outcomes)).toEqual({ retry: 1, rescue: 1 });
  });

  it('is calculated at once where a worker says what cannot be', async () => {
    const { runner, outcomes, log } = await stage.api();
    const body = new TextEncoder().encode('student 4711');
    stage.worker({ runChunk: () => ({ students: -1, failedStudents: 0, body }) });
    expect(await shouted(runner.run(chunk(0), calm))).toBe('CHUNK 0');
    expect(Object.fromEntries(outcomes)).toEqual({ retry: 1, rescue: 1 });
    expect(JSON.stringify(log.lines)).not.toContain('4711');
  });

  it('takes the answer of a late worker when the rescue is slower', async () => {
    const { runner, rescue, outcomes } = await stage.api({ rescueAfterMs: 100 });
    rescue.hold = true;
    const answer = shouted(runner.run(chunk(0), calm));
    await until(() => rescue.started === 1, 'the rescue has begun');
    stage.worker();
    expect(await answer).toBe('CHUNK 0');
    expect(Object.fromEntries(outcomes)).toEqual({ queue: 1 });
    expect(rescue.aborted).toBe(1);
  });

  it('counts a second answer as a duplicate and drops it', async () => {
    const { runner, outcomes } = await stage.api();
    stage.worker();
    const spy = client.duplicate();
    await runner.run(chunk(0), calm);
    const replyKey = async () =>
      (await client.keys(`${stage.prefix}:api:*`))[0]?.replace(':api:', ':reply:') ?? '';
    const reply = encodeReply(
      { job: 'gone', counts: { students: 1, failedStudents: 0 }, stalls: 0 },
      Buffer.from('CHUNK'),
    );
    await spy.rpush(await replyKey(), reply);
    await until(() => outcomes.get('duplicate') === 1, 'the duplicate is counted');
    spy.disconnect();
    expect(outcomes.get('queue')).toBe(1);
  });
});

describe('a caller who gives up', () => {
  it('leaves no job, no payload and no rescue behind', async () => {
    const { runner, rescue } = await stage.api({ rescueAfterMs: 300 });
    rescue.hold = true;
    const controller = new AbortController();
    const answers = range(16).map((index) => runner.run(chunk(index), controller.signal));
    await until(() => rescue.started === 16, 'the rescue has begun');
    controller.abort(new Error('the caller left'));
    const results = await Promise.allSettled(answers);
    expect(results.map(({ status }) => status)).toEqual(range(16).map(() => 'rejected'));
    expect(rescue.aborted).toBe(16);
    const left = async () => (await dump(client, stage.prefix)).filter(({ key }) => isOfRequest(key));
    await until(async () => (await left()).length === 0, 'everything is removed', 1000);
  });

  it('before the chunk is given in gets the reason at once', async () => {
    const { runner } = await stage.api();
    await expect(runner.run(chunk(0), AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  });
});

describe('the queue in numbers', () => {
  it('counts what waits, for how long, and the workers', async () => {
    const { runner } = await stage.api();
    const controller = new AbortController();
    const answers = range(3).map((index) => runner.run(chunk(index), controller.signal));
    await until(async () => (await runner.queueStats()).waiting === 3, 'three wait');
    const stats = await runner.queueStats();
    expect(stats).toMatchObject({ waiting: 3, active: 0, workers: 0 });
    expect(stats.oldestWaitingSeconds).toBeGreaterThanOrEqual(0);
    stage.worker();
    await Promise.all(answers);
    await until(async () => (await runner.queueStats()).workers === 1, 'the worker is counted');
    expect(await runner.queueStats()).toMatchObject({ waiting: 0, oldestWaitingSeconds: null });
  });
});
