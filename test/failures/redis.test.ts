import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { disturb, expectSame, recovered } from '../support/exercise.js';
import { metrics, readyz } from '../support/operator.js';
import { sceneOfFile } from '../support/scene.js';
import { until } from '../support/until.js';
import { upload } from '../support/upload.js';
import { ownFolder } from '../support/with-us.js';
import { IS_LONG, large, small } from './long-form.js';

const PASSWORD = 'right';
const OUTAGES_S = IS_LONG ? [1, 20, 60] : [1];
const TIMEOUT_MS = 180_000;
/** At 10 ms each, these keys keep Redis loading until a case lets it go on. */
const KEYS_TO_LOAD = 2500;

const slowLoading = ['--key-load-delay', '10000', '--loading-process-events-interval-bytes', '1024'];
/** No process but Redis is restarted in these tests. */
const scene = await sceneOfFile({
  workers: 2,
  password: PASSWORD,
  redisArguments: ['--dir', ownFolder('redis'), '--enable-debug-command', 'yes', ...slowLoading],
  apiEnv: { BULK_CHUNK_ROWS: '200' },
});

type Witnesses = readonly { readonly adminUrl: string }[];

/** Redis as processes (all by default) report it on operator ports, and whether they report ready. */
async function opinions(witnesses: Witnesses = [scene.api, ...scene.workers]): Promise<string> {
  const ports = witnesses.map(({ adminUrl }) => adminUrl);
  const all = await Promise.all(
    ports.map(async (port) => {
      const [{ checks, httpStatus }, seen] = await Promise.all([readyz(port), metrics(port)]);
      return `${httpStatus} ${checks['redis']} ${seen.get('prorata_redis_up')}`;
    }),
  );
  return [...new Set(all)].join(', ');
}

const GOOD = '200 ok 1';
const BAD = '200 degraded 0';

/** Takes Redis away during an upload. Without `end`, it never comes back. */
async function outage(
  holdMs: number,
  begin: () => Promise<unknown>,
  end?: () => Promise<unknown>,
  witnesses?: Witnesses,
): Promise<void> {
  await until(async () => (await opinions()) === GOOD, 'everybody uses Redis');
  const outcomes = await disturb(scene, large, async (run) => {
    run.pause();
    await begin();
    const isTold = async (): Promise<boolean> => {
      expectSame(await upload(scene.api, small.csv).finished, small);
      return (await opinions(witnesses)) === BAD;
    };
    try {
      await until(isTold, 'everybody tells that Redis cannot be used');
      // The duration of the outage is what this case tests.
      await delay(holdMs);
      expectSame(await upload(scene.api, small.csv).finished, small);
      expect(await opinions(witnesses)).toBe(BAD);
    } finally {
      // A fault left behind would fail all later cases.
      await end?.();
    }
    run.resume();
  });
  expect(outcomes['rescue']).toBeGreaterThan(0);
  if (end !== undefined) {
    await recovered(scene, small);
    await until(async () => (await opinions()) === GOOD, 'everybody tells that Redis is back');
  }
}

async function disconnectAll(): Promise<void> {
  await scene.control.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
}

describe('every answer is right when Redis, in the middle of an upload,', { timeout: TIMEOUT_MS }, () => {
  it.each(OUTAGES_S)('is killed and started again after %i s', async (seconds) => {
    await outage(
      seconds * 1000,
      () => scene.redis.stop(),
      () => scene.redis.restart(),
    );
  });

  it('loses everything: FLUSHALL', async () => {
    await disturb(scene, large, () => scene.control.flushall());
    await until(async () => (await opinions()) === GOOD, 'everybody uses Redis');
    await recovered(scene, small);
  });

  const limit = (bytes: number) => scene.control.config('SET', 'maxmemory', bytes);
  it.each([
    ['is full: maxmemory is reached', () => limit(1), () => limit(0)],
    [
      'is a replica that takes no writes',
      () => scene.control.replicaof('127.0.0.1', 1),
      () => scene.control.replicaof('NO', 'ONE'),
    ],
  ])('%s', (_, begin, end) => outage(500, begin, end));

  it('wants another password', async () => {
    const wrong = async () => {
      await scene.control.config('SET', 'requirepass', 'another');
      await disconnectAll();
      const isNamed = async () => (await readyz(scene.api.adminUrl)).text.includes('WRONGPASS');
      await until(isNamed, 'the reason is told');
    };
    await outage(500, wrong, () => scene.control.config('SET', 'requirepass', PASSWORD));
    const everything = [scene.api, ...scene.workers].flatMap((one) => one.logs()).join('\n');
    expect(everything).not.toContain(`:${PASSWORD}@`);
  });

  it('hangs without closing a connection: SIGSTOP', async () => {
    await outage(
      500,
      async () => process.kill(scene.redis.pid, 'SIGSTOP'),
      async () => process.kill(scene.redis.pid, 'SIGCONT'),
      // A worker that only waits for jobs needs 15 s to notice.
      IS_LONG ? undefined : [scene.api],
    );
  });

  it('answers 100 ms late', async () => {
    scene.proxy.delayMs = 50;
    const outcomes = await disturb(scene, large, async () => {});
    await until(async () => (await opinions()) === GOOD, 'everybody uses Redis');
    expect(outcomes['queue']).toBeGreaterThan(0);
    await recovered(scene, small);
  });

  it('is cut off and connected again by the network', async () => {
    let cuts = 0;
    await disturb(scene, large, async (run) => {
      const over = run.finished.then(() => true);
      do {
        scene.proxy.cut();
        cuts += 1;
      } while (cuts < 3 && !(await Promise.race([over, delay(300, false, { ref: false })])));
    });
    await recovered(scene, small);
    await until(async () => (await opinions()) === GOOD, 'everybody uses Redis');
  });

  it('is started again and is still loading', async () => {
    await scene.control.call('DEBUG', 'POPULATE', String(KEYS_TO_LOAD), 'filler');
    await scene.control.save();
    await scene.control.flushall();
    await outage(
      0,
      async () => {
        await scene.redis.stop();
        await scene.redis.restart();
        expect(await scene.control.info('persistence')).toMatch(/loading:1/);
      },
      async () => {
        await scene.control.config('SET', 'key-load-delay', '0');
        await until(async () => /loading:0/.test(await scene.control.info('persistence')), 'it is loaded');
      },
    );
    await scene.control.flushall();
  });

  it('is killed and never started again', async () => {
    await outage(500, () => scene.redis.stop());
    const ends = await Promise.all([scene.api, ...scene.workers].map((one) => one.stop()));
    expect(ends).toEqual(ends.map(() => ({ code: 0, signal: null })));
  });
});
