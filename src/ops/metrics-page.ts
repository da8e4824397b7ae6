import { setTimeout as delay } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { memoryLimitBytes } from './memory-limit.js';

/** What the metrics page needs. */
export interface MetricsPage {
  readonly contentType: string;
  /** Everything in Prometheus text format. */
  render(): Promise<string>;
}

/** A page in the making, with a registry of its own instead of the library's global one. */
export interface PageInTheMaking extends MetricsPage {
  readonly registers: Registry[];
  /** Runs before every rendering, which waits for it. */
  beforeRendering(update: () => void | Promise<void>): void;
}

/** A page of the process: event-loop delay, memory, garbage collection, CPU. */
export function createMetricsPage(): PageInTheMaking {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const memoryLimit = new Gauge({
    name: 'prorata_memory_limit_bytes',
    help: 'Memory that this process may use: the limit of its container, else the memory of the machine',
    registers: [registry],
  });
  memoryLimit.set(memoryLimitBytes());
  const updates: (() => void | Promise<void>)[] = [];
  return {
    registers: [registry],
    contentType: registry.contentType,
    beforeRendering(update) {
      updates.push(update);
    },
    async render() {
      await Promise.all(updates.map((update) => update()));
      return registry.metrics();
    },
  };
}

export const REDIS_UP = {
  name: 'prorata_redis_up',
  help: '1 when this process can use Redis, else 0; absent when no Redis is configured',
};

/** Sets a gauge without labels; undefined takes its value away. No number is better than one from before an outage. */
export function show(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

/**
 * Makes a question that may hang or fail into one that is over within `timeoutMs`, with undefined for no answer. Askers at
 * the same time share one question, and none is asked while an old one is still open: what hangs is not piled upon.
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

/** From a small chunk on an idle core to one that had to be rescued. */
const CHUNK_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Counts and times chunks by outcome. Every outcome is counted from 0 on, so that its first occurrence is a rise
 * that a rate can see. A chunk without `seconds` is only counted.
 */
export function chunkMetrics<Outcome extends string>(
  registers: Registry[],
  outcomes: readonly Outcome[],
  total: { readonly name: string; readonly help: string },
  duration: { readonly name: string; readonly help: string },
): (outcome: Outcome, seconds?: number) => void {
  const labelNames = ['outcome'] as const;
  const chunks = new Counter({ ...total, labelNames, registers });
  const times = new Histogram({ ...duration, labelNames, buckets: CHUNK_BUCKETS, registers });
  for (const outcome of outcomes) chunks.inc({ outcome }, 0);
  return (outcome, seconds) => {
    chunks.inc({ outcome });
    if (seconds !== undefined) times.observe({ outcome }, seconds);
  };
}
