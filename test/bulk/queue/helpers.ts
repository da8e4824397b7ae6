import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Redis } from 'ioredis';
import { expect } from 'vitest';
import { queueName } from '../../../src/bulk/queue/protocol.js';
import { QueueRunner, type QueueRunnerOptions } from '../../../src/bulk/queue/queue-runner.js';
import type { QueueLogger } from '../../../src/bulk/queue/redis-link.js';
import { type QueueWorker, startWorker, type WorkerOptions } from '../../../src/bulk/queue/start-worker.js';
import type { ChunkTask } from '../../../src/bulk/thread-runner.js';
import type { ChunkAnswer } from '../../../src/csv/chunk.js';
import type { ChunkOutcome } from '../../../src/ops/api-metrics.js';
import { redisSettings } from '../../../src/ops/redis-settings.js';
import { until } from '../../support/until.js';

export const at = (redisUrl: string) => redisSettings({ redisUrl });

const text = new TextEncoder();
const read = new TextDecoder();

/** Never aborts. All chunks listen to it, so the limit on listeners is removed. */
export const calm = new AbortController().signal;
setMaxListeners(0, calm);

export const BUILD = 'test';

export function answerOf(body: Uint8Array): ChunkAnswer {
  return { students: 1, failedStudents: 0, body: new Uint8Array(body) };
}

/** The calculation of these tests' workers; the rescue must give the same bytes. */
export function shout(bytes: Uint8Array): ChunkAnswer {
  return answerOf(text.encode(read.decode(bytes).toUpperCase()));
}

export function chunk(index: number, content = `chunk ${index}`, requestId = 'request-1'): ChunkTask {
  return { requestId, caller: 'A', index, toBytes: () => text.encode(content) };
}

export async function shouted(answer: Promise<ChunkAnswer>): Promise<string> {
  return read.decode((await answer).body);
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

class LogBook implements QueueLogger {
  readonly lines: { level: string; message: string; fields: object }[] = [];
  readonly #at = (level: string) => (fields: object, message: string) =>
    void this.lines.push({ level, message, fields });
  debug = this.#at('debug');
  info = this.#at('info');
  warn = this.#at('warn');
  error = this.#at('error');

  count(level: string, message: string): number {
    return this.lines.filter((line) => line.level === level && line.message === message).length;
  }
}

/** Calculates this many chunks at once and expects each answer. */
export async function calculateAll({ runner }: Pick<Api, 'runner'>, count: number): Promise<void> {
  const answers = range(count).map((index) => shouted(runner.run(chunk(index), calm)));
  expect(await Promise.all(answers)).toEqual(range(count).map((index) => `CHUNK ${index}`));
}

export async function workersAre({ runner }: Pick<Api, 'runner'>, count: number): Promise<void> {
  await until(async () => (await runner.queueStats()).workers === count, `${count} workers are connected`);
}

type Api = Awaited<ReturnType<Stage['api']>>;

export class Stage {
  /** The log of all workers. */
  readonly ofWorkers = new LogBook();
  readonly prefix = `test-${randomUUID().slice(0, 8)}`;
  readonly #open: (() => Promise<void>)[] = [];

  constructor(private readonly redisUrl: string) {}

  /** An API side. Unless `ready` is false, waits until it can use Redis. */
  async api(options: Partial<QueueRunnerOptions> = {}, ready = true) {
    const log = new LogBook();
    const outcomes = new Map<ChunkOutcome, number>();
    const onOutcome = (outcome: ChunkOutcome) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const runner = new QueueRunner({
      redis: at(this.redisUrl),
      prefix: this.prefix,
      build: BUILD,
      rescueAfterMs: 60_000,
      rescue: { run: async ({ toBytes }) => shout(toBytes()) },
      logger: log,
      onOutcome,
      ...options,
    });
    this.#open.push(() => runner.close());
    if (ready) await until(() => runner.redis.state().state === 'ok', 'the API uses Redis');
    return { runner, log, outcomes };
  }

  /** A worker. Unless `ready` is false, waits until it can use Redis. */
  async worker(options: Partial<WorkerOptions> = {}, ready = true): Promise<QueueWorker> {
    const worker = startWorker({
      redis: at(this.redisUrl),
      prefix: this.prefix,
      build: BUILD,
      concurrency: 2,
      runChunk: shout,
      logger: this.ofWorkers,
      stopLimitMs: 2000,
      ...options,
    });
    this.#open.push(() => worker.stop());
    if (ready) await until(() => worker.redis.state().state === 'ok', 'the worker uses Redis');
    return worker;
  }

  async both(options: Partial<QueueRunnerOptions> = {}, ofWorker: Partial<WorkerOptions> = {}) {
    const api = await this.api(options);
    await this.worker(ofWorker);
    await workersAre(api, 1);
    return api;
  }

  /** A connection that Redis lists as a worker but that does nothing, like a stopped process. */
  async idler(): Promise<void> {
    const connectionName = `${this.prefix}:${Buffer.from(queueName(BUILD)).toString('base64')}`;
    const idler = new Redis(this.redisUrl, { connectionName });
    // Tests stop Redis on purpose.
    idler.on('error', () => {});
    this.#open.push(async () => idler.disconnect());
    await idler.ping();
  }

  async clear(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((close) => close()));
  }
}
