import { createApiMetrics } from '../../src/ops/api-metrics.js';
import { createWorkerMetrics } from '../../src/ops/metrics.js';

/** Metrics as the API process makes them. */
export function apiMetrics() {
  return createApiMetrics('test');
}

/** Metrics as a worker process makes them. */
export function workerMetrics() {
  return createWorkerMetrics('test');
}
