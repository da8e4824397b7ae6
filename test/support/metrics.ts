import { JOB_OUTCOMES } from '../../src/bulk/queue/start-worker.js';
import { CHUNK_OUTCOMES } from '../../src/bulk/runner.js';
import { ABORT_CAUSES } from '../../src/http/send.js';
import { createApiMetrics } from '../../src/ops/api-metrics.js';
import { createWorkerMetrics } from '../../src/ops/metrics.js';

/** Metrics as the API process makes them. */
export function apiMetrics(options?: { readonly probeTimeoutMs: number }) {
  return createApiMetrics(
    { build: 'test', chunkOutcomes: CHUNK_OUTCOMES, abortCauses: ABORT_CAUSES },
    options,
  );
}

/** Metrics as a worker process makes them. */
export function workerMetrics() {
  return createWorkerMetrics('test', JOB_OUTCOMES);
}
