import { byOutcome, CHUNK_BUCKETS, createMetrics } from './metrics.js';

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
