import type { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createApiMetrics } from '../../src/ops/api-metrics.js';
import { createLatch } from '../support/latch.js';
import { samplesOf } from '../support/operator.js';
import { sceneOfTest } from '../support/scene.js';

async function samples({ registry }: { readonly registry: Registry }, prefix: string) {
  const all = [...samplesOf(await registry.metrics())];
  return Object.fromEntries(all.filter(([name]) => name.startsWith(prefix)));
}

test('when Redis is away it is shown as down, and no number from before the outage stays', async () => {
  const metrics = createApiMetrics('test');
  let up = true;
  metrics.observeQueue({
    redis: { state: () => ({ state: up ? 'ok' : 'degraded' }), evictionPolicy: 'noeviction' },
    queueStats: async () => {
      if (!up) throw new Error('connection refused');
      return { waiting: 7, active: 2, oldestWaitingSeconds: 1.5, workers: 4 };
    },
  });
  await metrics.registry.metrics();
  up = false;
  expect(await samples(metrics, 'prorata_redis_up')).toEqual({ prorata_redis_up: 0 });
  expect(await samples(metrics, 'prorata_queue')).toEqual({});
});

test('a queue that does not answer a scrape in time has no numbers, and Redis is not down for that', async () => {
  const metrics = createApiMetrics('test');
  const redis = createLatch();
  let asked = 0;
  metrics.observeQueue({
    redis: { state: () => ({ state: 'ok' }), evictionPolicy: undefined },
    queueStats: async () => {
      asked += 1;
      await redis.opened;
      return { waiting: 1, active: 0, oldestWaitingSeconds: 0, workers: 1 };
    },
  });
  expect(await samples(metrics, 'prorata_redis_up')).toEqual({ prorata_redis_up: 1 });
  expect(await samples(metrics, 'prorata_queue')).toEqual({});
  expect(asked, 'questions while the first is still open').toBe(1);
  redis.open();
  await expect
    .poll(() => samples(metrics, 'prorata_queue'))
    .toMatchObject({ prorata_queue_chunks_waiting: 1, prorata_queue_workers: 1 });
});

test('the key file is shown as this process sees it', async () => {
  const metrics = createApiMetrics('test');
  const inForce = [
    { id: 'key_1', expires_at: null },
    { id: 'key_2', expires_at: '2027-01-15T08:00:00.000Z' },
  ];
  const keys = { isCurrent: true, inForce: () => inForce };
  metrics.observeKeys(keys);
  expect(await samples(metrics, 'prorata_key')).toEqual({
    prorata_keys_file_up: 1,
    prorata_keys_in_force: 2,
    'prorata_key_expiry_timestamp_seconds{key_id="key_2"}': 1_800_000_000,
  });
  keys.isCurrent = false;
  inForce.pop();
  const without = { prorata_keys_file_up: 0, prorata_keys_in_force: 1 };
  expect(await samples(metrics, 'prorata_key')).toEqual(without);
});

test('a scrape asks Redis nothing that takes longer however much else is in there', async () => {
  const { api, control } = await sceneOfTest({ workers: 1 });
  await control.config('RESETSTAT');
  for (let scrape = 0; scrape < 10; scrape += 1) {
    const page = await (await fetch(`${api.adminUrl}/metrics`)).text();
    expect(page).toContain('\nprorata_queue_workers 1\n');
  }
  const stats = (await control.info('commandstats')).matchAll(/^cmdstat_([^:]+):/gm);
  const asked = [...stats].map(([, name = '']) => name);
  expect(asked).toContain('llen');
  expect(asked.filter((name) => /^(?:keys|scan)$/.test(name))).toEqual([]);
});
