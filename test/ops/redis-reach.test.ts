import { execFileSync, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../support/api.js';
import { freePort } from '../support/free-port.js';
import { chunkOutcomes, metrics, readyz, workersAre } from '../support/operator.js';
import { startLocalRedis } from '../support/redis.js';
import { studentFile } from '../support/student-file.js';
import { until } from '../support/until.js';
import { upload } from '../support/upload.js';
import { endWithUs, ownFolder } from '../support/with-us.js';
import { startWorker } from '../support/worker.js';

const PREFIX = 'test-reach';

describe('a Redis Cluster', () => {
  it('cannot be used, which /readyz tells, and files are answered', async () => {
    const redis = await startLocalRedis(['--cluster-enabled', 'yes', '--dir', ownFolder('cluster')]);
    const api = await startApi({ REDIS_URL: redis.url });
    try {
      const said = async () => (await readyz(api.adminUrl)).text;
      const sentence = 'REDIS_URL leads to a Redis Cluster, which cannot be used';
      await until(async () => (await said()).includes(sentence), sentence);
      expect(await upload(api, studentFile(200)).finished).toMatchObject({ status: 200, complete: true });
    } finally {
      await api.stop();
      await redis.stop();
    }
  });
});

describe('a Redis that evicts', () => {
  it('is used, and shown by a metric and a line of the log', async () => {
    const redis = await startLocalRedis(['--maxmemory-policy', 'allkeys-lru']);
    const api = await startApi({ REDIS_URL: redis.url, QUEUE_PREFIX: PREFIX });
    try {
      await until(async () => (await readyz(api.adminUrl)).checks['redis'] === 'ok', 'Redis is used');
      expect((await metrics(api.adminUrl)).get('prorata_redis_evicts')).toBe(1);
      expect(api.logs().join('\n')).toContain('set its maxmemory-policy to noeviction');
    } finally {
      await api.stop();
      await redis.stop();
    }
  });
});

describe('a Sentinel', () => {
  it('that watches no group of the name in REDIS_URL is told by /readyz, and files are answered', async () => {
    const [port, nobody] = [await freePort(), await freePort()];
    const file = join(ownFolder('sentinel'), 'sentinel.conf');
    await writeFile(file, `port ${port}\nbind 127.0.0.1\nsentinel monitor group 127.0.0.1 ${nobody} 1\n`);
    const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
    endWithUs(sentinel);
    const api = await startApi({ REDIS_URL: 'redis://gruop/0', REDIS_SENTINELS: `127.0.0.1:${port}` });
    try {
      const said = async () => (await readyz(api.adminUrl)).text;
      const sentence = 'the Sentinels watch no group of the name that REDIS_URL has as its host';
      await until(async () => (await said()).includes(sentence), sentence);
      expect(await upload(api, studentFile(200)).finished).toMatchObject({ status: 200, complete: true });
    } finally {
      await api.stop();
      sentinel.kill();
    }
  });
});

describe('a Redis that wants certificates', () => {
  const folder = ownFolder('certificates');
  const file = (name: string): string => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });

  beforeAll(() => {
    const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
    openssl('req', '-x509', ...key, '-subj', '/CN=ca', '-keyout', 'ca.key', '-out', 'ca.pem');
    const sign = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=DNS:localhost'];
    openssl(
      'req',
      '-x509',
      ...key,
      ...sign,
      '-subj',
      '/CN=localhost',
      '-keyout',
      'one.key',
      '-out',
      'one.pem',
    );
  });

  it('is used with them, and without them says why not while files are answered all the same', async () => {
    const port = await freePort();
    const tls = ['--tls-port', `${port}`, '--tls-ca-cert-file', file('ca.pem')];
    const own = ['--tls-cert-file', file('one.pem'), '--tls-key-file', file('one.key')];
    const redis = await startLocalRedis([...tls, ...own]);
    const address = { REDIS_URL: `valkeys://localhost:${port}`, QUEUE_PREFIX: PREFIX };
    const trusted = { ...address, REDIS_TLS_CA: file('ca.pem') };
    const shown = { ...trusted, REDIS_TLS_CERT: file('one.pem'), REDIS_TLS_KEY: file('one.key') };
    const [worker, api, stranger] = await Promise.all([
      startWorker(shown),
      startApi(shown),
      startApi(trusted),
    ]);
    try {
      await workersAre(api.adminUrl, 1);
      const csv = studentFile(200);
      expect(await upload(api, csv).finished).toMatchObject({ status: 200, complete: true });
      expect(await chunkOutcomes(api.adminUrl)).toMatchObject({ queue: 1, rescue: 0 });
      expect(await upload(stranger, csv).finished).toMatchObject({ status: 200, complete: true });
      expect(await chunkOutcomes(stranger.adminUrl)).toMatchObject({ queue: 0, rescue: 1 });
      const { checks, text } = await readyz(stranger.adminUrl);
      expect(checks['redis']).toBe('degraded');
      // Of the refusal, or of the connection that ended with it: the system tells either first.
      expect(text).toMatch(/certificate required|ECONNRESET|EPIPE/);
    } finally {
      await Promise.all([worker, api, stranger].map((one) => one.stop()));
      await redis.stop();
    }
  });
});
