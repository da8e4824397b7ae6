import { HEADER_ROW } from '../contract/csv-response.js';
import type { IgnoredColumns } from '../contract/header.js';
import { type BulkFormat, type ChunkOutput, cutChunk, planChunks } from '../csv/chunk.js';
import { type CsvLimits, readHead } from '../csv/head.js';
import { splittingBytes, tableBuffers } from '../csv/split.js';
import { collect, type RunCounts, SharedWindow } from './collector.js';
import { MemoryBudget, type Reservation } from './memory-budget.js';
import type { ChunkRunner } from './runner.js';
import type { SplitUpload, ThreadRunner } from './thread-runner.js';
import { firstBytes, readUpload } from './upload.js';
import { type UploadEntry, type UploadProgress, UploadsUnderWay } from './uploads-under-way.js';

/** Limits of bulk runs, named as in the configuration. */
export interface BulkOptions {
  /** Maximum upload size in bytes after decompression. */
  readonly bulkMaxBytes: number;
  /** Records after the header. */
  readonly bulkMaxRows: number;
  readonly bulkMaxColumns: number;
  /** Maximum bytes of the text between a cell's quotes. */
  readonly bulkMaxCellBytes: number;
  readonly bulkChunkRows: number;
  /** Chunks of one upload in flight at once while there are few uploads. */
  readonly bulkWindow: number;
  /** Upload bytes that all runs may hold at once. */
  readonly bulkMemoryBytes: number;
  /** How long an upload waits for memory. */
  readonly bulkQueueTimeoutMs: number;
  readonly csvEscapeFormulas: boolean;
}

/** What bulk runs report for metrics. */
export interface BulkEvents {
  /** A chunk was dispatched (1) or written (-1). */
  onWindow(change: 1 | -1): void;
  /** The number of upload bytes held, or of uploads waiting for room, changed. */
  onLoad(heldBytes: number, waiting: number): void;
}

/** How the caller wants an upload answered. */
export type BulkOutput = Required<Omit<ChunkOutput, 'escapeFormulas'>>;

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
    request: Pick<UploadRequest, 'caller'> & { readonly requestId: string },
    output: BulkOutput,
    write: (part: Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ): Promise<RunCounts>;
}

/** Who sends an upload, and what is known about it before it arrives. */
export interface UploadRequest {
  readonly requestId: string;
  /** The caller; callers share memory and workers. */
  readonly caller: string;
  /** Bytes after decompression as announced by the caller, if at all; the number may be wrong. */
  readonly announcedBytes: number | undefined;
}

/** Memory for one upload, and its entry in the list of uploads under way, which goes when the memory is released. */
export interface UploadReservation extends Reservation {
  readonly entry: UploadEntry;
}

/** The share of the budget that one caller's uploads may hold. */
const CALLER_SHARE = 0.75;

/** Receives uploads and calculates them, any number at once, within one memory budget. */
export class BulkService {
  readonly #runner: ChunkRunner;
  readonly #splitter: Pick<ThreadRunner, 'split'>;
  readonly #options: BulkOptions;
  readonly #events: BulkEvents;
  readonly #budget: MemoryBudget;
  readonly #window: SharedWindow;
  readonly #underWay = new UploadsUnderWay();

  constructor(
    runner: ChunkRunner,
    splitter: Pick<ThreadRunner, 'split'>,
    options: BulkOptions,
    events: BulkEvents,
  ) {
    this.#runner = runner;
    this.#splitter = splitter;
    this.#options = options;
    this.#events = events;
    this.#window = new SharedWindow(options.bulkWindow);
    const { bulkMemoryBytes: totalBytes, bulkMaxBytes } = options;
    const callerBytes = Math.max(bulkMaxBytes, Math.floor(totalBytes * CALLER_SHARE));
    this.#budget = new MemoryBudget({ totalBytes, callerBytes }, (held, waiting) =>
      events.onLoad(held, waiting),
    );
  }

  /**
   * Waits for room for the beginning of an upload.
   *
   * @throws BudgetTimeout when there is no room in time, or the signal's reason.
   */
  async reserve(
    { requestId, caller, announcedBytes }: UploadRequest,
    signal: AbortSignal,
  ): Promise<UploadReservation> {
    const { bulkMaxBytes, bulkQueueTimeoutMs } = this.#options;
    const entry = this.#underWay.begin(requestId, caller);
    const claim = {
      caller,
      bytes: firstBytes(announcedBytes, bulkMaxBytes),
      announcedBytes: announcedBytes ?? 0,
    };
    try {
      const whole = await this.#budget.reserve(claim, bulkQueueTimeoutMs, signal);
      entry.state = 'receiving';
      entry.bytes = claim.bytes;
      return {
        entry,
        growTo: async (bytes) => {
          await whole.growTo(bytes);
          entry.bytes = bytes;
        },
        resizeTo: (bytes) => {
          whole.resizeTo(bytes);
          entry.bytes = bytes;
        },
        release: () => {
          whole.release();
          this.#underWay.end(entry);
        },
      };
    } catch (error) {
      this.#underWay.end(entry);
      throw error;
    }
  }

  /** Uploads under way, including those waiting for memory; the longest-running first. */
  underWay(): readonly UploadProgress[] {
    return this.#underWay.list();
  }

  /**
   * Reads an upload to its end. `source` yields plain bytes, already decompressed. Columns that are not ours are refused
   * unless `ignoreColumns` has them.
   *
   * @throws ApiError for a file that cannot be read, BudgetTimeout, or what `source` throws.
   */
  async receive(
    source: AsyncIterable<Uint8Array>,
    announcedBytes: number | undefined,
    reservation: UploadReservation,
    ignoreColumns: IgnoredColumns,
  ): Promise<Upload> {
    const { bulkMaxBytes: maxBytes } = this.#options;
    const reading = { ...csvLimits(this.#options), ignoreColumns };
    const look = (arrived: Uint8Array): boolean => readHead(arrived, false, reading) !== null;
    const bytes = await readUpload(source, { announcedBytes, maxBytes, reservation, look });
    reservation.entry.state = 'splitting';
    await reservation.growTo(bytes.length + splittingBytes(bytes, reading));
    const split = await this.#splitter.split(bytes, reading);
    const tableBytes = tableBuffers(split.file.records).reduce((sum, { byteLength }) => sum + byteLength, 0);
    reservation.resizeTo(split.bytes.length + tableBytes);
    return this.#upload(split, reservation.entry);
  }

  #upload({ bytes, file }: SplitUpload, entry: UploadEntry): Upload {
    entry.rows = file.rowCount;
    entry.students = file.studentCount;
    const { bulkChunkRows: chunkRows, csvEscapeFormulas: escapeFormulas } = this.#options;
    return {
      rowCount: file.rowCount,
      byteLength: bytes.length,
      ignoredColumns: file.head.header.ignored,
      opening: (format) => (format === 'csv' ? HEADER_ROW : ''),
      calculate: ({ requestId, caller }, { format, awardYear }, write, signal) => {
        const onAnswered = (students: number): void => {
          entry.studentsAnswered += students;
        };
        const { onWindow } = this.#events;
        entry.state = 'calculating';
        const output = { format, escapeFormulas, awardYear };
        const chunks = function* () {
          for (const span of planChunks(file, chunkRows)) {
            yield () => cutChunk(bytes, file, span, output);
          }
        };
        return this.#window.during(caller, (window) => {
          const options = { requestId, caller, window, onWindow, onAnswered };
          return collect(chunks(), this.#runner, write, options, signal);
        });
      },
    };
  }
}

/** The limits of a file. */
function csvLimits({
  bulkMaxRows,
  bulkMaxColumns,
  bulkMaxCellBytes,
}: Pick<BulkOptions, 'bulkMaxRows' | 'bulkMaxColumns' | 'bulkMaxCellBytes'>): CsvLimits {
  return { maxRows: bulkMaxRows, maxColumns: bulkMaxColumns, maxCellBytes: bulkMaxCellBytes };
}
