import { setTimeout as delay } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { memoryLimitBytes } from './machine.js';

/** Reads a value at each scrape; undefined for none: no number is better than one from before an outage. */
type Read = () => number | undefined | Promise<number | undefined>;

/** From a small chunk on an idle core to one that had to be rescued. */
export const CHUNK_BUCKETS: number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * A separate registry instead of the library's global one, with the process's event-loop delay, memory, garbage
 * collection and CPU, and functions that create metrics in it. `build` names the build of this process.
 */
export function createMetrics(build: string) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: readonly string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  /** Without `read` it keeps the value it was set to. */
  const gauge = (name: string, help: string, read?: Read) => {
    if (read === undefined) return new Gauge({ name, help, registers });
    const collect = async function (this: Gauge) {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    };
    return new Gauge({ name, help, registers, collect });
  };

  /** Reads all of its series at each scrape. */
  const gauges = (
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => readonly { readonly labels: Record<string, string>; readonly value: number }[],
  ) => {
    const collect = function (this: Gauge) {
      this.reset();
      for (const { labels, value } of read()) this.set(labels, value);
    };
    return new Gauge({ name, help, labelNames, registers, collect });
  };

  gauge(
    'prorata_memory_limit_bytes',
    'Memory that this process may use: the limit of its container, else the memory of the machine',
  ).set(memoryLimitBytes());

  const isBuild = '1; the build that this process runs, which the API and its workers share';
  gauges('prorata_build_info', isBuild, ['build'], () => [{ labels: { build }, value: 1 }]);

  /** Adds Redis; must not be called if none is configured. */
  const observeRedis = (isUp: () => boolean): void => {
    const help = '1 when this process can use Redis, else 0; absent when no Redis is configured';
    gauge('prorata_redis_up', help, () => Number(isUp()));
  };
  return { registry, counter, histogram, gauge, gauges, observeRedis };
}

/**
 * Counts and times chunks by outcome. Every outcome starts at 0, so that its first occurrence is an increase that a
 * rate can see. A chunk without `seconds` is only counted.
 */
export function byOutcome<Outcome extends string>(
  outcomes: readonly Outcome[],
  counts: Counter,
  times: Histogram,
): (outcome: Outcome, seconds?: number) => void {
  for (const outcome of outcomes) counts.inc({ outcome }, 0);
  return (outcome, seconds) => {
    counts.inc({ outcome });
    if (seconds !== undefined) times.observe({ outcome }, seconds);
  };
}

/**
 * Wraps a question that may hang or fail so that it ends within `timeoutMs`, with undefined for no answer. Simultaneous
 * callers share one question, and none is asked while an earlier one is open, so hanging questions do not pile up.
 */
export function createProbe<T>(ask: () => Promise<T>, timeoutMs: number): () => Promise<T | undefined> {
  let open: Promise<T | undefined> | undefined;
  return () => {
    open ??= Promise.resolve()
      .then(ask)
      .catch(() => undefined)
      .finally(() => {
        open = undefined;
      });
    return Promise.race([open, delay(timeoutMs, undefined, { ref: false })]);
  };
}

/**
 * Metrics of one worker process.
 *
 * @param outcomes all possible outcomes of a chunk that the worker took
 */
export function createWorkerMetrics<Outcome extends string>(build: string, outcomes: readonly Outcome[]) {
  const { registry, counter, histogram, gauge, observeRedis } = createMetrics(build);
  return {
    registry,
    /** `seconds` from taking the chunk to recording its answer. */
    chunk: byOutcome(
      outcomes,
      counter('prorata_worker_chunks_total', 'Chunks that this worker took, by what became of them', [
        'outcome',
      ]),
      histogram(
        'prorata_worker_chunk_duration_seconds',
        'Time from taking a chunk to having recorded its answer',
        ['outcome'],
        CHUNK_BUCKETS,
      ),
    ),
    /** Adds the worker's state to every scrape. It is healthy unless it takes no work although work is waiting. */
    observeWorker(isRedisUp: () => boolean, isHealthy: () => boolean): void {
      observeRedis(isRedisUp);
      const help = '0 when the worker takes no work although work is waiting';
      gauge('prorata_worker_healthy', help, () => Number(isHealthy()));
    },
  };
}
