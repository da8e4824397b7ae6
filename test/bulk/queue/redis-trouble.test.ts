import { Redis } from 'ioredis';
import { test as base, describe, expect, vi } from 'vitest';
import { queueName } from '../../../src/bulk/queue/protocol.js';
import { startLocalRedis } from '../../support/redis.js';
import { startTcpProxy } from '../../support/tcp-proxy.js';
import { until } from '../../support/until.js';
import {
  type Api,
  answerOf,
  at,
  BUILD,
  calm,
  chunk,
  LogBook,
  range,
  Stage,
  shout,
  shouted,
  workersAre,
} from './helpers.js';

/** So late that a chunk calculated by the API process was rescued for another reason. */
const NEVER_MS = 120_000;

/** A Redis of its own for each case, so that all can go on at once: most of their time is waiting. */
interface Trouble {
  readonly redis: Awaited<ReturnType<typeof startLocalRedis>>;
  readonly stage: Stage;
  /** A connection for looking on and for doing harm. */
  readonly control: Redis;
  readonly waiting: () => Promise<number>;
}

const it = base.extend<{ trouble: Trouble }>({
  trouble: async ({ task: _ }, use) => {
    const redis = await startLocalRedis();
    const stage = new Stage(redis.url);
    const control = new Redis(redis.url);
    control.on('error', () => {});
    const waiting = () => control.llen(`${stage.prefix}:${queueName(BUILD)}:wait`);
    await use({ redis, stage, control, waiting });
    control.disconnect();
    await stage.clear();
    await redis.stop();
  },
});

function begin({ runner }: Api, count: number) {
  const answers = range(count).map((index) => shouted(runner.run(chunk(index), calm)));
  const finished = Promise.all(answers).then((all) => {
    expect(all).toEqual(range(count).map((index) => `CHUNK ${index}`));
  });
  return { answers, finished };
}

async function calculateAll(api: Api, count: number): Promise<void> {
  await begin(api, count).finished;
}

/**
 * A run of which workers have answered some. A machine that is busy for seconds may lose Redis at its beginning, so that
 * the API calculates all that has been sent; then another is begun.
 */
async function beginUnderWay(api: Api, count: number): Promise<{ readonly finished: Promise<void> }> {
  for (;;) {
    const before = api.outcomes.get('queue');
    const { answers, finished } = begin(api, count);
    await Promise.all(answers.slice(0, 6));
    if (api.outcomes.get('queue') !== before) return { finished };
    await finished;
  }
}

/**
 * A run whose chunks all wait for a worker, and how many chunks the API process had calculated before. A machine that
 * is busy for seconds may lose Redis before all are sent; then nothing of that run is left, and another is begun.
 */
async function beginWaiting(api: Api, count: number, { control, waiting }: Trouble) {
  for (;;) {
    const before = rescuedBy(api);
    const { finished } = begin(api, count);
    await until(async () => (await waiting()) === count || rescuedBy(api) > before, 'all are sent');
    if (rescuedBy(api) === before) return { finished, before };
    await finished;
    await control.flushall();
  }
}

function rescuedBy({ outcomes }: Api): number {
  return outcomes.get('rescue') ?? 0;
}

/** The workers answer again, without anybody having been restarted. */
async function queueIsUsedAgain(api: Api): Promise<void> {
  await until(() => api.runner.redis.state().state === 'ok', 'Redis is used again');
  const isAllByWorkers = async (): Promise<boolean> => {
    const before = api.outcomes.get('queue') ?? 0;
    await calculateAll(api, 5);
    return api.outcomes.get('queue') === before + 5;
  };
  await until(isAllByWorkers, 'workers answer again');
}

/** What the log tells of Redis, in its order. */
function news(log: LogBook): string[] {
  const kinds = ['Redis cannot be used', 'Redis is ready'];
  return log.lines.map(({ message }) => message).filter((message) => kinds.includes(message));
}

/** A machine that is busy for seconds may lose Redis once more, but that is told by a line of its own, after one that it was back. */
function expectToldOnce(log: LogBook): void {
  const told = news(log);
  expect(told).toContain('Redis cannot be used');
  expect(told.filter((line, index) => line === told[index - 1])).toEqual([]);
}

describe.concurrent('Redis goes away', () => {
  it('for 21 seconds in the middle of a run: nothing is lost, then idle workers take chunks again', async ({
    trouble: { redis, stage },
  }) => {
    const unhandled = vi.spyOn(console, 'error').mockImplementation(() => {});
    const api = await stage.api({ rescueAfterMs: NEVER_MS });
    const log = new LogBook();
    const worker = await stage.worker({ logger: log });
    await workersAre(api, 1);
    const { finished } = await beginUnderWay(api, 200);
    await redis.stop();
    await finished;
    await until(() => api.runner.redis.state().state === 'degraded', 'the API tells it');
    await until(() => worker.redis.state().state === 'degraded', 'the worker tells it');
    const before = [news(api.log), news(log)];
    // The time is the point: after so long a worker could be lost for good.
    await new Promise((resolve) => setTimeout(resolve, 21_000));
    expect([news(api.log), news(log)]).toEqual(before);
    await redis.restart();
    await queueIsUsedAgain(api);
    await until(() => worker.redis.state().state === 'ok', 'the worker tells that Redis is back');
    expect(worker.fault()).toBeNull();
    expectToldOnce(api.log);
    expectToldOnce(log);
    // The client library writes an error there that no listener takes.
    expect(unhandled).not.toHaveBeenCalled();
    unhandled.mockRestore();
  });

  it('killed while chunks wait for a worker: the API process calculates them', async ({ trouble }) => {
    const { redis, stage } = trouble;
    const api = await stage.api({ rescueAfterMs: NEVER_MS });
    await stage.idler();
    const { finished, before } = await beginWaiting(api, 16, trouble);
    await redis.stop();
    await finished;
    expect(Object.fromEntries(api.outcomes)).toEqual({ rescue: before + 16 });
  });

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
    expect(news(api.log)[0]).toBe('Redis cannot be used');
    expectToldOnce(api.log);
  });

  it('stops answering: chunks are rescued, and the queue is used again when it goes on', async ({
    trouble,
  }) => {
    const { redis, stage } = trouble;
    const api = await stage.api({ rescueAfterMs: NEVER_MS });
    await stage.idler();
    const { finished, before } = await beginWaiting(api, 8, trouble);
    process.kill(redis.pid, 'SIGSTOP');
    try {
      await finished;
      // Whichever clock ran out first, the probe's or one of the client library's: each has words of its own.
      expect(api.runner.redis.state().state).toBe('degraded');
      expect(Object.fromEntries(api.outcomes)).toEqual({ rescue: before + 8 });
    } finally {
      process.kill(redis.pid, 'SIGCONT');
    }
    await stage.worker();
    await queueIsUsedAgain(api);
  });
});

describe.concurrent('Redis loses or refuses', () => {
  it('FLUSHALL: lost chunks are rescued, and idle workers take the next ones', async ({ trouble }) => {
    const { stage, control } = trouble;
    const api = await stage.api({ rescueAfterMs: 15_000 });
    await stage.idler();
    const { finished, before } = await beginWaiting(api, 8, trouble);
    await control.flushall();
    await finished;
    expect(Object.fromEntries(api.outcomes)).toEqual({ rescue: before + 8 });
    await stage.worker();
    await queueIsUsedAgain(api);
    await control.flushall();
    await queueIsUsedAgain(api);
  });

  it('full: chunks are calculated at once, and the queue is used again when there is room', async ({
    trouble: { stage, control },
  }) => {
    const api = await stage.api({ rescueAfterMs: NEVER_MS });
    const worker = await stage.worker();
    await workersAre(api, 1);
    await calculateAll(api, 3);
    const before = rescuedBy(api);
    await control.config('SET', 'maxmemory', '1000');
    await calculateAll(api, 8);
    expect(rescuedBy(api)).toBe(before + 8);
    await until(() => /OOM/.test(api.runner.redis.state().reason ?? ''), 'the reason is told');
    await control.config('SET', 'maxmemory', '0');
    await queueIsUsedAgain(api);
    expect(worker.fault()).toBeNull();
  });

  it('read-only: chunks are calculated at once, and the queue is used again when it takes writes', async ({
    trouble: { stage, control },
  }) => {
    const api = await stage.api({ rescueAfterMs: NEVER_MS });
    await stage.worker();
    await workersAre(api, 1);
    await calculateAll(api, 3);
    await control.replicaof('127.0.0.1', 1);
    await calculateAll(api, 8);
    expect(api.runner.redis.state().state).toBe('degraded');
    await control.replicaof('NO', 'ONE');
    await queueIsUsedAgain(api);
  });

  it('does not take the answer of a worker: the chunk is rescued soon', async ({
    trouble: { redis, stage, control },
  }) => {
    await control.acl('SETUSER', 'mute', 'on', '>pw', '~*', '+@all', '-exec');
    const api = await stage.api({ rescueAfterMs: NEVER_MS });
    const log = new LogBook();
    await stage.worker({ redis: at(redis.url.replace('redis://', 'redis://mute:pw@')), logger: log });
    await workersAre(api, 1);
    const isNamed = ({ failedReason }: { readonly failedReason: string }): boolean =>
      /^Redis: .*NOPERM .*'exec'/.test(failedReason);
    // Not the first time where the API loses a busy Redis before the last attempt.
    await until(async () => {
      await calculateAll(api, 3);
      return (await api.runner.queue.getFailed()).some(isNamed);
    }, 'a chunk has failed for good');
    expect(api.outcomes.get('queue')).toBeUndefined();
    expect(log.count('warn', 'a chunk failed')).toBeGreaterThan(0);
    const failed = (await api.runner.queue.getFailed()).filter(isNamed);
    expect(failed.map(({ attemptsMade }) => attemptsMade)).toEqual(failed.map(() => 3));
  });

  it('does not let a worker delete: the chunk is rescued, and nothing of it stays', async ({
    trouble: { redis, stage, control },
  }) => {
    await control.acl('SETUSER', 'keeper', 'on', '>pw', '~*', '+@all', '-del');
    const api = await stage.api({ rescueAfterMs: 500 });
    await stage.worker({ redis: at(redis.url.replace('redis://', 'redis://keeper:pw@')) }, false);
    await workersAre(api, 1);
    await calculateAll(api, 3);
    expect(rescuedBy(api)).toBe(3);
    const isGone = async () => (await control.keys(`${stage.prefix}:payload:*`)).length === 0;
    await until(isGone, 'no payload is left');
  });

  it('breaks off the connection at a long answer, always: the worker gives it up and goes on', async ({
    trouble: { stage, control },
  }) => {
    await control.config('SET', 'client-query-buffer-limit', String(1024 * 1024));
    const api = await stage.api({ rescueAfterMs: NEVER_MS });
    const log = new LogBook();
    const long = new Uint8Array(2 * 1024 * 1024);
    await stage.worker({
      runChunk: (bytes) => (bytes.length === 1 ? answerOf(long) : shout(bytes)),
      logger: log,
    });
    await workersAre(api, 1);
    expect(await shouted(api.runner.run(chunk(0, 'a'), calm))).toBe('A');
    expect(api.outcomes.get('rescue')).toBe(1);
    await queueIsUsedAgain(api);
  });

  it('ends connections again and again: no chunk is taken for another, and nothing is left', async ({
    trouble: { stage, control },
  }) => {
    const api = await stage.api({ rescueAfterMs: NEVER_MS });
    const log = new LogBook();
    await stage.worker({ logger: log });
    await workersAre(api, 1);
    const run = calculateAll(api, 400);
    let isOver = false;
    void run.finally(() => {
      isOver = true;
    });
    while (!isOver) await control.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await run;
    expect(log.lines.filter(({ fields }) => /could not be calculated/.test(JSON.stringify(fields)))).toEqual(
      [],
    );
    await queueIsUsedAgain(api);
  });

  it('wants another password: everything is calculated at once, and the log does not hold the password', async ({
    trouble: { redis, stage, control },
  }) => {
    await control.config('SET', 'requirepass', 'right');
    const withSecret = at(redis.url.replace('redis://', 'redis://:wrong-secret@'));
    const api = await stage.api({ redis: withSecret, rescueAfterMs: NEVER_MS }, false);
    await until(() => api.log.count('warn', 'Redis cannot be used') === 1, 'it is logged');
    await calculateAll(api, 4);
    expect(api.runner.redis.state().reason).toMatch(/WRONGPASS/);
    expect(JSON.stringify(api.log.lines)).not.toContain('wrong-secret');
    await control.config('SET', 'requirepass', 'wrong-secret');
    await stage.worker({ redis: withSecret });
    await queueIsUsedAgain(api);
  });
});

describe.concurrent('the network between', () => {
  it('cuts every connection: nothing is lost, and the queue is used again', async ({
    trouble: { redis, stage },
  }) => {
    const proxy = await startTcpProxy(Number(new URL(redis.url).port));
    const throughProxy = at(`redis://127.0.0.1:${proxy.port}`);
    const api = await stage.api({ redis: throughProxy, rescueAfterMs: NEVER_MS });
    await stage.worker({ redis: throughProxy });
    await workersAre(api, 1);
    const { finished } = await beginUnderWay(api, 400);
    proxy.cut();
    await finished;
    await queueIsUsedAgain(api);
    await stage.clear();
    await proxy.close();
  });

  it('takes 100 ms each way: the workers still answer', async ({ trouble: { redis, stage } }) => {
    const proxy = await startTcpProxy(Number(new URL(redis.url).port));
    const throughProxy = at(`redis://127.0.0.1:${proxy.port}`);
    proxy.delayMs = 100;
    const api = await stage.api({ redis: throughProxy, rescueAfterMs: NEVER_MS });
    await stage.worker({ redis: throughProxy });
    await workersAre(api, 1);
    await queueIsUsedAgain(api);
    await stage.clear();
    await proxy.close();
  });
});
