import { collectDefaultMetrics, Registry } from 'prom-client';
import { type MetricMaker, metricMaker } from './metric-series.js';
import { type BulkMetrics, bulkMetrics } from './metrics-bulk.js';
import { chunkMetrics } from './metrics-chunks.js';
import { httpMetrics } from './metrics-http.js';
import { createProbe } from './probe.js';

/** What the metrics page needs. */
export interface MetricsPage {
  readonly contentType: string;
  /** Everything in Prometheus text format. Answers within 2 seconds, whatever the observed things do. */
  render(): Promise<string>;
}

/** The queue as Redis sees it. */
export interface QueueReading {
  readonly waiting: number;
  readonly active: number;
  /** Age of the chunk that waits longest; null when none waits. */
  readonly oldestWaitingSeconds: number | null;
  /** Worker processes connected to the queue. */
  readonly workers: number;
}

/** The key file as this process sees it. */
export interface KeysReading {
  /** Whether the file could be read the last time; when not, the last good one is in force. */
  readonly up: boolean;
  /** Keys in force. */
  readonly loaded: number;
  /** Failed attempts to read the file since the process began. */
  readonly reloadFailures: number;
}

/** Metrics of an API process. */
export interface ApiMetrics extends MetricsPage, BulkMetrics {
  /**
   * Counts one answered request. `route` is the route's pattern, never the path that was asked for, and `keyId` the
   * id of a key that exists (undefined without one): both become series that are kept for good.
   */
  httpRequest(route: string, status: number, keyId: string | undefined, seconds: number): void;
  /** Asked at every scrape; a rejection or silence is shown as Redis being down. Not called without Redis. */
  observeQueue(ask: () => Promise<QueueReading>): void;
  /** Asked at every scrape. */
  observeKeys(ask: () => KeysReading): void;
}

/**
 * What became of a chunk that a worker took: `calculated` and answered; `dropped` because nobody waits for it any more;
 * `failed` and left to the API process; `undelivered` because Redis did not give the payload or take the answer.
 */
export type WorkerChunkOutcome = (typeof workerOutcomes)[number];
const workerOutcomes = ['calculated', 'dropped', 'failed', 'undelivered'] as const;

/** A worker's own view of itself. */
export interface WorkerReading {
  readonly redisUp: boolean;
  /** False when it takes no work although work is waiting. */
  readonly healthy: boolean;
}

/** Metrics of a worker process. */
export interface WorkerMetrics extends MetricsPage {
  /** `seconds` from taking the chunk to having recorded its answer. */
  workerChunk(outcome: WorkerChunkOutcome, seconds?: number): void;
  /** Asked at every scrape. */
  observeWorker(ask: () => WorkerReading | Promise<WorkerReading>): void;
}

export interface MetricsOptions {
  /** How long a scrape waits for an observed thing; Prometheus itself waits 10 s by default. */
  readonly probeTimeoutMs?: number;
}

interface Page extends MetricsPage {
  readonly make: MetricMaker;
  /** Has `ask` answered before every scrape and hands the answer, or undefined for none, to `show`. */
  observe<T>(ask: () => T | Promise<T>, show: (value: T | undefined) => void): void;
}

function createPage({ probeTimeoutMs = 1500 }: MetricsOptions): Page {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const observations: (() => Promise<void>)[] = [];
  return {
    contentType: registry.contentType,
    make: metricMaker(registry),
    observe(ask, show) {
      const probe = createProbe(ask, probeTimeoutMs);
      observations.push(async () => {
        const result = await probe();
        show(result.ok ? result.value : undefined);
      });
    },
    async render() {
      await Promise.all(observations.map((observation) => observation()));
      return registry.metrics();
    },
  };
}

const redisUpHelp = '1 when Redis could be used at this scrape, else 0; absent when no Redis is configured';

/** Metrics of one API process, in a registry of their own. */
export function createApiMetrics(options: MetricsOptions = {}): ApiMetrics {
  const { make, observe, render, contentType } = createPage(options);
  const redisUp = make.reading('prorata_redis_up', redisUpHelp);
  const waiting = make.reading(
    'prorata_queue_chunks_waiting',
    'Chunks in the queue that no worker has taken',
  );
  const active = make.reading('prorata_queue_chunks_active', 'Chunks that workers are calculating');
  const oldest = make.reading(
    'prorata_queue_oldest_waiting_seconds',
    'Age of the chunk that waits longest, 0 when none waits',
  );
  const workers = make.reading('prorata_queue_workers', 'Worker processes connected to the queue');
  const keysUp = make.reading(
    'prorata_keys_file_up',
    '1 when the key file could be read the last time, else 0',
  );
  const keysLoaded = make.reading(
    'prorata_keys_loaded',
    'API keys in the file, expired and revoked ones included',
  );
  const reloadFailures = make.total(
    'prorata_keys_file_reload_failures_total',
    'Failed attempts to read the key file',
  );
  return {
    contentType,
    render,
    ...bulkMetrics(make),
    httpRequest: httpMetrics(make),
    observeQueue(ask) {
      observe(ask, (queue) => {
        redisUp(queue === undefined ? 0 : 1);
        // No number is better than one from before the outage.
        waiting(queue?.waiting);
        active(queue?.active);
        oldest(queue && (queue.oldestWaitingSeconds ?? 0));
        workers(queue?.workers);
      });
    },
    observeKeys(ask) {
      observe(ask, (keys) => {
        keysUp(keys?.up ? 1 : 0);
        keysLoaded(keys?.loaded);
        reloadFailures(keys?.reloadFailures);
      });
    },
  };
}

/** Metrics of one worker process, in a registry of their own. */
export function createWorkerMetrics(options: MetricsOptions = {}): WorkerMetrics {
  const { make, observe, render, contentType } = createPage(options);
  const redisUp = make.reading('prorata_redis_up', redisUpHelp);
  const healthy = make.reading(
    'prorata_worker_healthy',
    '0 when the worker takes no work although work is waiting',
  );
  return {
    contentType,
    render,
    workerChunk: chunkMetrics(
      make,
      workerOutcomes,
      { name: 'prorata_worker_chunks_total', help: 'Chunks that this worker took, by what became of them' },
      {
        name: 'prorata_worker_chunk_duration_seconds',
        help: 'Time from taking a chunk to having recorded its answer',
      },
    ),
    observeWorker(ask) {
      observe(ask, (worker) => {
        redisUp(worker?.redisUp ? 1 : 0);
        healthy(worker?.healthy ? 1 : 0);
      });
    },
  };
}
