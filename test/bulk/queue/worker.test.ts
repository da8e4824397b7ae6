import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRedis, type TestRedis } from '../../support/redis.js';
import { until } from '../../support/until.js';
import { endWithUs } from '../../support/with-us.js';
import { BUILD, chunk, range, Stage, shouted } from './helpers.js';

let redis: TestRedis;
let client: Redis;
let stage: Stage;
const children: ChildProcess[] = [];
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
    const { runner, outcomes } = await stage.api({ rescueAfterMs: 30_000 });
    const doomed = workerProcess(60_000);
    const answer = shouted(runner.run(chunk(0), calm));
    await once(doomed.stdout, 'data');
    doomed.kill('SIGKILL');
    stage.worker();
    expect(await answer).toBe('CHUNK 0');
    expect(Object.fromEntries(outcomes)).toEqual({ retry: 1, queue: 1 });
  });

  it('frozen with SIGSTOP: another answers, and the late answer is dropped', async () => {
    const { runner, outcomes } = await stage.api({ rescueAfterMs: 30_000 });
    const frozen = workerProcess(500);
    const answer = shouted(runner.run(chunk(0), calm));
    await once(frozen.stdout, 'data');
    frozen.kill('SIGSTOP');
    stage.worker();
    expect(await answer).toBe('CHUNK 0');
    frozen.kill('SIGCONT');
    await until(() => outcomes.get('duplicate') === 1, 'the late answer is dropped');
    expect(outcomes.get('queue')).toBe(1);
  });

  it('told to stop: finishes what it holds, leaves the rest, and exits with 0', async () => {
    const { runner, outcomes } = await stage.api({ rescueAfterMs: 60_000 });
    const leaving = workerProcess(400);
    const answers = range(10).map((index) => shouted(runner.run(chunk(index), calm)));
    await once(leaving.stdout, 'data');
    leaving.kill('SIGTERM');
    const [code] = await once(leaving, 'exit');
    expect(code).toBe(0);
    await until(async () => (await runner.queueStats()).active === 0, 'it holds nothing');
    expect((await runner.queueStats()).waiting).toBeGreaterThan(0);
    stage.worker();
    expect(await Promise.all(answers)).toEqual(range(10).map((index) => `CHUNK ${index}`));
    expect(Object.fromEntries(outcomes)).toEqual({ queue: 10 });
  });
});

describe('a worker', () => {
  it('of another build takes no chunk: the API process calculates them all', async () => {
    const { runner, outcomes } = await stage.api({ unattendedAfterMs: 0 });
    const taken: unknown[] = [];
    const stranger = stage.worker({ build: 'other', onJob: (_, outcome) => taken.push(outcome) });
    await until(() => stranger.redisState().state === 'ok', 'it uses Redis');
    const answers = range(5).map((index) => shouted(runner.run(chunk(index), calm)));
    expect(await Promise.all(answers)).toEqual(range(5).map((index) => `CHUNK ${index}`));
    expect(Object.fromEntries(outcomes)).toEqual({ rescue: 5 });
    expect((await runner.queueStats()).workers).toBe(0);
    expect(taken).toEqual([]);
  });

  it('drops a job whose payload is gone, and one whose hash is gone, without a trace', async () => {
    const { runner } = await stage.api();
    const outcomes: string[] = [];
    const data = {
      request: 'r',
      index: 0,
      payload: `${stage.prefix}:payload:none`,
      reply: 'none',
    };
    await runner.queue.add('chunk', data);
    const expired = await runner.queue.add('chunk', data);
    await client.del(runner.queue.toKey(`${expired.id}`));
    stage.worker({ onJob: (_, outcome) => outcomes.push(outcome) });
    await until(() => outcomes.length === 2, 'both are taken');
    expect(outcomes).toEqual(['dropped', 'dropped']);
    await until(
      async () => (await client.keys(runner.queue.toKey('[0-9]*'))).length === 0,
      'no hash is left',
    );
    expect(await client.exists('none')).toBe(0);
  });

  it('tells its health, and whether Redis can be used', async () => {
    const worker = stage.worker();
    await until(() => worker.redisState().state === 'ok', 'it uses Redis');
    expect(worker.health()).toEqual({ healthy: true });
  });
});
