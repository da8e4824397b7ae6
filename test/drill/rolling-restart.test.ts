import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueKey } from '../../src/keys/keys.js';
import { freePort } from '../support/free-port.js';
import { startLocalRedis } from '../support/redis.js';
import { type ServiceProcess, startProcess } from '../support/service-process.js';
import { ownFolder } from '../support/with-us.js';
import { startWorker, type WorkerProcess } from '../support/worker.js';
import { type Nginx, startNginx } from './nginx.js';
import { underLoad } from './under-load.js';

/** How often both replicas are restarted, and with which pause for the balancer: by default ten times, as shipped. */
const ROUNDS = Number(process.env['DRILL_RESTARTS'] ?? 10);
const DRAIN = process.env['DRILL_DRAIN_DELAY_MS'];
const KEYS_FILE = join(ownFolder('rolling'), 'keys.json');

let redis: Awaited<ReturnType<typeof startLocalRedis>>;
let worker: WorkerProcess;
let token = '';
let nginx: Nginx;
let ports: readonly number[];
const replicas: ServiceProcess[] = [];

async function startReplica(port: number): Promise<ServiceProcess> {
  const replica = startProcess('src/main.js', {
    PORT: String(port),
    KEYS_FILE,
    REDIS_URL: redis.url,
    SHUTDOWN_TIMEOUT_MS: '60000',
    // Empty: as shipped.
    DRAIN_DELAY_MS: DRAIN ?? '',
  });
  await replica.logged(({ msg }) => msg === 'ready');
  return replica;
}

beforeAll(async () => {
  ({ token } = await issueKey(KEYS_FILE, 'Test University', null, new Date()));
  redis = await startLocalRedis();
  worker = await startWorker({ REDIS_URL: redis.url });
  ports = [await freePort(), await freePort()];
  replicas.push(...(await Promise.all(ports.map(startReplica))));
  nginx = await startNginx(ports);
});
afterAll(async () => {
  await nginx.stop();
  await Promise.all([worker, ...replicas].map((process) => process.stop()));
  await redis.stop();
});

it(`both replicas are restarted ${ROUNDS} times behind nginx: no single answer and no file is lost`, {
  timeout: 1_200_000,
}, async () => {
  await underLoad({ host: nginx.host, port: nginx.port, token }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [at, port] of ports.entries()) {
        expect(await replicas[at]?.stop()).toEqual({ code: 0, signal: null });
        replicas[at] = await startReplica(port);
      }
    }
  });
});
