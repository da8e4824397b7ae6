import { getPriority } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { createClient } from '../support/client.js';
import { chunkOutcomes, metrics, readyz } from '../support/operator.js';
import { openScene } from '../support/scene.js';
import { studentFile } from '../support/student-file.js';

const apiEnv = { BULK_CHUNK_ROWS: '10', RESCUE_AFTER_MS: '30000' };
const scene = await openScene({ workers: 1, apiEnv });
const { api } = scene;
const { adminUrl = '', pid = 0 } = scene.workers[0] ?? {};
afterAll(() => scene.close());

test('a worker tells operators that it is alive and ready, and counts the chunks that it calculated', async () => {
  const ready = { status: 'ok', checks: { redis: 'ok', chunks: 'ok' } };
  await expect.poll(() => readyz(adminUrl)).toMatchObject(ready);
  const alive = await fetch(`${adminUrl}/healthz`);
  expect([alive.status, await alive.text()]).toEqual([200, '{"status":"ok"}']);
  const client = await createClient(api);
  expect((await client.bulk(studentFile(50))).status).toBe(200);
  // The worker counts a chunk shortly after the API receives its answer.
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

test('a worker stands behind the processes that share its cores', () => {
  expect(getPriority(pid)).toBe(Math.max(10, getPriority()));
});
