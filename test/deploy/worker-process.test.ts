import { getPriority } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.js';
import { createClient } from '../support/client.js';
import { chunkOutcomes, metrics, workersAre } from '../support/operator.js';
import { startRedis, type TestRedis } from '../support/redis.js';
import { studentFile } from '../support/student-file.js';
import { startWorker, type WorkerProcess } from '../support/worker.js';

const QUEUE_PREFIX = `worker-process-${process.pid}`;
let redis: TestRedis;
let env: Record<string, string>;
const running: (WorkerProcess | Api)[] = [];

beforeAll(async () => {
  redis = await startRedis();
  env = { REDIS_URL: redis.url, QUEUE_PREFIX };
});
afterAll(async () => {
  await Promise.all(running.map((process) => process.stop()));
  await redis.stop();
});

async function worker(more: Record<string, string> = {}): Promise<WorkerProcess> {
  const started = await startWorker({ ...env, ...more });
  running.push(started);
  return started;
}

async function page(adminUrl: string, path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${adminUrl}${path}`);
  return { status: answer.status, text: await answer.text() };
}

test('a worker tells operators that it is alive and ready, and counts the chunks that it calculated', async () => {
  const { adminUrl } = await worker();
  const api = await startApi({ ...env, BULK_CHUNK_ROWS: '10', RESCUE_AFTER_MS: '30000' });
  running.push(api);
  await expect.poll(async () => (await page(adminUrl, '/readyz')).text).toContain('"status":"ok"');
  expect(JSON.parse((await page(adminUrl, '/readyz')).text)).toMatchObject({
    checks: { redis: { state: 'ok' }, chunks: { state: 'ok' } },
  });
  expect(await page(adminUrl, '/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' });
  await workersAre(api.adminUrl, 1);
  const client = await createClient(api);
  expect((await client.bulk(studentFile(50))).status).toBe(200);
  // The worker counts a chunk a moment after the API has the answer.
  const { queue: chunks } = await chunkOutcomes(api.adminUrl);
  expect(chunks).toBeGreaterThan(1);
  const calculated = async () =>
    (await metrics(adminUrl)).get('prorata_worker_chunks_total{outcome="calculated"}');
  await expect.poll(calculated).toBe(chunks);
  const seen = await metrics(adminUrl);
  expect(seen.get('prorata_worker_chunk_duration_seconds_count{outcome="calculated"}')).toBe(chunks);
  expect(seen.get('prorata_worker_healthy')).toBe(1);
  expect(seen.get('prorata_redis_up')).toBe(1);
});

test('a worker stands behind the processes that share its cores', async () => {
  const { pid } = await worker();
  expect(getPriority(pid)).toBe(Math.max(10, getPriority()));
});
