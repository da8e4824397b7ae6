import { describe, it } from 'vitest';
import { queueName } from '../../src/bulk/queue/protocol.js';
import { buildId } from '../../src/ops/build-id.js';
import { disturb, exercises, nothingStays, recovered } from '../support/exercise.js';
import { metrics } from '../support/operator.js';
import { type Scene, withScene } from '../support/scene.js';
import { ROWS } from './long-form.js';
import { makeOtherBuild } from './other-build.js';

const [large, small] = await exercises(ROWS, 2000);
const other = await makeOtherBuild();

const CHUNKS = { BULK_CHUNK_ROWS: '500' };
const BUILD = buildId(new URL('../../dist/build.json', import.meta.url));

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

describe.concurrent('workers of another build', { timeout: 300_000 }, () => {
  it('one among others, as in a rolling upgrade: it calculates none of the chunks', async ({ expect }) => {
    // So late that nobody steps in for a worker on a busy machine.
    await withScene({ workers: 1, apiEnv: { ...CHUNKS, RESCUE_AFTER_MS: '30000' } }, async (scene) => {
      const newer = await scene.addWorker({}, other);
      const outcomes = await runWithRedis(scene);
      expect(outcomes).toMatchObject({ retry: 0, rescue: 0, duplicate: 0 });
      const seen = await metrics(newer.adminUrl);
      expect(seen.get('prorata_worker_chunks_total{outcome="calculated"}')).toBe(0);
      newer.kill('SIGKILL');
      await recovered(scene, small);
    });
  });

  it('all of them: the API calculates without them', async ({ expect }) => {
    // So late that a wait for each window of chunks would outlast the time of this test.
    await withScene({ workers: 0, apiEnv: { ...CHUNKS, RESCUE_AFTER_MS: '300000' } }, async (scene) => {
      await scene.addWorker({}, other);
      const outcomes = await disturb(scene, large, async () => {});
      expect(outcomes).toMatchObject({ queue: 0, duplicate: 0 });
      await nothingStays(scene);
      await scene.addWorker();
      await recovered(scene, small);
    });
  });
});
