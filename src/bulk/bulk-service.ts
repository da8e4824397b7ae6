import { setMaxListeners } from 'node:events';
import type { IgnoredColumns } from '../contract/header.js';
import { type ChunkAnswer, type ChunkOutput, cutChunk, planChunks } from '../csv/chunk.js';
import { readHead } from '../csv/head.js';
import { type SplitFile, splittingBytes, tableBuffers } from '../csv/split.js';
import type { ApiMetrics } from '../ops/api-metrics.js';
import type { Config } from '../ops/config.js';
import { MemoryBudget, type Reservation } from './memory-budget.js';
import { SharedWindow } from './shared-window.js';
import type { ChunkRunner, ChunkTask, ThreadRunner } from './thread-runner.js';
import { firstBytes, readUpload } from './upload.js';

/** Who sends an upload, and what is known about it before it arrives. */
export interface UploadRequest {
  readonly requestId: string;
  /** The id of the caller's key; callers share memory and workers. */
  readonly caller: string;
  /** Bytes after decompression, if the caller announced them. The number may be wrong. */
  readonly announcedBytes: number | undefined;
}

interface Upload {
  readonly bytes: Uint8Array;
  readonly file: SplitFile;
}

/** The share of the budget that one caller's uploads may hold. */
const CALLER_SHARE = 0.75;

/** Maximum bytes of memory for finished answers waiting to be written; error texts can make answers long. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;

/** Receives uploads and calculates them, any number at once, within one memory budget. */
export class BulkService {
  readonly budget: MemoryBudget;
  readonly window: SharedWindow;
  /** Runs in progress, the oldest first. */
  readonly #runs = new Set<BulkRun>();

  constructor(
    readonly runner: ChunkRunner,
    readonly splitter: Pick<ThreadRunner, 'split'>,
    readonly config: Config,
    readonly metrics: Pick<
      ApiMetrics,
      'bulkWindowChunksInFlight' | 'bulkUploadBytesHeld' | 'bulkUploadsWaiting'
    >,
  ) {
    const { bulkMemoryBytes: totalBytes, bulkMaxBytes } = config;
    const callerBytes = Math.max(bulkMaxBytes, Math.floor(totalBytes * CALLER_SHARE));
    this.budget = new MemoryBudget({ totalBytes, callerBytes }, (held, waiting) => {
      metrics.bulkUploadBytesHeld.set(held);
      metrics.bulkUploadsWaiting.set(waiting);
    });
    this.window = new SharedWindow(config.bulkWindow);
  }

  /** Begins a run, which ends when the signal aborts. The caller must release it. */
  begin(request: UploadRequest, signal: AbortSignal): BulkRun {
    const run = new BulkRun(request, this, signal, () => this.#runs.delete(run));
    this.#runs.add(run);
    return run;
  }

  /** What the operator port shows of uploads in progress, including uploads that wait for memory. */
  report() {
    return [...this.#runs].map((run) => run.report());
  }
}

/** One upload, from its first byte to the last of its answer. Steps that wait throw the signal's reason. */
export class BulkRun {
  /** The start of the wait for memory. */
  readonly #startedAt = Date.now();
  readonly #reservation: Reservation;
  #state: 'waiting' | 'receiving' | 'splitting' | 'calculating' = 'waiting';
  #file: SplitFile | undefined;
  /** Students of the written parts, and dispatched chunks. */
  readonly #counts = { students: 0, failedStudents: 0, chunks: 0 };

  constructor(
    private readonly request: UploadRequest,
    private readonly service: BulkService,
    private readonly signal: AbortSignal,
    private readonly onRelease: () => void,
  ) {
    const { budget, config } = service;
    this.#reservation = budget.open(request.caller, config.bulkQueueTimeoutMs, signal);
  }

  /** Waits for room for the upload to begin. @throws ApiError `unavailable` when there is none in time. */
  async reserve(): Promise<void> {
    const { announcedBytes } = this.request;
    const bytes = firstBytes(announcedBytes, this.service.config.bulkMaxBytes);
    await this.#reservation.growTo(bytes, announcedBytes ?? 0);
    this.#state = 'receiving';
  }

  /**
   * Reads the upload to its end. `source` yields decompressed bytes. Columns that are not ours are refused
   * unless `ignoreColumns` has them.
   * @throws ApiError for an unreadable file or a lack of memory in time, or what `source` throws.
   */
  async receive(source: AsyncIterable<Uint8Array>, ignoreColumns: IgnoredColumns): Promise<Upload> {
    const { config, splitter } = this.service;
    const { bulkMaxBytes: maxBytes, bulkMaxRows, bulkMaxColumns, bulkMaxCellBytes } = config;
    const limits = { maxRows: bulkMaxRows, maxColumns: bulkMaxColumns, maxCellBytes: bulkMaxCellBytes };
    const reading = { ...limits, ignoreColumns };
    const look = (arrived: Uint8Array): boolean => readHead(arrived, false, reading) !== null;
    const reservation = this.#reservation;
    const { announcedBytes } = this.request;
    const bytes = await readUpload(source, { announcedBytes, maxBytes, reservation, look });
    this.#state = 'splitting';
    await reservation.growTo(bytes.length + splittingBytes(bytes, reading));
    const file = await splitter.split(bytes, reading);
    const tableBytes = tableBuffers(file.records).reduce((sum, { byteLength }) => sum + byteLength, 0);
    reservation.resizeTo(bytes.length + tableBytes);
    this.#file = file;
    return { bytes, file };
  }

  /**
   * Calculates the file and passes the parts of the answer to `write`, one at a time in file order. Waits for
   * `write`, so that a slow reader slows the run down.
   * @throws what `write` or the runner throws; all chunks in flight are then abandoned.
   */
  calculate(
    upload: Upload,
    output: Omit<ChunkOutput, 'escapeFormulas'>,
    write: (part: Uint8Array) => Promise<void>,
  ) {
    this.#state = 'calculating';
    const chunks = this.#chunks(upload, output);
    const { caller } = this.request;
    return this.service.window.during(caller, (window) => this.#collect(chunks, window, write));
  }

  *#chunks({ bytes, file }: Upload, output: Omit<ChunkOutput, 'escapeFormulas'>): Generator<ChunkTask> {
    const { bulkChunkRows, csvEscapeFormulas: escapeFormulas } = this.service.config;
    const { requestId, caller } = this.request;
    let index = 0;
    for (const span of planChunks(file, bulkChunkRows)) {
      const toBytes = () => cutChunk(bytes, file, span, { ...output, escapeFormulas });
      yield { requestId, caller, index, toBytes };
      index += 1;
    }
  }

  /** `window` returns how many chunks may be dispatched but not yet written. */
  async #collect(
    chunks: Generator<ChunkTask>,
    window: () => number,
    write: (part: Uint8Array) => Promise<void>,
  ) {
    const { runner, metrics } = this.service;
    const stop = new AbortController();
    const either = AbortSignal.any([this.signal, stop.signal]);
    // Every chunk in flight listens to this signal.
    setMaxListeners(0, either);
    const inFlight: Promise<ChunkAnswer>[] = [];
    const counts = this.#counts;
    let longest = 1;

    const dispatch = (): void => {
      const most = Math.max(1, Math.floor(MOST_WAITING_BYTES / longest));
      while (inFlight.length < Math.min(window(), most)) {
        const { done, value: task } = chunks.next();
        if (done === true) return;
        const answer = runner.run(task, either);
        // The answer is awaited in its turn; until then a failure must not count as unhandled.
        answer.catch(() => undefined);
        inFlight.push(answer);
        counts.chunks += 1;
        metrics.bulkWindowChunksInFlight.inc();
      }
    };

    try {
      dispatch();
      for (let first = inFlight[0]; first !== undefined; first = inFlight[0]) {
        const { body, students, failedStudents } = await first;
        longest = Math.max(longest, body.byteLength);
        await write(body);
        this.signal.throwIfAborted();
        inFlight.shift();
        metrics.bulkWindowChunksInFlight.dec();
        counts.students += students;
        counts.failedStudents += failedStudents;
        dispatch();
      }
      return counts;
    } finally {
      stop.abort(new Error('The bulk run has ended.'));
      metrics.bulkWindowChunksInFlight.dec(inFlight.length);
    }
  }

  release(): void {
    this.#reservation.release();
    this.onRelease();
  }

  /** Ids and counts, without student data; counts of the file are null until the file has been split. */
  report() {
    return {
      request_id: this.request.requestId,
      key_id: this.request.caller,
      state: this.#state,
      started_at: new Date(this.#startedAt).toISOString(),
      seconds: Math.round((Date.now() - this.#startedAt) / 1000),
      bytes: this.#reservation.bytes,
      rows: this.#file?.rowCount ?? null,
      students: this.#file?.studentCount ?? null,
      students_answered: this.#counts.students,
    };
  }
}
