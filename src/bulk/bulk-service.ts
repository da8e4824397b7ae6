import { HEADER_ROW } from '../contract/csv-response.js';
import { type BulkFormat, cutChunk, planChunks } from '../csv/chunk.js';
import { type CsvLimits, readHead } from '../csv/head.js';
import { tableBuffers } from '../csv/split.js';
import { collect, type RunCounts, SharedWindow } from './collector.js';
import { freeMemory } from './free-memory.js';
import { MemoryBudget, type Reservation } from './memory-budget.js';
import type { ChunkRunner } from './runner.js';
import type { SplitUpload, ThreadRunner } from './thread-runner.js';
import { FIRST_BYTES, readUpload } from './upload.js';

/** What bulk runs keep to, under the names of the configuration. */
export interface BulkOptions {
  /** Of the upload after decompression. */
  readonly bulkMaxBytes: number;
  /** Records after the header. */
  readonly bulkMaxRows: number;
  readonly bulkMaxColumns: number;
  /** Of a cell's text between the quotes. */
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

/** What happens to bulk runs, for metrics. */
export interface BulkEvents {
  /** A chunk was dispatched (1) or written (-1). */
  onWindow(change: 1 | -1): void;
  /** The upload bytes held, or the uploads that wait for room, changed. */
  onLoad(heldBytes: number, waiting: number): void;
}

/** An upload that was read to its end and found to be CSV, waiting to be calculated. */
export interface Upload {
  readonly rowCount: number;
  readonly byteLength: number;
  /** Columns of the file that are not read, as they are called there. */
  readonly ignoredColumns: readonly string[];
  /** The text that the answer begins with: the header row of a CSV, nothing for NDJSON. */
  opening(format: BulkFormat): string;
  /**
   * Calculates the file, which is gone from memory then, and hands the parts of the answer to `write`, in order and one at a time.
   *
   * @throws what `write` throws, or the signal's reason.
   */
  calculate(
    requestId: string,
    format: BulkFormat,
    write: (part: Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ): Promise<RunCounts>;
}

/** Takes uploads and calculates them, however many at once, within one budget of memory. */
export class BulkService {
  readonly #runner: ChunkRunner;
  readonly #splitter: Pick<ThreadRunner, 'split'>;
  readonly #options: BulkOptions;
  readonly #events: BulkEvents;
  readonly #budget: MemoryBudget;
  readonly #window: SharedWindow;

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
    this.#budget = new MemoryBudget(options.bulkMemoryBytes, (held, waiting) => events.onLoad(held, waiting));
  }

  /**
   * Waits for room for an upload of `expectedBytes`, or for the beginning of one whose size is not known, and for the bytes
   * that its run will hold `beside` it.
   *
   * @throws BudgetTimeout when none comes free in time, or the signal's reason.
   */
  async reserve(
    expectedBytes: number | undefined,
    beside: number,
    signal: AbortSignal,
  ): Promise<Reservation> {
    const { bulkMaxBytes, bulkQueueTimeoutMs } = this.#options;
    const first = expectedBytes ?? Math.min(FIRST_BYTES, bulkMaxBytes);
    const whole = await this.#budget.reserve(first + beside, bulkQueueTimeoutMs, signal);
    return {
      growTo: (bytes) => whole.growTo(bytes + beside),
      resizeTo: (bytes) => whole.resizeTo(bytes + beside),
      release: () => whole.release(),
    };
  }

  /**
   * Reads an upload to its end. `source` gives plain bytes, decompressed.
   *
   * @throws ApiError for a file that cannot be read, BudgetTimeout, or what `source` throws.
   */
  async receive(
    source: AsyncIterable<Uint8Array>,
    expectedBytes: number | undefined,
    reservation: Reservation,
  ): Promise<Upload> {
    const { bulkMaxBytes: maxBytes } = this.#options;
    const limits = csvLimits(this.#options);
    const look = (arrived: Uint8Array): boolean => readHead(arrived, false, limits) !== null;
    const bytes = await readUpload(source, { expectedBytes, maxBytes, reservation, look });
    const split = await this.#splitter.split(bytes, limits);
    const tableBytes = tableBuffers(split.file.records).reduce((sum, { byteLength }) => sum + byteLength, 0);
    reservation.resizeTo(split.bytes.length + tableBytes);
    return this.#upload(split);
  }

  #upload({ bytes, file }: SplitUpload): Upload {
    const { bulkChunkRows: chunkRows, csvEscapeFormulas: escapeFormulas } = this.#options;
    return {
      rowCount: file.rowCount,
      byteLength: bytes.length,
      ignoredColumns: file.head.header.ignored,
      opening: (format) => (format === 'csv' ? HEADER_ROW : ''),
      calculate: (requestId, format, write, signal) => {
        const options = { requestId, window: () => this.#window.chunks, onWindow: this.#events.onWindow };
        const output = { format, escapeFormulas };
        const chunks = function* () {
          for (const span of planChunks(file, chunkRows)) yield () => cutChunk(bytes, file, span, output);
        };
        return this.#window
          .during(() => collect(chunks(), this.#runner, write, options, signal))
          .finally(() => {
            for (const buffer of [bytes.buffer, ...tableBuffers(file.records)]) freeMemory(buffer);
          });
      },
    };
  }
}

/** The limits of a file. */
export function csvLimits({
  bulkMaxRows,
  bulkMaxColumns,
  bulkMaxCellBytes,
}: Pick<BulkOptions, 'bulkMaxRows' | 'bulkMaxColumns' | 'bulkMaxCellBytes'>): CsvLimits {
  return { maxRows: bulkMaxRows, maxColumns: bulkMaxColumns, maxCellBytes: bulkMaxCellBytes };
}
