import { setTimeout as delay } from 'node:timers/promises';
import { createMetrics, type RedisView } from './metrics.js';

/**
 * The outcome of a chunk: `threads` calculated here, without a queue; `queue` answered by a worker; `rescue`
 * calculated here because no worker answered in time, or the queue could not take it; `retry` a worker's
 * attempt that failed; `duplicate` an answer that nobody waits for.
 */
const CHUNK_OUTCOMES = ['threads', 'queue', 'rescue', 'retry', 'duplicate'] as const;
export type ChunkOutcome = (typeof CHUNK_OUTCOMES)[number];

/** Why an answer is incomplete. `time_limit`: the caller was too slow, in reading it or in sending. */
const ABORT_CAUSES = ['caller_left', 'shutdown', 'time_limit', 'failure'] as const;
export type AbortCause = (typeof ABORT_CAUSES)[number];

export interface QueueReading {
  readonly waiting: number;
  readonly active: number;
  /** Age of the longest-waiting chunk, 0 if none is waiting. */
  readonly oldestWaitingSeconds: number;
  /** Worker processes connected to the queue; null if Redis does not list them. */
  readonly workers: number | null;
}

/** The routes covered by the service objectives; pages and health checks are not. */
const CALCULATIONS = ['/v1/calculate', '/v1/calculate/bulk'];

/** Seconds, from a single answer on an idle machine to a million rows on a busy one. */
const REQUEST_BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300,
];

/** Half a second below the 2 seconds that a scrape may take; Prometheus waits 10 s by default. */
const PROBE_TIMEOUT_MS = 1500;

export type ApiMetrics = ReturnType<typeof createApiMetrics>;

/**
 * Metrics of one API process, read within 2 seconds whatever Redis does. Labels become series that stay:
 * `route` is the route's pattern, never the requested path, and `key_id` an existing key's id or `none`.
 */
export function createApiMetrics(build: string) {
  const { registry, counter, histogram, gauge, observe, chunks, observeRedis } = createMetrics(build);
  const ofKey = (name: string, help: string) => counter(name, help, ['key_id']);
  const metrics = {
    registry,
    requests: counter(
      'prorata_http_requests_total',
      'Requests by route, key and status of the answer; the status is "aborted" where the answer is not complete',
      ['route', 'status', 'key_id'],
    ),
    aborted: counter(
      'prorata_http_requests_aborted_total',
      'Requests with a valid key whose answer is not complete, by route and cause',
      ['route', 'cause'],
    ),
    requestSeconds: histogram(
      'prorata_http_request_duration_seconds',
      'Time from a request to the end of its answer, where that is complete',
      ['route', 'status'],
      REQUEST_BUCKETS,
    ),
    bulkRows: ofKey('prorata_bulk_rows_total', 'Data rows of bulk requests, by key'),
    bulkStudents: ofKey('prorata_bulk_students_total', 'Students answered in bulk requests, by key'),
    bulkStudentsFailed: ofKey(
      'prorata_bulk_students_failed_total',
      'Students answered with an error in bulk requests, by key',
    ),
    /** `seconds` from dispatching the chunk to receiving its answer, if it has one. */
    bulkChunk: chunks(
      CHUNK_OUTCOMES,
      ['prorata_bulk_chunks_total', 'Chunks by what became of them'],
      ['prorata_bulk_chunk_duration_seconds', 'Time from handing a chunk out to having its answer'],
    ),
    bulkRequestsInProgress: gauge('prorata_bulk_requests_in_progress', 'Bulk requests under way'),
    bulkUploadsWaiting: gauge('prorata_bulk_uploads_waiting', 'Uploads that wait for memory'),
    bulkUploadBytesHeld: gauge('prorata_bulk_upload_bytes_held', 'Upload bytes held in memory'),
    bulkWindowChunksInFlight: gauge(
      'prorata_bulk_window_chunks_in_flight',
      'Chunks handed out whose answer is not yet written',
    ),

    observeKeys(keys: {
      readonly isCurrent: boolean;
      inForce(): readonly { readonly id: string; readonly expires_at: string | null }[];
    }): void {
      const ends = () =>
        keys
          .inForce()
          .flatMap(({ id, expires_at }) =>
            expires_at === null ? [] : [{ labels: { key_id: id }, value: Date.parse(expires_at) / 1000 }],
          );
      const expiry = 'When a key in force expires, seconds since 1970; absent for one that never does';
      observe('prorata_key_expiry_timestamp_seconds', expiry, ends, ['key_id']);
      const upHelp = '1 when the key file could be read the last time, else 0';
      observe('prorata_keys_file_up', upHelp, () => Number(keys.isCurrent));
      const inForceHelp = 'API keys that are neither expired nor revoked';
      observe('prorata_keys_in_force', inForceHelp, () => keys.inForce().length);
    },

    /**
     * Adds Redis and the queue to every scrape; not called without Redis. A queue that does not answer in
     * time has no numbers, but Redis still counts as up: a slow answer is not an outage.
     */
    observeQueue(queue: {
      readonly redis: RedisView & { readonly evictionPolicy: string | undefined };
      queueStats(): Promise<QueueReading>;
    }): void {
      observeRedis(queue.redis);
      const evicts = '1 when Redis may throw keys away (its maxmemory-policy is not noeviction), else 0';
      observe('prorata_redis_evicts', evicts, () => {
        const policy = queue.redis.evictionPolicy;
        return policy === undefined ? policy : Number(policy !== 'noeviction');
      });
      let asked: Promise<QueueReading | undefined> | undefined;
      // One query at a time for all gauges and scrapes, so that hanging queries do not pile up.
      const probe = (): Promise<QueueReading | undefined> => {
        asked ??= queue
          .queueStats()
          .catch(() => undefined)
          .finally(() => {
            asked = undefined;
          });
        return Promise.race([asked, delay(PROBE_TIMEOUT_MS, undefined, { ref: false })]);
      };
      const observeStat = (name: keyof QueueReading, metric: string, help: string) =>
        observe(metric, help, async () => (await probe())?.[name]);
      observeStat('waiting', 'prorata_queue_chunks_waiting', 'Chunks in the queue that no worker has taken');
      observeStat('active', 'prorata_queue_chunks_active', 'Chunks that workers are calculating');
      const oldest = 'Age of the chunk that waits longest, 0 when none waits';
      observeStat('oldestWaitingSeconds', 'prorata_queue_oldest_waiting_seconds', oldest);
      observeStat('workers', 'prorata_queue_workers', 'Worker processes connected to the queue');
    },
  };

  // Series start at 0, so that a rate sees their first event as an increase.
  for (const route of CALCULATIONS) {
    for (const cause of ABORT_CAUSES) metrics.aborted.inc({ route, cause }, 0);
    for (const status of [200, 500, 503]) metrics.requestSeconds.zero({ route, status });
  }
  return metrics;
}
