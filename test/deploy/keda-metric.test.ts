import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Api, startApi } from '../support/api.js';
import { metrics, workersAre } from '../support/operator.js';
import { startRedis, type TestRedis } from '../support/redis.js';
import { studentFile } from '../support/student-file.js';
import { upload } from '../support/upload.js';
import { startWorker, type WorkerProcess } from '../support/worker.js';
import { objectsOf } from './manifests.js';

let redis: TestRedis;
let api: Api;
let worker: WorkerProcess;

beforeAll(async () => {
  redis = await startRedis();
  const env = { REDIS_URL: redis.url, QUEUE_PREFIX: `keda-${process.pid}` };
  api = await startApi({ ...env, BULK_CHUNK_ROWS: '10', RESCUE_AFTER_MS: '60000' });
  worker = await startWorker({ ...env, WORKER_CONCURRENCY: '1' });
});
afterAll(async () => {
  await Promise.all([api.stop(), worker.stop()]);
  await redis.stop();
});

const [{ spec }] = z
  .tuple([
    z.object({
      spec: z.object({
        triggers: z.tuple([z.object({ metadata: z.object({ valueLocation: z.string() }) })]),
      }),
    }),
  ])
  .parse(objectsOf('components/keda', 'ScaledObject'));

/** The value that KEDA reads; undefined where the page does not have it. */
async function valueForKeda(): Promise<number | undefined> {
  const { valueLocation } = spec.triggers[0].metadata;
  return (await metrics(api.adminUrl)).get(valueLocation);
}

test('the metric by which KEDA scales is the one that grows when chunks wait for a worker', async () => {
  await expect.poll(valueForKeda).toBe(0);
  await workersAre(api.adminUrl, 1);
  worker.kill('SIGSTOP');
  const run = upload(api, studentFile(200));
  // More than ten chunks, of which the worker that stands still may have been given one.
  await expect.poll(valueForKeda).toBeGreaterThanOrEqual(9);
  worker.kill('SIGCONT');
  expect((await run.finished).status).toBe(200);
  await expect.poll(valueForKeda).toBe(0);
});
