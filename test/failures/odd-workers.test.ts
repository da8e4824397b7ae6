import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { bytesKeys, queueName, seal, unseal } from '../../src/bulk/queue/protocol.js';
import { runChunk } from '../../src/csv/run-chunk.js';
import { buildId } from '../../src/ops/build-id.js';
import { disturb, type Exercise, exercises, nothingStays, recovered } from '../support/exercise.js';
import { metrics, workersAre } from '../support/operator.js';
import { type Scene, withScene } from '../support/scene.js';
import { until } from '../support/until.js';
import { ROWS } from './long-form.js';
import { makeOtherBuild, type OtherBuild } from './other-build.js';

let large: Exercise;
let small: Exercise;
let other: OtherBuild;

const CHUNKS = { BULK_CHUNK_ROWS: '500' };
const BUILD = buildId(new URL('../../dist/build.json', import.meta.url));

beforeAll(async () => {
  [large, small] = await exercises(ROWS, 2000);
  other = await makeOtherBuild();
});
afterAll(() => other?.remove());

/**
 * A run in which the API did not lose Redis and the worker no lock. A machine that is busy for seconds lets both happen;
 * then another is begun.
 */
async function runWithRedis(scene: Scene) {
  const losses = async () => {
    const lost = scene.api.logs().filter((line) => line.includes('Redis cannot be used')).length;
    const events = await scene.control.xrange(`${scene.prefix}:${queueName(BUILD)}:events`, '-', '+');
    return lost + events.filter(([, fields]) => fields.includes('stalled')).length;
  };
  for (;;) {
    const before = await losses();
    const run = await disturb(scene, large, async () => {});
    if ((await losses()) === before) return run;
  }
}

describe.concurrent('workers that do other than they should', { timeout: 300_000 }, () => {
  it('one answers as another build: the API calculates those chunks', async ({ expect }) => {
    await withScene({ workers: 0, apiEnv: CHUNKS }, async (scene) => {
      const client = new Redis(scene.redis.url, { maxRetriesPerRequest: null });
      const options = { connection: client, prefix: scene.prefix, skipVersionCheck: true };
      const answer = async (job: string): Promise<{ students: number; failedStudents: number }> => {
        const keys = bytesKeys(scene.prefix, job);
        const frame = await client.getBuffer(keys.payload);
        const payload = unseal(frame ?? Buffer.alloc(0), { job, build: BUILD });
        const { students, failedStudents } = runChunk(payload.body);
        const result = { students, failedStudents };
        const of = { job, build: 'another', payload: payload.digest, result };
        const wrong = seal(new TextEncoder().encode('rows of other rules'), of).frame;
        await client.set(keys.answer, wrong, 'PX', 30_000);
        return result;
      };
      const worker = new Worker(queueName(BUILD), ({ id = '' }) => answer(id), options);
      worker.on('error', () => {});
      await workersAre(scene.api.adminUrl, 1);
      const outcomes = await disturb(scene, large, async () => {});
      expect(outcomes).toMatchObject({ queue: 0 });
      expect(outcomes['rescue']).toBeGreaterThan(0);
      await worker.close();
      client.disconnect();
      await scene.addWorker();
      await recovered(scene, small);
    });
  });

  it('one finds two payloads exchanged: it takes neither, and the API calculates both', async ({
    expect,
  }) => {
    // So late that it is the failed attempts that count, on a busy machine, too.
    await withScene({ workers: 1, apiEnv: { ...CHUNKS, RESCUE_AFTER_MS: '60000' } }, async (scene) => {
      const [worker] = scene.workers;
      const { control } = scene;
      const outcomes = await disturb(scene, large, async () => {
        worker?.kill('SIGSTOP');
        let waiting: string[] = [];
        const isWaiting = async () => {
          waiting = await control.lrange(scene.waitingList, 0, -1);
          return waiting.length >= 4;
        };
        await until(isWaiting, 'chunks wait');
        const [one = '', two = ''] = waiting.map((job) => bytesKeys(scene.prefix, job).payload);
        await control.rename(one, `${one}-moving`);
        await control.rename(two, one);
        await control.rename(`${one}-moving`, two);
        worker?.kill('SIGCONT');
      });
      // Not exactly: with the connection that is dropped for them another chunk of this worker may fail, too.
      expect(outcomes['rescue']).toBeGreaterThanOrEqual(2);
      expect(outcomes['retry']).toBeGreaterThanOrEqual(2);
      await recovered(scene, small);
    });
  });

  it('one has other rules, as in a rolling upgrade: it calculates none of the chunks', async ({ expect }) => {
    // So late that nobody steps in for a worker on a busy machine.
    await withScene({ workers: 1, apiEnv: { ...CHUNKS, RESCUE_AFTER_MS: '30000' } }, async (scene) => {
      const newer = await scene.addWorker({}, other.worker);
      const outcomes = await runWithRedis(scene);
      expect(outcomes).toMatchObject({ retry: 0, rescue: 0, duplicate: 0 });
      const seen = await metrics(newer.adminUrl);
      expect(seen.get('prorata_worker_chunks_total{outcome="calculated"}')).toBe(0);
      newer.kill('SIGKILL');
      await recovered(scene, small);
    });
  });

  it('all have other rules: the API calculates without them', async ({ expect }) => {
    await withScene({ workers: 0, apiEnv: CHUNKS }, async (scene) => {
      await scene.addWorker({}, other.worker);
      const outcomes = await disturb(scene, large, async () => {});
      expect(outcomes).toMatchObject({ queue: 0, duplicate: 0 });
      await nothingStays(scene);
      await scene.addWorker();
      await recovered(scene, small);
    });
  });
});
