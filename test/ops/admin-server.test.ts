import { Router } from 'express';
import { Registry } from 'prom-client';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { AdminOptions, AdminServer } from '../../src/ops/admin-server.js';
import { Health, type Reading } from '../../src/ops/health.js';
import { createLatch } from '../support/latch.js';
import { startAdmin } from './admin.js';

const servers: AdminServer[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(options: Partial<AdminOptions> = {}): Promise<string> {
  const { server, base } = await startAdmin(options);
  servers.push(server);
  return base;
}

const contentType = Registry.PROMETHEUS_CONTENT_TYPE;
const pageOf = (metrics: () => Promise<string>) => ({ contentType, metrics });

test('/readyz says with 200 what is degraded, and since when, whatever its reason became meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-01T09:00:00Z') });
  const health = new Health();
  let reading: Reading = { state: 'ok' };
  health.watch('redis', () => reading);
  health.watch('keys', () => ({ state: 'ok' }));
  const base = await start({ health });
  const ask = async () => {
    const response = await fetch(`${base}/readyz`);
    return [response.status, await response.json()];
  };
  vi.setSystemTime('2026-07-01T10:00:00Z');
  reading = { state: 'degraded', reason: 'first failure' };
  await ask();
  vi.setSystemTime('2026-07-01T11:00:00Z');
  reading = { state: 'degraded', reason: 'tenth failure' };
  const redis = { state: 'degraded', since: '2026-07-01T10:00:00.000Z', detail: 'tenth failure' };
  const keys = { state: 'ok', since: '2026-07-01T09:00:00.000Z' };
  expect(await ask()).toEqual([200, { status: 'degraded', checks: { redis, keys } }]);
});

test('what is down answers /readyz and /healthz with 503, and a process that is stopping /readyz', async () => {
  const health = new Health();
  let reading: Reading = { state: 'degraded' };
  health.watch('chunks', () => reading);
  const base = await start({ health });
  const statuses = async () => {
    const answers = await Promise.all(['readyz', 'healthz'].map((page) => fetch(`${base}/${page}`)));
    return answers.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 200]);
  reading = { state: 'down' };
  expect(await statuses()).toEqual([503, 503]);
  expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'down' });
  reading = { state: 'ok' };
  expect(await statuses()).toEqual([200, 200]);
  health.stopping();
  expect((await statuses())[0]).toBe(503);
});

test.each(['/', '/v1/calculate', '/metrics/x', '/%00'])(
  '%s answers 404, naming the pages in JSON',
  async (path) => {
    const showQueue = Router().get('/', (_request, response) => void response.send('the board'));
    const base = await start({ showQueue, uploads: () => [] });
    const response = await fetch(`${base}${path}`);
    expect(response.status).toBe(404);
    const { error } = z.object({ error: z.string() }).parse(await response.json());
    const pages = error.match(/\/\w+/g) ?? [];
    expect(pages).toEqual(['/healthz', '/readyz', '/metrics', '/uploads', '/queues']);
    for (const page of pages) expect((await fetch(`${base}${page}`)).status).toBe(200);
  },
);

test('a page that fails answers 500 in JSON without the reason', async () => {
  const metrics = pageOf(() => Promise.reject(new Error('secret reason')));
  const response = await fetch(`${await start({ metrics })}/metrics`);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('secret reason');
});

test('pages are kept nowhere, may load nothing from elsewhere, and send nobody to HTTPS', async () => {
  const { headers } = await fetch(`${await start()}/healthz`);
  expect(headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-store');
});

test('closing ends although an answer never comes', async () => {
  const asked = createLatch();
  const metrics = pageOf(() => {
    asked.open();
    return new Promise<string>(() => {});
  });
  const base = await start({ metrics });
  const cutOff = expect(fetch(`${base}/metrics`)).rejects.toThrow();
  await asked.opened;
  await servers.pop()?.close();
  await cutOff;
  await expect(fetch(base)).rejects.toThrow();
});
