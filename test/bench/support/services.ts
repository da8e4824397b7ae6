import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { issueKey } from '../../../src/keys/keys.js';
import { freePort } from '../../support/free-port.js';
import { readyz } from '../../support/operator.js';
import { startLocalRedis } from '../../support/redis.js';
import { until } from '../../support/until.js';
import { endWithUs, ownFolder } from '../../support/with-us.js';
import type { Bench } from './bench.js';

/** The build that operators run, not the code that the benchmarks were compiled with. */
const DIST = resolve(import.meta.dirname, '../../../../dist');
const START_LIMIT_MS = 30_000;

export const FOLDER: string = ownFolder('bench');

export type Api = Awaited<ReturnType<typeof startApi>>;
export type BenchRedis = Awaited<ReturnType<typeof startRedis>>;

let services = 0;

/** Starts the API as an operator does, until the case ends. Given a Redis, bulk work uses the queue. */
export async function startApi(bench: Bench, redis?: BenchRedis) {
  const keysFile = join(FOLDER, `keys-${services}.json`);
  const { token } = await issueKey(keysFile, 'Benchmark', null, new Date());
  const port = await freePort();
  const env = { PORT: `${port}`, KEYS_FILE: keysFile, ...(redis && { REDIS_URL: redis.url }) };
  // As the image starts the API.
  const flags = redis === undefined ? [] : ['--initial-heap-size=256'];
  const service = await startService(bench, 'src/main.js', env, flags);
  return { ...service, url: `http://127.0.0.1:${port}`, token };
}

/** Starts queue workers, which end with the case. @returns their process ids. */
export async function startWorkers(bench: Bench, redis: BenchRedis, count: number): Promise<number[]> {
  const env = { REDIS_URL: redis.url };
  const starts = Array.from({ length: count }, () => startService(bench, 'workers/queue-worker.js', env));
  return (await Promise.all(starts)).map(({ pid }) => pid);
}

export async function startRedis(bench: Bench) {
  const redis = await startLocalRedis();
  bench.atEnd(() => redis.stop());
  return redis;
}

async function startService(
  bench: Bench,
  entry: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
) {
  services += 1;
  const log = join(FOLDER, `service-${services}.log`);
  const output = openSync(log, 'a');
  const port = await freePort();
  const base = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    ADMIN_PORT: `${port}`,
    DRAIN_DELAY_MS: '0',
  };
  const child = spawn(process.execPath, [...flags, join(DIST, entry)], {
    env: { ...base, ...env },
    stdio: ['ignore', output, output],
  });
  endWithUs(child);
  const ended = once(child, 'exit');
  const stop = (): Promise<unknown> => {
    child.kill('SIGTERM');
    return ended;
  };
  bench.atEnd(stop);
  const adminUrl = `http://127.0.0.1:${port}`;
  const isReady = async () => (await readyz(adminUrl).catch(() => null))?.status === 'ok';
  await until(isReady, () => `${entry} is ready:\n${readFileSync(log, 'utf8')}`, START_LIMIT_MS);
  return { pid: child.pid ?? 0, stop, adminUrl };
}
