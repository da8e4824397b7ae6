import type { Level, MetricMaker } from './metric-series.js';
import { chunkMetrics } from './metrics-chunks.js';

/**
 * What became of a chunk of a bulk request: `threads` calculated here because no queue is in use; `queue` by a
 * worker; `rescue` here because no worker answered in time; `retry` a worker's attempt that failed and is made again;
 * `duplicate` an answer too many.
 */
const outcomes = ['threads', 'queue', 'rescue', 'retry', 'duplicate'] as const;

/** Metrics of bulk requests. */
export interface BulkMetrics {
  /** Data rows read from uploads. */
  bulkRows(amount: number): void;
  /** Students answered, and how many of them with an error instead of a result. */
  bulkStudents(amount: number, failed: number): void;
  /** Counts one chunk; `seconds` from handing it out to having its slice, where it has one. */
  bulkChunk(outcome: (typeof outcomes)[number], seconds?: number): void;
  /** Bulk requests from their first byte to their last. */
  readonly bulkRequestsInProgress: Level;
  /** Uploads that wait for memory. */
  readonly bulkUploadsWaiting: Level;
  readonly bulkUploadBytesHeld: Level;
  /** Chunks handed out and not yet written, over all requests. */
  readonly bulkWindowChunksInFlight: Level;
  readonly bulkThreadsBusy: Level;
}

/** Registers them. */
export function bulkMetrics(make: MetricMaker): BulkMetrics {
  const students = make.counter('prorata_bulk_students_total', 'Students answered in bulk requests');
  const failures = make.counter(
    'prorata_bulk_students_failed_total',
    'Students answered with an error in bulk requests',
  );
  return {
    bulkRows: make.counter('prorata_bulk_rows_total', 'Data rows of bulk requests'),
    bulkStudents(amount, failed) {
      students(amount);
      failures(failed);
    },
    bulkChunk: chunkMetrics(
      make,
      outcomes,
      { name: 'prorata_bulk_chunks_total', help: 'Chunks by what became of them' },
      {
        name: 'prorata_bulk_chunk_duration_seconds',
        help: 'Time from handing a chunk out to having its answer',
      },
    ),
    bulkRequestsInProgress: make.level('prorata_bulk_requests_in_progress', 'Bulk requests under way'),
    bulkUploadsWaiting: make.level('prorata_bulk_uploads_waiting', 'Uploads that wait for memory'),
    bulkUploadBytesHeld: make.level('prorata_bulk_upload_bytes_held', 'Upload bytes held in memory'),
    bulkWindowChunksInFlight: make.level(
      'prorata_bulk_window_chunks_in_flight',
      'Chunks handed out whose answer is not yet written',
    ),
    bulkThreadsBusy: make.level(
      'prorata_bulk_threads_busy',
      'Worker threads of this process that are calculating',
    ),
  };
}
