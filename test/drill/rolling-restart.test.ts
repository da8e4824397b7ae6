import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { issueKey } from '../../src/keys/keys.js';
import { freePort } from '../support/free-port.js';
import { startLocalRedis } from '../support/redis.js';
import { type ServiceProcess, startProcess } from '../support/service-process.js';
import { ownFolder } from '../support/with-us.js';
import { startWorker } from '../support/worker.js';
import { startNginx } from './nginx.js';
import { underLoad } from './under-load.js';

/** How often both replicas are restarted. */
const ROUNDS = 10;
const KEYS_FILE = join(ownFolder('rolling'), 'keys.json');

const { token } = await issueKey(KEYS_FILE, 'Test University', null, new Date());
const redis = await startLocalRedis();
const worker = await startWorker({ REDIS_URL: redis.url });
const ports = [await freePort(), await freePort()];
const replicas = await Promise.all(ports.map(startReplica));
const nginx = await startNginx(ports);
afterAll(async () => {
  await nginx.stop();
  await Promise.all([worker, ...replicas].map((process) => process.stop()));
  await redis.stop();
});

async function startReplica(port: number): Promise<ServiceProcess> {
  const replica = startProcess('src/main.js', {
    PORT: String(port),
    KEYS_FILE,
    REDIS_URL: redis.url,
    SHUTDOWN_TIMEOUT_MS: '60000',
    // As shipped.
    DRAIN_DELAY_MS: '',
  });
  await replica.logged(({ msg }) => msg === 'ready');
  return replica;
}

it(`both replicas are restarted ${ROUNDS} times behind nginx: no single answer and no file is lost`, {
  timeout: 1_200_000,
}, async () => {
  await underLoad({ ...nginx, token }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [at, port] of ports.entries()) {
        expect(await replicas[at]?.stop()).toEqual({ code: 0, signal: null });
        replicas[at] = await startReplica(port);
      }
    }
  });
});
