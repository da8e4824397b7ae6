import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { issueKey } from '../../../src/keys/keys.js';
import { startLocalRedis } from '../../support/redis.js';
import { endWithUs, ownFolder } from '../../support/with-us.js';
import type { Bench } from './bench.js';

/** The service as it is started everywhere: the build, not what the benchmarks were compiled with. */
const DIST = resolve(import.meta.dirname, '../../../../dist');
const POLL_MS = 20;
const START_LIMIT_MS = 30_000;

/** For what this run writes. */
export const FOLDER: string = ownFolder('bench');

export type Api = Awaited<ReturnType<typeof startApi>>;
export type BenchRedis = Awaited<ReturnType<typeof startRedis>>;

const readyLine = z.object({ msg: z.literal('ready'), address: z.url(), admin_port: z.number() });
const workerLine = z.object({ msg: z.literal('taking chunks') });

let services = 0;

/** Starts the API as an operator does, with its log in a file and a key for it; with a Redis, bulk work goes to the queue. It ends with the case. */
export async function startApi(bench: Bench, redis?: BenchRedis) {
  const keysFile = join(FOLDER, `keys-${services}.json`);
  const { token } = await issueKey(keysFile, 'Benchmark', null, new Date());
  const env = { PORT: '0', KEYS_FILE: keysFile, ...(redis === undefined ? {} : { REDIS_URL: redis.url }) };
  // As the image starts the API.
  const flags = redis === undefined ? [] : ['--initial-heap-size=256'];
  const { line, ...service } = await startService(bench, 'src/main.js', env, readyLine, flags);
  return { ...service, url: line.address, adminUrl: `http://127.0.0.1:${line.admin_port}`, token };
}

/** Starts workers that serve the queue on that Redis. They end with the case. @returns their process ids. */
export async function startWorkers(bench: Bench, redis: BenchRedis, count: number): Promise<number[]> {
  const env = { REDIS_URL: redis.url };
  const starts = Array.from({ length: count }, () =>
    startService(bench, 'workers/queue-worker.js', env, workerLine),
  );
  return (await Promise.all(starts)).map(({ pid }) => pid);
}

/** Starts a Redis of the benchmark's own; it ends with the case. */
export async function startRedis(bench: Bench) {
  const redis = await startLocalRedis();
  bench.atEnd(() => redis.stop());
  return redis;
}

async function startService<Line>(
  bench: Bench,
  entry: string,
  env: Readonly<Record<string, string>>,
  ready: z.ZodType<Line>,
  flags: readonly string[] = [],
): Promise<{ pid: number; stop: () => Promise<unknown>; line: Line }> {
  services += 1;
  const log = join(FOLDER, `service-${services}.log`);
  const output = openSync(log, 'a');
  const base = { PATH: process.env['PATH'], NODE_ENV: 'production', ADMIN_PORT: '0', DRAIN_DELAY_MS: '0' };
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
  const giveUpAt = performance.now() + START_LIMIT_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < giveUpAt) {
    const line = findLine(readFileSync(log, 'utf8'), ready);
    if (line !== undefined) return { pid: child.pid ?? 0, stop, line };
    await delay(POLL_MS);
  }
  throw new Error(`${entry} did not start:\n${readFileSync(log, 'utf8')}`);
}

/** The first whole line of a log that fits. */
function findLine<Line>(text: string, schema: z.ZodType<Line>): Line | undefined {
  const lines = text.split('\n').slice(0, -1);
  const read = lines.filter((line) => line.startsWith('{')).map((line) => schema.safeParse(JSON.parse(line)));
  return read.find(({ success }) => success)?.data;
}
