import { HEADER_ROW } from '../contract/csv-response.js';
import type { IgnoredColumns } from '../contract/header.js';
import { type BulkFormat, type ChunkOutput, cutChunk, planChunks } from '../csv/chunk.js';
import { readHead } from '../csv/head.js';
import { splittingBytes, tableBuffers } from '../csv/split.js';
import type { ApiMetrics } from '../ops/api-metrics.js';
import type { Config } from '../ops/config.js';
import type { Series } from '../ops/metrics.js';
import { type ChunkRunner, collect, type RunCounts, SharedWindow } from './collector.js';
import { MemoryBudget, type Reservation } from './memory-budget.js';
import type { SplitUpload, ThreadRunner } from './thread-runner.js';
import { firstBytes, readUpload } from './upload.js';

/** Who sends an upload, and what is known about it before it arrives. */
export interface UploadRequest {
  readonly requestId: string;
  /** The id of the caller's key; callers share memory and workers. */
  readonly caller: string;
  /** Bytes after decompression as announced by the caller, if at all; the number may be wrong. */
  readonly announcedBytes: number | undefined;
}

/** An upload for whose beginning there is room. */
export interface IncomingUpload {
  /**
   * Reads the upload to its end. `source` yields plain bytes, already decompressed. Columns that are not ours are
   * refused unless `ignoreColumns` has them.
   *
   * @throws ApiError for a file that cannot be read, or without memory in time, or what `source` throws.
   */
  receive(source: AsyncIterable<Uint8Array>, ignoreColumns: IgnoredColumns): Promise<Upload>;
  /** Ends the upload, and releases its memory. */
  release(): void;
}

/** A complete upload that was found to be CSV and is ready to be calculated. */
export interface Upload {
  readonly rowCount: number;
  readonly byteLength: number;
  /** Names, as in the file, of the columns that are not read. */
  readonly ignoredColumns: readonly string[];
  /** The text that begins the answer: the header row for CSV, nothing for NDJSON. */
  opening(format: BulkFormat): string;
  /**
   * Calculates the file and passes the parts of the answer to `write`, in order and one at a time.
   *
   * @throws what `write` throws, or the signal's reason.
   */
  calculate(
    output: Required<Omit<ChunkOutput, 'escapeFormulas'>>,
    write: (part: Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ): Promise<RunCounts>;
}

/** An upload in progress: ids and counts, without student data. */
interface UnderWay {
  readonly request: UploadRequest;
  /** The start of the wait for memory. */
  readonly startedAt: number;
  state: 'waiting' | 'receiving' | 'splitting' | 'calculating';
  reservation: Reservation | null;
  /** Null until the file has been split. */
  rows: number | null;
  students: number | null;
  /** Students whose answers have been passed on. */
  studentsAnswered: number;
}

/** The share of the budget that one caller's uploads may hold. */
const CALLER_SHARE = 0.75;

/** An upload that is over sooner than this (milliseconds) is no series: their number would have no end. */
const LONG_MS = 10_000;

/** Receives uploads and calculates them, any number at once, within one memory budget. */
export class BulkService {
  readonly #runner: ChunkRunner;
  readonly #splitter: Pick<ThreadRunner, 'split'>;
  readonly #config: Config;
  readonly #inFlight: ApiMetrics['bulkWindowChunksInFlight'];
  readonly #budget: MemoryBudget;
  readonly #window: SharedWindow;
  /** The longest-running first. */
  readonly #underWay = new Set<UnderWay>();

  constructor(
    runner: ChunkRunner,
    splitter: Pick<ThreadRunner, 'split'>,
    config: Config,
    metrics: Pick<ApiMetrics, 'bulkWindowChunksInFlight' | 'bulkUploadBytesHeld' | 'bulkUploadsWaiting'>,
  ) {
    this.#runner = runner;
    this.#splitter = splitter;
    this.#config = config;
    this.#inFlight = metrics.bulkWindowChunksInFlight;
    this.#window = new SharedWindow(config.bulkWindow);
    const { bulkMemoryBytes: totalBytes, bulkMaxBytes } = config;
    const callerBytes = Math.max(bulkMaxBytes, Math.floor(totalBytes * CALLER_SHARE));
    this.#budget = new MemoryBudget({ totalBytes, callerBytes }, (held, waiting) => {
      metrics.bulkUploadBytesHeld.set(held);
      metrics.bulkUploadsWaiting.set(waiting);
    });
  }

  /**
   * Waits for room for the beginning of an upload.
   *
   * @throws ApiError `unavailable` when there is no room in time, or the signal's reason.
   */
  async reserve(request: UploadRequest, signal: AbortSignal): Promise<IncomingUpload> {
    const { caller, announcedBytes } = request;
    const { bulkMaxBytes, bulkQueueTimeoutMs } = this.#config;
    const counts = { rows: null, students: null, studentsAnswered: 0 };
    const startedAt = Date.now();
    const entry: UnderWay = { request, startedAt, state: 'waiting', reservation: null, ...counts };
    this.#underWay.add(entry);
    try {
      const bytes = firstBytes(announcedBytes, bulkMaxBytes);
      const claim = { caller, bytes, announcedBytes: announcedBytes ?? 0 };
      const reservation = await this.#budget.reserve(claim, bulkQueueTimeoutMs, signal);
      entry.reservation = reservation;
      entry.state = 'receiving';
      return {
        receive: (source, ignoreColumns) => this.#receive(entry, reservation, source, ignoreColumns),
        release: () => {
          reservation.release();
          this.#underWay.delete(entry);
        },
      };
    } catch (error) {
      this.#underWay.delete(entry);
      throw error;
    }
  }

  async #receive(
    entry: UnderWay,
    reservation: Reservation,
    source: AsyncIterable<Uint8Array>,
    ignoreColumns: IgnoredColumns,
  ): Promise<Upload> {
    const { bulkMaxBytes: maxBytes, bulkMaxRows, bulkMaxColumns, bulkMaxCellBytes } = this.#config;
    const limits = { maxRows: bulkMaxRows, maxColumns: bulkMaxColumns, maxCellBytes: bulkMaxCellBytes };
    const reading = { ...limits, ignoreColumns };
    const look = (arrived: Uint8Array): boolean => readHead(arrived, false, reading) !== null;
    const { announcedBytes } = entry.request;
    const bytes = await readUpload(source, { announcedBytes, maxBytes, reservation, look });
    entry.state = 'splitting';
    await reservation.growTo(bytes.length + splittingBytes(bytes, reading));
    const split = await this.#splitter.split(bytes, reading);
    const tableBytes = tableBuffers(split.file.records).reduce((sum, { byteLength }) => sum + byteLength, 0);
    reservation.resizeTo(split.bytes.length + tableBytes);
    return this.#upload(split, entry);
  }

  #upload({ bytes, file }: SplitUpload, entry: UnderWay): Upload {
    entry.rows = file.rowCount;
    entry.students = file.studentCount;
    const { bulkChunkRows: chunkRows, csvEscapeFormulas: escapeFormulas } = this.#config;
    return {
      rowCount: file.rowCount,
      byteLength: bytes.length,
      ignoredColumns: file.head.header.ignored,
      opening: (format) => (format === 'csv' ? HEADER_ROW : ''),
      calculate: ({ format, awardYear }, write, signal) => {
        const { requestId, caller } = entry.request;
        entry.state = 'calculating';
        const output = { format, escapeFormulas, awardYear };
        const chunks = function* () {
          for (const span of planChunks(file, chunkRows)) {
            yield () => cutChunk(bytes, file, span, output);
          }
        };
        const onWindow = (change: 1 | -1): void => this.#inFlight.inc(change);
        const onAnswered = (students: number): void => {
          entry.studentsAnswered += students;
        };
        return this.#window.during(caller, (window) => {
          const options = { requestId, caller, window, onWindow, onAnswered };
          return collect(chunks(), this.#runner, write, options, signal);
        });
      },
    };
  }

  /** What the operator port says of the uploads in progress, those waiting for memory included. */
  report(): readonly object[] {
    return [...this.#underWay].map((entry) => ({
      request_id: entry.request.requestId,
      key_id: entry.request.caller,
      state: entry.state,
      started_at: new Date(entry.startedAt).toISOString(),
      seconds: Math.round((Date.now() - entry.startedAt) / 1000),
      bytes: entry.reservation?.bytes ?? 0,
      rows: entry.rows,
      students: entry.students,
      students_answered: entry.studentsAnswered,
    }));
  }

  /** How much of the students is answered of each upload that has been under way for long. */
  progress(): readonly Series[] {
    return [...this.#underWay]
      .filter(({ startedAt }) => Date.now() - startedAt >= LONG_MS)
      .map(({ request: { requestId, caller }, students, studentsAnswered }) => ({
        labels: { request_id: requestId, key_id: caller },
        value: students === null ? 0 : studentsAnswered / students,
      }));
  }
}
