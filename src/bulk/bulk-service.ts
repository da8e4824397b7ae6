import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { type ColumnPositions, readHeader, STUDENT_ID_COLUMN } from '../contract/csv-columns.js';
import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import type { BulkFormat } from './chunk/chunk-format.js';
import { collect, type RunCounts } from './collector.js';
import { MemoryBudget, type Reservation } from './memory-budget.js';
import type { ChunkRunner } from './runner.js';
import { SharedWindow } from './shared-window.js';
import { CsvSplitter, type SplitFile } from './split/splitter.js';
import { UploadMemory } from './upload-memory.js';

export interface BulkOptions {
  /** Largest upload after decompression, bytes. */
  readonly maxBytes: number;
  readonly maxRows: number;
  readonly maxColumns: number;
  readonly maxCellBytes: number;
  readonly chunkRows: number;
  /** Chunks of one upload under way at once while there are few uploads. */
  readonly window: number;
  /** Upload bytes that all runs may hold at once. */
  readonly memoryBytes: number;
  /** How long an upload waits for memory. */
  readonly queueTimeoutMs: number;
  readonly escapeFormulas: boolean;
  /** The machine on which chunks are to be calculated with rests at present, if any. */
  readonly restOn: () => string | undefined;
}

/** Reading this much of an upload takes a fraction of a millisecond. A fast line brings two megabytes in one turn of the event loop. */
const TURN_BYTES = 64 * 1024;

/** What happens to bulk runs, for metrics. */
export interface BulkEvents {
  /** A chunk was handed out (1) or written (-1). */
  onWindow(change: 1 | -1): void;
  /** The upload bytes held, or the uploads that wait for room, changed. */
  onLoad(heldBytes: number, waiting: number): void;
}

/** An upload that was read to its end and found to be CSV, waiting to be calculated. */
export interface Upload {
  readonly rowCount: number;
  readonly byteLength: number;
  /** The text that the answer begins with: the header row of a CSV, nothing for NDJSON. */
  opening(format: BulkFormat): string;
  /**
   * Calculates the file and hands the parts of the answer to `write`, in order and one at a time. A part is good until its
   * `write` resolves. To be called once: the upload is gone afterwards.
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
  readonly #options: BulkOptions;
  readonly #events: BulkEvents;
  readonly #budget: MemoryBudget;
  readonly #window: SharedWindow;
  readonly #memory = new UploadMemory();

  constructor(runner: ChunkRunner, options: BulkOptions, events: BulkEvents) {
    this.#runner = runner;
    this.#options = options;
    this.#events = events;
    this.#window = new SharedWindow(options.window);
    this.#budget = new MemoryBudget(options.memoryBytes, (held, waiting) => events.onLoad(held, waiting));
  }

  /**
   * Waits for room for an upload of `expectedBytes`, or of the largest size where its size is not known, and for the bytes
   * that its run will hold `beside` it.
   *
   * @throws BudgetTimeout when none comes free in time, or the signal's reason.
   */
  async reserve(
    expectedBytes: number | undefined,
    beside: number,
    signal: AbortSignal,
  ): Promise<Reservation> {
    const { maxBytes, queueTimeoutMs } = this.#options;
    const whole = await this.#budget.reserve((expectedBytes ?? maxBytes) + beside, queueTimeoutMs, signal);
    return { resizeTo: (bytes) => whole.resizeTo(bytes + beside), release: () => whole.release() };
  }

  /**
   * Reads an upload to its end. `source` gives plain bytes, decompressed.
   *
   * @throws CsvRefusal, UploadTooLarge, ApiError `unusableHeader`, or what `source` throws.
   */
  async receive(
    source: AsyncIterable<Uint8Array>,
    expectedBytes: number | undefined,
    reservation: Reservation,
  ): Promise<Upload> {
    const { maxBytes, maxRows, maxColumns, maxCellBytes } = this.#options;
    let columns: string[] = [];
    const splitter = new CsvSplitter({
      maxBytes,
      maxRows,
      maxColumns,
      maxCellBytes,
      memory: this.#memory,
      ...(expectedBytes === undefined ? {} : { expectedBytes }),
      readHeader: (cells) => {
        const positions: ColumnPositions = readHeader(cells);
        columns = cells;
        return { studentIdColumn: positions.get(STUDENT_ID_COLUMN) ?? null };
      },
    });
    const reserved = expectedBytes ?? maxBytes;
    let sinceTurn = 0;
    try {
      for await (const piece of source) {
        splitter.push(piece);
        if (splitter.memoryBytes > reserved) reservation.resizeTo(splitter.memoryBytes);
        sinceTurn += piece.length;
        if (sinceTurn < TURN_BYTES) continue;
        sinceTurn = 0;
        await turnOfOthers();
      }
    } catch (error) {
      splitter.letGo();
      throw error;
    }
    const file = splitter.end();
    reservation.resizeTo(file.byteLength + file.indexBytes);
    return this.#upload(file, columns);
  }

  #upload(file: SplitFile, columns: readonly string[]): Upload {
    const { chunkRows, escapeFormulas, restOn } = this.#options;
    return {
      rowCount: file.rowCount,
      byteLength: file.byteLength,
      opening: (format) => (format === 'csv' ? `${RESPONSE_COLUMNS.join(',')}\r\n` : ''),
      calculate: (requestId, format, write, signal) => {
        const head = { columns: [...columns], format, escapeFormulas };
        const onWindow = this.#events.onWindow;
        const options = { requestId, chunkRows, window: () => this.#window.chunks, head, restOn, onWindow };
        return this.#window
          .during(() => collect(file, this.#runner, write, options, signal))
          .finally(() => file.letGo());
      },
    };
  }
}
