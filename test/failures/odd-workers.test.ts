import { afterAll, beforeAll, describe, it } from 'vitest';
import { Consumer, type QueuedJob } from '../../src/bulk/queue/consumer.js';
import { createJobHandler } from '../../src/bulk/queue/job-handler.js';
import { buildId, type QueueKeys, queueKeys } from '../../src/bulk/queue/protocol.js';
import { patientClient } from '../../src/bulk/queue/redis-client.js';
import { runChunk } from '../../src/csv/run-chunk.js';
import { disturb, type Exercise, exercises, nothingStays, recovered } from '../support/exercise.js';
import { chunkOutcomes, metrics } from '../support/operator.js';
import { withScene } from '../support/scene.js';
import { until } from '../support/until.js';
import { makeOtherBuild, type OtherBuild } from './other-build.js';
import { ROWS, report } from './report.js';

let large: Exercise;
let small: Exercise;
let other: OtherBuild;

const CHUNKS = { BULK_CHUNK_ROWS: '500' };

beforeAll(async () => {
  [large, small] = await exercises(ROWS, 2000);
  other = await makeOtherBuild();
});
afterAll(() => other?.remove());

/** Takes chunks like any worker but answers them in its own way. Returns how to stop it. */
function startOddWorker(
  redisUrl: string,
  prefix: string,
  options: {
    readonly runChunk?: typeof runChunk;
    readonly answersTwice?: boolean;
  },
): () => Promise<void> {
  const build = buildId(new URL('../../dist/build.json', import.meta.url));
  const keys: QueueKeys = queueKeys(prefix, build);
  let isStopping = false;
  const client = patientClient(redisUrl, () => isStopping);
  const quiet = () => {};
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const handle = createJobHandler({ client, runChunk: options.runChunk ?? runChunk, logger });
  const handleTwice = async (job: QueuedJob): Promise<void> => {
    const payload = await client.getBuffer(keys.payload(job.id));
    await handle(job);
    if (payload === null) return;
    await client.set(keys.payload(job.id), payload, 'PX', 10_000);
    await handle(job);
  };
  const consumer = new Consumer({
    client,
    prefix,
    build,
    concurrency: 2,
    onError: quiet,
    handle: async (job) => {
      if (options.answersTwice) await handleTwice(job);
      else await handle(job);
    },
  });
  return async () => {
    isStopping = true;
    await consumer.close();
    client.disconnect();
  };
}

describe.concurrent('workers that do other than they should', { timeout: 300_000 }, () => {
  it('one answers twice: the second answer is dropped', async () => {
    await withScene({ workers: 1, apiEnv: CHUNKS }, async (scene) => {
      const stop = startOddWorker(scene.redis.url, scene.prefix, { answersTwice: true });
      const { text } = await disturb(scene, large, async () => {});
      const isCounted = async () => ((await chunkOutcomes(scene.api.adminUrl))['duplicate'] ?? 0) > 0;
      await until(isCounted, 'second answers are counted');
      await stop();
      report('a worker answers everything twice', text, await recovered(scene, small));
    });
  });

  it('one says what cannot be: the API calculates those chunks', async ({ expect }) => {
    await withScene({ workers: 1, apiEnv: CHUNKS }, async (scene) => {
      const runChunk = () => ({ students: -1, failedStudents: 0, body: new Uint8Array(9) });
      const stop = startOddWorker(scene.redis.url, scene.prefix, { runChunk });
      const { text, outcomes } = await disturb(scene, large, async () => {});
      expect(outcomes['retry']).toBeGreaterThan(0);
      expect(outcomes['rescue']).toBe(outcomes['retry']);
      await stop();
      report('a worker says what cannot be', text, await recovered(scene, small));
    });
  });

  it('one has other rules, as in a rolling upgrade: it calculates none of the chunks', async ({ expect }) => {
    // So late that nobody steps in for a worker on a busy machine.
    await withScene({ workers: 1, apiEnv: { ...CHUNKS, RESCUE_AFTER_MS: '30000' } }, async (scene) => {
      const newer = await scene.addWorker({}, other.worker);
      const { text, outcomes } = await disturb(scene, large, async () => {});
      expect(outcomes).toMatchObject({ retry: 0, rescue: 0, duplicate: 0 });
      const seen = await metrics(newer.adminUrl);
      expect(seen.get('prorata_worker_chunks_total{outcome="calculated"}')).toBe(0);
      newer.kill('SIGKILL');
      report('a worker of another build beside one of this build', text, await recovered(scene, small));
    });
  });

  it('all have other rules: the API calculates without them', async ({ expect }) => {
    await withScene({ workers: 0, apiEnv: CHUNKS }, async (scene) => {
      await scene.addWorker({}, other.worker);
      const { text, outcomes } = await disturb(scene, large, async () => {});
      expect(outcomes).toMatchObject({ queue: 0, duplicate: 0 });
      await nothingStays(scene);
      await scene.addWorker();
      report('only workers of another build, then one of this build', text, await recovered(scene, small));
    });
  });
});
