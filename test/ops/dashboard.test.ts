import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { createDashboard } from '../../src/ops/dashboard.js';
import { startRedis } from '../support/redis.js';
import { startAdmin } from './admin.js';

const redis = await startRedis();
const client = new Redis(redis.url, { maxRetriesPerRequest: null });
const queue = new Queue('chunks', { connection: client, prefix: `test-${process.pid}` });
const { id: jobId = '' } = await queue.add('chunk', { request: 'req-42', index: 7 });
const { server, base } = await startAdmin({ showQueue: createDashboard(queue) });

afterAll(async () => {
  await server.close();
  await queue.close();
  client.disconnect();
  await redis.stop();
});

test('every file of the page comes from this server', async () => {
  const page = await fetch(`${base}/queues`);
  expect(page.status).toBe(200);
  const html = await page.text();
  const root = /<base href="([^"]+)"/.exec(html)?.[1];
  const files = [...html.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, path]) => path);
  expect(files.some((path) => path?.endsWith('.js'))).toBe(true);
  expect(files.some((path) => path?.endsWith('.css'))).toBe(true);
  for (const path of files) {
    const file = await fetch(new URL(`${root}${path}`, base));
    expect([path, file.status]).toEqual([path, 200]);
  }
});

test('the policy lets the page run its own scripts and nothing else', async () => {
  const page = await fetch(`${base}/queues`);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("script-src 'self';");
  // The font of another company's server, which the page names, is not allowed.
  expect(policy).toMatch(/style-src 'self' 'unsafe-inline'(;|$)/);
  const inlineScripts = [...(await page.text()).matchAll(/<script(?![^>]*src=)[^>]*>/g)].map(([tag]) => tag);
  expect(inlineScripts).toEqual(['<script id="__UI_CONFIG__" type="application/json">']);
});

test('a job is shown with its ids', async () => {
  const list = '/queues/api/queues?activeQueue=chunks&status=latest&page=1&jobsPerPage=10';
  const response = await fetch(`${base}${list}`);
  const jobs = [{ id: jobId, data: { request: 'req-42', index: 7 } }];
  const queues = [{ name: 'chunks', counts: { waiting: 1 }, jobs }];
  expect(await response.json()).toMatchObject({ queues });
});

test.each([
  ['PUT', () => `/queues/api/queues/chunks/${jobId}/clean`, 405],
  ['PUT', () => '/queues/api/queues/chunks/obliterate', 405],
  ['POST', () => '/queues/api/queues/chunks/add', 405],
  ['PATCH', () => `/queues/api/queues/chunks/${jobId}/update-data`, 405],
  // Pauses every queue that may be changed, which is none.
  ['PUT', () => '/queues/api/queues/pause', 200],
])('a read-only dashboard changes nothing (case %#: %s)', async (method, path, status) => {
  const response = await fetch(`${base}${path()}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: '{"jobData":{}}',
  });
  expect(response.status).toBe(status);
  expect(await queue.getJobCountByTypes('waiting')).toBe(1);
  expect((await queue.getJob(jobId))?.data).toEqual({ request: 'req-42', index: 7 });
  expect(await queue.isPaused()).toBe(false);
});
