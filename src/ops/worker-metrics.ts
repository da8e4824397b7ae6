import { Gauge } from 'prom-client';
import { chunkMetrics, createMetricsPage, REDIS_UP } from './metrics-page.js';

/**
 * What became of a chunk that a worker took: `calculated` and answered; `dropped` because nobody waits for it any more;
 * `failed` and left to the API process; `undelivered` because Redis did not give the payload or take the answer.
 */
const OUTCOMES = ['calculated', 'dropped', 'failed', 'undelivered'] as const;

/** A worker's own view of itself. */
export interface WorkerReading {
  readonly redisUp: boolean;
  /** False when it takes no work although work is waiting. */
  readonly healthy: boolean;
}

/** Metrics of one worker process. */
export function createWorkerMetrics() {
  const { registers, beforeRendering, contentType, render } = createMetricsPage();
  return {
    contentType,
    render,
    /** `seconds` from taking the chunk to having recorded its answer. */
    workerChunk: chunkMetrics(
      registers,
      OUTCOMES,
      { name: 'prorata_worker_chunks_total', help: 'Chunks that this worker took, by what became of them' },
      {
        name: 'prorata_worker_chunk_duration_seconds',
        help: 'Time from taking a chunk to having recorded its answer',
      },
    ),
    /** Has the worker's state shown at every scrape. */
    observeWorker(ask: () => WorkerReading): void {
      const redisUp = new Gauge({ ...REDIS_UP, registers });
      const healthy = new Gauge({
        name: 'prorata_worker_healthy',
        help: '0 when the worker takes no work although work is waiting',
        registers,
      });
      beforeRendering(() => {
        const worker = ask();
        redisUp.set(worker.redisUp ? 1 : 0);
        healthy.set(worker.healthy ? 1 : 0);
      });
    },
  };
}
