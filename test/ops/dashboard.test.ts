import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminServer, startAdminServer } from '../../src/ops/admin-server.js';
import { createDashboard } from '../../src/ops/dashboard.js';
import { createHealth } from '../../src/ops/health.js';
import { createApiMetrics } from '../../src/ops/metrics.js';

let redis: ChildProcess | undefined;
let client: Redis | undefined;
let queue: Queue | undefined;
const servers: AdminServer[] = [];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** `TEST_REDIS_URL`, or a redis-server of its own that keeps nothing on disk. */
async function redisUrl(): Promise<string> {
  const given = process.env['TEST_REDIS_URL'];
  if (given) return given;
  const port = await freePort();
  const server = spawn(
    'redis-server',
    ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  redis = server;
  await new Promise<void>((ready, failed) => {
    let output = '';
    server.stdout.on('data', (text) => {
      output += text;
      if (output.includes('Ready to accept connections')) ready();
    });
    server.once('error', failed);
    server.once('exit', () => failed(new Error(`redis-server ended:\n${output}`)));
  });
  return `redis://127.0.0.1:${port}`;
}

async function serve(writable: boolean): Promise<string> {
  if (queue === undefined) throw new Error('the queue was not started');
  const server = await startAdminServer({
    name: 'api',
    host: '127.0.0.1',
    port: 0,
    logger: pino({ level: 'silent' }),
    health: createHealth(),
    metrics: createApiMetrics(),
    dashboard: createDashboard({ queue, writable }),
  });
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

let readOnly = '';
let writable = '';
let jobId = '';

beforeAll(async () => {
  client = new Redis(await redisUrl(), { maxRetriesPerRequest: null });
  queue = new Queue('chunks', { connection: client, prefix: `test-${process.pid}` });
  const job = await queue.add('chunk', { request: 'req-42', index: 7 });
  jobId = job.id ?? '';
  readOnly = await serve(false);
  writable = await serve(true);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await queue?.obliterate({ force: true });
  await queue?.close();
  client?.disconnect();
  if (redis !== undefined) {
    redis.kill();
    await once(redis, 'exit');
  }
});

const list = '/queues/api/queues?activeQueue=chunks&status=latest&page=1&jobsPerPage=10';

test('the page and every file that it names come from this server', async () => {
  const page = await fetch(`${readOnly}/queues`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).not.toMatch(/https?:\/\//);
  const base = /<base href="([^"]+)"/.exec(html)?.[1];
  const files = [...html.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, path]) => path);
  expect(files.some((path) => path?.endsWith('.js'))).toBe(true);
  expect(files.some((path) => path?.endsWith('.css'))).toBe(true);
  for (const path of files) {
    const file = await fetch(new URL(`${base}${path}`, readOnly));
    expect([path, file.status]).toEqual([path, 200]);
  }
});

test('the policy lets the page run its own scripts and nothing else', async () => {
  const page = await fetch(`${readOnly}/queues`);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toContain('script-src');
  const inlineScripts = [...(await page.text()).matchAll(/<script(?![^>]*src=)[^>]*>/g)].map(([tag]) => tag);
  expect(inlineScripts).toEqual(['<script id="__UI_CONFIG__" type="application/json">']);
});

test('a job is shown with its ids', async () => {
  const response = await fetch(`${readOnly}${list}`);
  expect(await response.json()).toMatchObject({
    queues: [
      {
        name: 'chunks',
        counts: { waiting: 1 },
        jobs: [{ id: jobId, data: { request: 'req-42', index: 7 } }],
      },
    ],
  });
});

test.each([
  ['PUT', () => `/queues/api/queues/chunks/${jobId}/clean`, {}, 405],
  ['PUT', () => '/queues/api/queues/chunks/empty', {}, 405],
  ['PUT', () => '/queues/api/queues/chunks/pause', {}, 405],
  // Every queue that is not read-only: none.
  ['PUT', () => '/queues/api/queues/pause', {}, 200],
  ['POST', () => '/queues/api/queues/chunks/add', { name: 'another', data: {}, options: {} }, 405],
  ['PATCH', () => `/queues/api/queues/chunks/${jobId}/update-data`, { jobData: { index: 8 } }, 405],
])('read-only lets %s (case %#) change nothing', async (method, path, body, status) => {
  const response = await fetch(`${readOnly}${path()}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(status);
  expect(await queue?.getJobCountByTypes('waiting')).toBe(1);
  expect(await queue?.isPaused()).toBe(false);
  expect((await queue?.getJob(jobId))?.data).toEqual({ request: 'req-42', index: 7 });
});

test('switched on, the dashboard pauses and resumes the queue', async () => {
  const put = (action: string) => fetch(`${writable}/queues/api/queues/chunks/${action}`, { method: 'PUT' });
  expect((await put('pause')).status).toBe(200);
  expect(await queue?.isPaused()).toBe(true);
  expect((await put('resume')).status).toBe(200);
  expect(await queue?.isPaused()).toBe(false);
});
