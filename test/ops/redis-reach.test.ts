import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Api } from '../support/api.js';
import { freePort } from '../support/free-port.js';
import { chunkOutcomes, metrics, readyz, workersAre } from '../support/operator.js';
import { startLocalRedis } from '../support/redis.js';
import { startSentinel } from '../support/sentinel.js';
import { serviceOfTest } from '../support/shared-service.js';
import { studentFile } from '../support/student-file.js';
import { until } from '../support/until.js';
import { upload } from '../support/upload.js';
import { ownFolder } from '../support/with-us.js';
import { startWorker } from '../support/worker.js';

const QUEUE_PREFIX = 'test-reach';

async function redisOfTest(...settings: readonly string[]) {
  const redis = await startLocalRedis(settings);
  onTestFinished(() => redis.stop());
  return redis;
}

async function answersFiles(api: Api): Promise<void> {
  expect(await upload(api, studentFile(200)).finished).toMatchObject({ status: 200, complete: true });
}

async function saysAndAnswers(api: Api, sentence: string): Promise<void> {
  await until(async () => (await readyz(api.adminUrl)).text.includes(sentence), sentence);
  await answersFiles(api);
}

test('a Redis Cluster cannot be used, which /readyz tells, and files are answered', async () => {
  const redis = await redisOfTest('--cluster-enabled', 'yes', '--dir', ownFolder('cluster'));
  const api = await serviceOfTest({ REDIS_URL: redis.url });
  await saysAndAnswers(api, 'REDIS_URL leads to a Redis Cluster, which cannot be used');
});

test('a Redis that evicts is used, and shown by a metric and a line of the log', async () => {
  const redis = await redisOfTest('--maxmemory-policy', 'allkeys-lru');
  const api = await serviceOfTest({ REDIS_URL: redis.url, QUEUE_PREFIX });
  await until(async () => (await readyz(api.adminUrl)).checks['redis'] === 'ok', 'Redis is used');
  expect((await metrics(api.adminUrl)).get('prorata_redis_evicts')).toBe(1);
  expect(api.logs().join('\n')).toContain('set its maxmemory-policy to noeviction');
});

test('a Sentinel that watches no group of the name in REDIS_URL is told by /readyz, and files are answered', async () => {
  const port = await startSentinel(`sentinel monitor group 127.0.0.1 ${await freePort()} 1`);
  const api = await serviceOfTest({ REDIS_URL: 'redis://gruop/0', REDIS_SENTINELS: `127.0.0.1:${port}` });
  await saysAndAnswers(api, 'the Sentinels watch no group of the name that REDIS_URL has as its host');
});

test('a Redis that wants certificates is used with them, and without them says why not while files are answered', async () => {
  const cwd = ownFolder('certificates');
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd, stdio: 'ignore' });
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...key, '-subj', '/CN=ca', '-keyout', 'ca.key', '-out', 'ca.pem');
  const sign = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=DNS:localhost'];
  const one = ['-subj', '/CN=localhost', '-keyout', 'one.key', '-out', 'one.pem'];
  openssl('req', '-x509', ...key, ...sign, ...one);
  const [ca, cert, certKey] = [join(cwd, 'ca.pem'), join(cwd, 'one.pem'), join(cwd, 'one.key')];
  const port = await freePort();
  const own = ['--tls-cert-file', cert, '--tls-key-file', certKey];
  await redisOfTest('--tls-port', `${port}`, '--tls-ca-cert-file', ca, ...own);
  const trusted = { REDIS_URL: `valkeys://localhost:${port}`, QUEUE_PREFIX, REDIS_TLS_CA: ca };
  const shown = { ...trusted, REDIS_TLS_CERT: cert, REDIS_TLS_KEY: certKey };
  const worker = await startWorker(shown);
  onTestFinished(async () => void (await worker.stop()));
  const [api, stranger] = await Promise.all([serviceOfTest(shown), serviceOfTest(trusted)]);
  await workersAre(api.adminUrl, 1);
  await answersFiles(api);
  expect(await chunkOutcomes(api.adminUrl)).toMatchObject({ queue: 1, rescue: 0 });
  await answersFiles(stranger);
  expect(await chunkOutcomes(stranger.adminUrl)).toMatchObject({ queue: 0, rescue: 1 });
  const { checks, text } = await readyz(stranger.adminUrl);
  expect(checks['redis']).toBe('degraded');
  // The refusal or the closed connection: either may be reported first.
  expect(text).toMatch(/certificate required|ECONNRESET|EPIPE/);
});
