import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { startLocalRedis } from '../../support/redis.js';
import type { Bench } from './bench.js';
import { temporaryPath } from './folder.js';

/** The service as it is started everywhere: the build, not what the benchmarks were compiled with. */
const DIST = resolve(import.meta.dirname, '../../../../dist');
const POLL_MS = 20;
const START_LIMIT_MS = 30_000;

/** A real process of the service, started as an operator does, with its log in a file. */
export interface Service {
  readonly pid: number;
  stop(): Promise<void>;
}

/** The API, and a key for it. */
export interface Api extends Service {
  readonly url: string;
  readonly adminUrl: string;
  readonly token: string;
}

export interface BenchRedis {
  readonly pid: number;
  readonly url: string;
}

const readyLine = z.object({ msg: z.literal('ready'), address: z.url(), admin_port: z.number() });
const workerLine = z.object({ msg: z.literal('taking chunks') });
const issuedKey = z.object({ token: z.string() });

let services = 0;

/** As the image starts the API. */
const HEAP_MIB = 256;

/**
 * Starts the API; with a Redis, bulk work goes to the queue, and the heap starts with so many MiB (0: as Node chooses). It ends
 * with the case.
 */
export async function startApi(bench: Bench, redis?: BenchRedis, heapMib = HEAP_MIB): Promise<Api> {
  const keysFile = temporaryPath(`keys-${services}.json`);
  const issue = ['issue', '--holder', 'Benchmark', '--json', '--file', keysFile];
  const { stdout } = await promisify(execFile)(process.execPath, [join(DIST, 'src/keys/cli.js'), ...issue]);
  const { token } = issuedKey.parse(JSON.parse(stdout));
  const env = { PORT: '0', KEYS_FILE: keysFile, ...(redis === undefined ? {} : { REDIS_URL: redis.url }) };
  const flags = redis === undefined || heapMib === 0 ? [] : [`--initial-heap-size=${heapMib}`];
  const { service, line } = await startService('src/main.js', env, readyLine, flags);
  bench.atEnd(() => service.stop());
  const adminUrl = `http://127.0.0.1:${line.admin_port}`;
  return { ...service, url: line.address, adminUrl, token };
}

/** Starts workers that serve the queue on that Redis. They end with the case, when they have not been ended before. */
export async function startWorkers(bench: Bench, redis: BenchRedis, count: number): Promise<Service[]> {
  const env = { REDIS_URL: redis.url };
  const starts = Array.from({ length: count }, async () => {
    const { service } = await startService('workers/queue-worker.js', env, workerLine);
    bench.atEnd(() => service.stop());
    return service;
  });
  return Promise.all(starts);
}

/** Starts a Redis of the benchmark's own; it ends with the case. */
export async function startRedis(bench: Bench): Promise<BenchRedis> {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    throw new Error('This case needs redis-server. Install it, or name other cases.');
  }
  const redis = await startLocalRedis();
  const leaveNothing = (): void => void redis.stop();
  process.once('exit', leaveNothing);
  bench.atEnd(() => {
    process.off('exit', leaveNothing);
    return redis.stop();
  });
  return { pid: redis.pid, url: redis.url };
}

async function startService<Line>(
  entry: string,
  env: Readonly<Record<string, string>>,
  ready: z.ZodType<Line>,
  flags: readonly string[] = [],
): Promise<{ service: Service; line: Line }> {
  services += 1;
  const log = temporaryPath(`service-${services}.log`);
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, [...flags, join(DIST, entry)], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      ADMIN_PORT: '0',
      DRAIN_DELAY_MS: '0',
      ...env,
    },
    stdio: ['ignore', output, output],
  });
  const leaveNothing = (): void => void child.kill('SIGKILL');
  process.once('exit', leaveNothing);
  const ended = once(child, 'exit').then(() => process.off('exit', leaveNothing));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  const giveUpAt = performance.now() + START_LIMIT_MS;
  for (;;) {
    const text = readFileSync(log, 'utf8');
    const line = findLine(text, ready);
    if (line !== undefined) return { service: { pid: child.pid ?? 0, stop }, line };
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${entry} ended at its start:\n${text}`);
    if (performance.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new Error(`${entry} was not ready in ${START_LIMIT_MS / 1000} s:\n${text}`);
    }
    await delay(POLL_MS);
  }
}

/** The first whole line of a log that fits. */
function findLine<Line>(text: string, schema: z.ZodType<Line>): Line | undefined {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  for (const line of whole.split('\n')) {
    if (!line.startsWith('{')) continue;
    const parsed = schema.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data;
  }
  return undefined;
}
