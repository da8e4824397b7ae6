import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { memoryLimitBytes } from './machine.js';

/** A gauge's value or series. With neither it has no number, which is better than an outdated one. */
type Value = number | readonly Series[] | null | undefined;

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface RedisView {
  state(): { readonly state: 'ok' | 'degraded' };
}

/** Seconds, from a small chunk on an idle core to a chunk that had to be rescued. */
const CHUNK_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * A registry instead of the library's global one, with event-loop delay, memory, garbage collection and CPU
 * of the process, and functions that create metrics. `build` names the running build.
 */
export function createMetrics(build: string) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: readonly string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  /** Adds a gauge that is read at each scrape. */
  const observe = (
    name: string,
    help: string,
    read: () => Value | Promise<Value>,
    labelNames: readonly string[] = [],
  ) => {
    const collect = async function (this: Gauge) {
      const value = await read();
      this.reset();
      if (typeof value === 'number') this.set(value);
      else if (!value) this.remove();
      else for (const each of value) this.set(each.labels, each.value);
    };
    new Gauge({ name, help, labelNames, registers, collect });
  };
  /** Counts chunks by outcome, from 0 so that a rate sees the first, and times those with a duration. */
  const chunks = <Outcome extends string>(
    outcomes: readonly Outcome[],
    [countName, countHelp]: readonly [name: string, help: string],
    [timeName, timeHelp]: readonly [name: string, help: string],
  ) => {
    const counts = counter(countName, countHelp, ['outcome']);
    const times = histogram(timeName, timeHelp, ['outcome'], CHUNK_BUCKETS);
    for (const outcome of outcomes) counts.inc({ outcome }, 0);
    return (outcome: Outcome, seconds?: number): void => {
      counts.inc({ outcome });
      if (seconds !== undefined) times.observe({ outcome }, seconds);
    };
  };

  gauge(
    'prorata_memory_limit_bytes',
    'Memory that this process may use: the limit of its container, else the memory of the machine',
  ).set(memoryLimitBytes());
  observe(
    'prorata_build_info',
    '1; the build that this process runs, which the API and its workers share',
    () => [{ labels: { build }, value: 1 }],
    ['build'],
  );

  /** Adds the gauge of Redis; must not be called if no Redis is configured. */
  const observeRedis = (redis: RedisView): void => {
    const help = '1 when this process can use Redis, else 0; absent when no Redis is configured';
    observe('prorata_redis_up', help, () => Number(redis.state().state === 'ok'));
  };
  return { registry, counter, histogram, gauge, observe, chunks, observeRedis };
}

/**
 * The outcome of a job in a worker: `dropped` because nobody waits for it; `failed` during calculation;
 * `undelivered` because Redis did not give the payload or take the answer. BullMQ retries the last two.
 */
const JOB_OUTCOMES = ['calculated', 'dropped', 'failed', 'undelivered'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/** Metrics of one worker process. */
export function createWorkerMetrics(build: string) {
  const { registry, chunks, observe, observeRedis } = createMetrics(build);
  return {
    registry,
    /** `seconds` from taking the chunk to recording its answer. */
    chunk: chunks(
      JOB_OUTCOMES,
      ['prorata_worker_chunks_total', 'Chunks that this worker took, by what became of them'],
      ['prorata_worker_chunk_duration_seconds', 'Time from taking a chunk to having recorded its answer'],
    ),
    /** Adds the worker's state to every scrape. */
    observeWorker(worker: { readonly redis: RedisView; fault(): string | null }): void {
      observeRedis(worker.redis);
      const help = '0 when the worker takes no work although work is waiting';
      observe('prorata_worker_healthy', help, () => Number(worker.fault() === null));
    },
  };
}
