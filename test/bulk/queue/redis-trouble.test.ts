import { Redis } from 'ioredis';
import { test as base, describe, expect } from 'vitest';
import { startLocalRedis } from '../../support/redis.js';
import { startTcpProxy } from '../../support/tcp-proxy.js';
import { until } from '../../support/until.js';
import { answerOf, at, calculateAll, calm, chunk, Stage, shout, shouted, workersAre } from './helpers.js';

/** So late that a chunk calculated by the API was rescued for another reason than time. */
const NEVER_MS = 120_000;

/** Each case has its own Redis, so that all run at once: they mostly wait. */
async function openTrouble() {
  const redis = await startLocalRedis();
  /** A direct connection to observe and break Redis. */
  const control = new Redis(redis.url);
  control.on('error', () => {});
  return { redis, stage: new Stage(redis.url), control };
}

const it = base.extend<{ trouble: Awaited<ReturnType<typeof openTrouble>> }>({
  trouble: async ({ task: _ }, use) => {
    const { redis, stage, control } = await openTrouble();
    await use({ redis, stage, control });
    control.disconnect();
    await stage.clear();
    await redis.stop();
  },
});

/** Waits until workers answer again, without any restart. */
async function queueIsUsedAgain(api: Awaited<ReturnType<Stage['api']>>): Promise<void> {
  await until(() => api.runner.redis.state().state === 'ok', 'Redis is used again');
  const isAllByWorkers = async (): Promise<boolean> => {
    const before = api.outcomes.get('queue') ?? 0;
    await calculateAll(api, 5);
    return api.outcomes.get('queue') === before + 5;
  };
  await until(isAllByWorkers, 'workers answer again');
}

describe.concurrent('a Redis that', () => {
  it('was never there: everything is calculated at once, and one line says why', async ({
    trouble: { redis, stage },
  }) => {
    await redis.stop();
    const api = await stage.api({ rescueAfterMs: NEVER_MS }, false);
    await calculateAll(api, 16);
    await until(() => api.log.count('warn', 'Redis cannot be used') === 1, 'it is logged');
    await expect(api.runner.queueStats()).rejects.toThrow();
    await redis.restart();
    await stage.worker();
    await queueIsUsedAgain(api);
  });

  it('is away for a moment while a worker stops: the worker keeps its chunk and delivers the answer', async ({
    trouble: { redis, stage },
  }) => {
    const port = Number(new URL(redis.url).port);
    const proxy = await startTcpProxy(port);
    const api = await stage.api({ rescueAfterMs: 30_000 });
    let stopped: Promise<void> | undefined;
    const leaver = await stage.worker({
      redis: at(`redis://127.0.0.1:${proxy.port}`),
      stopLimitMs: NEVER_MS,
      runChunk: (bytes) => {
        stopped = leaver.stop();
        proxy.targetPort = 1;
        proxy.cut();
        setTimeout(() => {
          proxy.targetPort = port;
        }, 900);
        return shout(bytes);
      },
    });
    // So that the API keeps waiting for a worker.
    await stage.idler();
    await workersAre(api, 2);
    await calculateAll(api, 1);
    await stopped;
    expect(Object.fromEntries(api.outcomes)).toEqual({ queue: 1 });
    await proxy.close();
  });

  it('does not take the answer of a worker: the chunk is rescued soon', async ({
    trouble: { redis, stage, control },
  }) => {
    await control.acl('SETUSER', 'mute', 'on', '>pw', '~*', '+@all', '-exec');
    const ofMute = { redis: at(redis.url.replace('redis://', 'redis://mute:pw@')) };
    const api = await stage.both({ rescueAfterMs: NEVER_MS }, ofMute);
    const isNamed = ({ failedReason }: { readonly failedReason: string }): boolean =>
      /^Redis: .*NOPERM .*'exec'/.test(failedReason);
    // The first try does not suffice if the API loses a busy Redis before the last attempt.
    await until(async () => {
      await calculateAll(api, 3);
      return (await api.runner.queue.getFailed()).some(isNamed);
    }, 'a chunk has failed for good');
    expect(api.outcomes.get('queue')).toBeUndefined();
    expect(stage.ofWorkers.count('warn', 'a chunk failed')).toBeGreaterThan(0);
    const failed = (await api.runner.queue.getFailed()).filter(isNamed);
    expect(failed.map(({ attemptsMade }) => attemptsMade)).toEqual(failed.map(() => 3));
  });

  it('breaks off the connection at a long answer, always: the worker gives it up and goes on', async ({
    trouble: { stage, control },
  }) => {
    await control.config('SET', 'client-query-buffer-limit', String(1024 * 1024));
    const long = answerOf(new Uint8Array(2 * 1024 * 1024));
    const runChunk = (bytes: Uint8Array) => (bytes.length === 1 ? long : shout(bytes));
    const api = await stage.both({ rescueAfterMs: NEVER_MS }, { runChunk });
    expect(await shouted(api.runner.run(chunk(0, 'a'), calm))).toBe('A');
    expect(api.outcomes.get('rescue')).toBe(1);
    await queueIsUsedAgain(api);
  });
});
