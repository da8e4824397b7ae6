import { join } from 'node:path';
import { beforeAll, describe, it } from 'vitest';
import { runChunk } from '../../src/bulk/chunk/run-chunk.js';
import { type QueueKeys, queueKeys } from '../../src/bulk/queue/protocol.js';
import { patientClient } from '../../src/bulk/queue/redis-client.js';
import { startConsumer } from '../../workers/bullmq-worker.js';
import { ChunkDesk } from '../../workers/chunk-desk.js';
import { disturb, type Exercise, exercises, nothingLeft, recovered } from './exercise.js';
import { chunkOutcomes, metrics, until } from './operator.js';
import { ROWS, report } from './report.js';
import { withScene } from './scene.js';

let large: Exercise;
let small: Exercise;

/** Makes a process speak the next version of the protocol. */
const OTHER_VERSION = { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'other-version.mjs')}` };

const CHUNKS = { BULK_CHUNK_ROWS: '500' };

beforeAll(async () => {
  [large, small] = await exercises(ROWS, 2000);
});

/** Takes chunks like any worker but answers each of them twice. Returns how to stop it. */
function startStutterer(redisUrl: string, prefix: string): () => Promise<void> {
  const keys: QueueKeys = queueKeys(prefix);
  let isStopping = false;
  const client = patientClient(redisUrl, () => isStopping);
  const quiet = () => {};
  const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const desk = new ChunkDesk({ client, keys, runChunk, logger });
  const consumer = startConsumer({
    client,
    prefix,
    concurrency: 2,
    onError: quiet,
    take: async (job) => {
      const payload = await client.getBuffer(keys.payload(job.id));
      const fate = await desk.take(job);
      if (payload === null) return fate;
      await client.set(keys.payload(job.id), payload, 'PX', 10_000);
      return desk.take(job);
    },
  });
  return async () => {
    isStopping = true;
    await consumer.close();
    client.disconnect();
  };
}

describe.concurrent('workers that do other than they should', { timeout: 90_000 }, () => {
  it('one answers twice: the second answer is dropped', async () => {
    await withScene({ workers: 1, apiEnv: CHUNKS }, async (scene) => {
      const stop = startStutterer(scene.redis.url, scene.prefix);
      const { text } = await disturb(scene, large, async () => {});
      const isCounted = async () => ((await chunkOutcomes(scene.api.adminUrl))['duplicate'] ?? 0) > 0;
      await until(isCounted, 'second answers are counted');
      await stop();
      report('a worker answers everything twice', text, await recovered(scene, small));
    });
  });

  it('one of another protocol version works beside one of this version', async ({ expect }) => {
    await withScene({ workers: 1, apiEnv: CHUNKS }, async (scene) => {
      const foreigner = await scene.addWorker(OTHER_VERSION);
      const { text, outcomes } = await disturb(scene, large, async () => {});
      expect(outcomes).toMatchObject({ retry: 0, rescue: 0, duplicate: 0 });
      const seen = await metrics(foreigner.adminUrl);
      expect(seen.get('prorata_worker_chunks_total{outcome="failed"}')).toBe(0);
      foreigner.kill('SIGKILL');
      report('a newer worker beside one of this version', text, await recovered(scene, small));
    });
  });

  it('all are of another protocol version: the API calculates without them', async ({ expect }) => {
    await withScene({ workers: 0, apiEnv: CHUNKS }, async (scene) => {
      await scene.addWorker(OTHER_VERSION);
      const { text, outcomes } = await disturb(scene, large, async () => {});
      expect(outcomes).toMatchObject({ queue: 0, duplicate: 0 });
      await nothingLeft(scene, 10_000);
      await scene.addWorker();
      report('only newer workers, then one of this version', text, await recovered(scene, small));
    });
  });

  it('all are older than the API: it calculates without them', async ({ expect }) => {
    await withScene({ workers: 1, apiEnv: { ...CHUNKS, ...OTHER_VERSION } }, async (scene) => {
      const { text, outcomes } = await disturb(scene, large, async () => {});
      expect(outcomes).toMatchObject({ queue: 0, duplicate: 0 });
      await nothingLeft(scene, 10_000);
      await scene.addWorker(OTHER_VERSION);
      report('only older workers, then one of the version', text, await recovered(scene, small));
    });
  });
});
