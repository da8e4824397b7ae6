import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queueName } from '../../../src/bulk/queue/protocol.js';
import { startRedis, type TestRedis } from '../../support/redis.js';
import { until } from '../../support/until.js';
import { endWithUs } from '../../support/with-us.js';
import { BUILD, calm, chunk, range, Stage, shouted, workersAre } from './helpers.js';

let redis: TestRedis;
let client: Redis;
let stage: Stage;
const children: ChildProcess[] = [];

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
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await stage.clear();
});

function workerProcess(busyMs: number): ChildProcess & { stdout: NonNullable<ChildProcess['stdout']> } {
  const script = join(import.meta.dirname, 'worker-process.js');
  const child = spawn(process.execPath, [script, redis.url, stage.prefix, BUILD, `${busyMs}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endWithUs(child);
  children.push(child);
  return child;
}

describe('a worker process', () => {
  it('killed with SIGKILL: another worker calculates its chunk', async () => {
    const api = await stage.api({ rescueAfterMs: 30_000 });
    const { runner, outcomes } = api;
    const doomed = workerProcess(60_000);
    await workersAre(api, 1);
    const answer = shouted(runner.run(chunk(0), calm));
    await once(doomed.stdout, 'data');
    await stage.worker();
    await workersAre(api, 2);
    doomed.kill('SIGKILL');
    expect(await answer).toBe('CHUNK 0');
    expect(Object.fromEntries(outcomes)).toEqual({ retry: 1, queue: 1 });
  });

  it('frozen with SIGSTOP: another answers, and the late answer is dropped', async () => {
    const api = await stage.api({ rescueAfterMs: 30_000 });
    const { runner, outcomes } = api;
    const frozen = workerProcess(500);
    await workersAre(api, 1);
    const answer = shouted(runner.run(chunk(0), calm));
    await once(frozen.stdout, 'data');
    frozen.kill('SIGSTOP');
    await stage.worker();
    expect(await answer).toBe('CHUNK 0');
    frozen.kill('SIGCONT');
    // Its lock is gone: what it calculated is nobody's, and leaves by itself.
    const late = async () => (await client.keys(`${stage.prefix}:answer:*`))[0];
    await until(async () => (await late()) !== undefined, 'it has answered late');
    expect(await client.pttl((await late()) ?? '')).toBeGreaterThan(0);
    expect(Object.fromEntries(outcomes)).toEqual({ retry: 1, queue: 1 });
  });

  it('told to stop: finishes what it holds, leaves the rest, and exits with 0', async () => {
    const api = await stage.api({ rescueAfterMs: 60_000 });
    const { runner, outcomes } = api;
    const leaving = workerProcess(400);
    await workersAre(api, 1);
    const answers = range(10).map((index) => shouted(runner.run(chunk(index), calm)));
    await once(leaving.stdout, 'data');
    await stage.idler();
    leaving.kill('SIGTERM');
    const [code] = await once(leaving, 'exit');
    expect(code).toBe(0);
    await until(async () => (await runner.queueStats()).active === 0, 'it holds nothing');
    expect((await runner.queueStats()).waiting).toBeGreaterThan(0);
    await stage.worker();
    expect(await Promise.all(answers)).toEqual(range(10).map((index) => `CHUNK ${index}`));
    expect(Object.fromEntries(outcomes)).toEqual({ queue: 10 });
  });
});

describe('a worker', () => {
  it('of another build takes no chunk: the API process calculates them all', async () => {
    const api = await stage.api();
    const { runner, outcomes } = api;
    const taken: unknown[] = [];
    const stranger = await stage.worker({ build: 'other', onJob: (_, outcome) => taken.push(outcome) });
    await until(() => stranger.redis.state().state === 'ok', 'it uses Redis');
    const answers = range(5).map((index) => shouted(runner.run(chunk(index), calm)));
    expect(await Promise.all(answers)).toEqual(range(5).map((index) => `CHUNK ${index}`));
    expect(Object.fromEntries(outcomes)).toEqual({ rescue: 5 });
    expect((await runner.queueStats()).workers).toBe(0);
    expect(taken).toEqual([]);
  });

  it('does nothing for a ticket without a payload, and keeps nothing of it', async () => {
    const api = await stage.api();
    const { runner } = api;
    const outcomes: string[] = [];
    await runner.queue.add('chunk', { request: 'r', index: 0 });
    await stage.worker({ onJob: (_, outcome) => outcomes.push(outcome) });
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

  it('tells its health, and whether Redis can be used', async () => {
    const worker = await stage.worker();
    await until(() => worker.redis.state().state === 'ok', 'it uses Redis');
    expect(worker.fault()).toBeNull();
  });
});
