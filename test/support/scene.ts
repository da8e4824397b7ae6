import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, onTestFailed, onTestFinished } from 'vitest';
import { queueName } from '../../src/bulk/queue/protocol.js';
import { buildId } from '../../src/ops/build-id.js';
import { startApi } from './api.js';
import { workersAre } from './operator.js';
import { startLocalRedis } from './redis.js';
import { isOfRequest } from './redis-dump.js';
import { startTcpProxy } from './tcp-proxy.js';
import { startWorker, type WorkerProcess } from './worker.js';

type Env = Readonly<Record<string, string>>;

export interface SceneOptions {
  readonly workers: number;
  readonly apis?: number;
  readonly apiEnv?: Env;
  readonly workerEnv?: Env;
  readonly redisArguments?: readonly string[];
  /** An existing Redis to use; the scene stops it. */
  readonly redis?: Awaited<ReturnType<typeof startLocalRedis>>;
  readonly password?: string;
}

const BUILD = buildId(new URL('../../dist/build.json', import.meta.url));

export type Scene = Awaited<ReturnType<typeof openScene>>;

/** A Redis, API replicas and workers: real processes that reach Redis through a proxy. */
export async function openScene(options: SceneOptions) {
  const { password, redisArguments = [] } = options;
  const secret = password === undefined ? [] : ['--requirepass', password];
  const redis = options.redis ?? (await startLocalRedis([...secret, ...redisArguments]));
  const redisPort = Number(new URL(redis.url).port);
  const proxy = await startTcpProxy(redisPort);
  const login = password === undefined ? '' : `:${password}@`;
  // Bypasses the proxy, to observe Redis and to break it, even while it loads its data.
  const control = new Redis(`redis://${login}127.0.0.1:${redisPort}`, { enableReadyCheck: false });
  // Tests stop Redis on purpose.
  control.on('error', () => {});
  const prefix = `test-${randomUUID().slice(0, 8)}`;
  const env = { REDIS_URL: `redis://${login}127.0.0.1:${proxy.port}`, QUEUE_PREFIX: prefix };
  const workers: WorkerProcess[] = [];
  /** Adds a worker; `entry` is an entry point of another build. */
  const addWorker = async (extra: Env = {}, entry?: string): Promise<WorkerProcess> => {
    const worker = await startWorker({ ...env, ...options.workerEnv, ...extra }, entry);
    workers.push(worker);
    return worker;
  };
  const apis = await Promise.all(
    Array.from({ length: options.apis ?? 1 }, () => startApi({ ...env, ...options.apiEnv })),
  );
  await Promise.all(Array.from({ length: options.workers }, () => addWorker()));
  const [api] = apis;
  if (api === undefined) throw new Error('A scene needs an API process.');
  if (options.workers > 0) await workersAre(api.adminUrl, options.workers);
  return {
    redis,
    proxy,
    api,
    apis,
    workers,
    control,
    prefix,
    /** BullMQ's lists of the chunks that wait for a worker and of the chunks that workers hold. */
    waitingList: `${prefix}:${queueName(BUILD)}:wait`,
    activeList: `${prefix}:${queueName(BUILD)}:active`,
    addWorker,
    keys: async () => (await control.keys(`${prefix}:*`)).sort(),
    close: async () => {
      await Promise.all([...apis, ...workers].map((one) => one.stop()));
      control.disconnect();
      await proxy.close();
      await redis.stop();
    },
  };
}

/** One scene for all tests of a file, so each test also notices what an earlier one broke. */
export async function sceneOfFile(options: SceneOptions): Promise<Scene> {
  const scene = await openScene(options);
  afterAll(() => scene.close());
  return scene;
}

const MOST_LINES = 30;

/** A scene for the running test. If it fails, the last lines of the API's log are printed. */
export async function sceneOfTest(options: SceneOptions): Promise<Scene> {
  const scene = await openScene(options);
  onTestFinished(() => scene.close());
  // The cause of a rare failure is often visible only in this log.
  onTestFailed(() => {
    process.stderr.write(`${scene.api.logs().slice(-MOST_LINES).join('\n')}\n`);
  });
  return scene;
}

const MOST_TRIES = 5;

/**
 * Repeats a run in which the API lost Redis or a worker lost its lock (after which a chunk is tried again). A
 * busy machine lets both happen. @throws Error after {@link MOST_TRIES} runs.
 */
export async function runWithoutLosses<T>(scene: Scene, run: () => Promise<T>): Promise<T> {
  const losses = async () => {
    const lost = scene.api.logs().filter((line) => line.includes('Redis cannot be used')).length;
    const events = await scene.control.xrange(`${scene.prefix}:${queueName(BUILD)}:events`, '-', '+');
    return lost + events.filter(([, fields]) => fields.includes('stalled')).length;
  };
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await losses();
    const result = await run();
    if ((await losses()) === before) return result;
  }
  throw new Error(`Each of ${MOST_TRIES} runs lost Redis or a worker.`);
}

/** The keys of requests in Redis, except failed jobs, which stay for an operator to see. */
export async function requestKeys({ control, prefix, keys }: Scene): Promise<string[]> {
  const queue = `${prefix}:${queueName(BUILD)}`;
  const failed = new Set((await control.zrange(`${queue}:failed`, 0, -1)).map((id) => `${queue}:${id}`));
  return (await keys()).filter((key) => isOfRequest(key) && !failed.has(key));
}
