import { isUtf8 } from 'node:buffer';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { RESPONSE_COLUMNS } from '../contract/csv-response.js';
import { type BulkFormat, cutChunks } from '../csv/chunk.js';
import { readHead } from '../csv/head.js';
import { uploadTooLarge } from '../csv/refusals.js';
import { type SplitFile, splitCsv } from '../csv/split.js';
import { collect, type RunCounts } from './collector.js';
import { MemoryBudget, type Reservation } from './memory-budget.js';
import type { ChunkRunner } from './runner.js';
import { SharedWindow } from './shared-window.js';

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
  readonly ignoredColumns: readonly string[];
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
    _expectedBytes: number | undefined,
    reservation: Reservation,
  ): Promise<Upload> {
    const { maxBytes } = this.#options;
    const pieces: Uint8Array[] = [];
    let length = 0;
    let head: ReturnType<typeof readHead> = null;
    let sinceTurn = 0;
    let nextLook = 0;
    for await (const piece of source) {
      pieces.push(piece);
      length += piece.length;
      if (length > maxBytes) throw uploadTooLarge(maxBytes);
      if (head === null && piece.includes(10) && length >= nextLook) {
        head = readHead(Buffer.concat(pieces), false, this.#options);
        nextLook = length * 1.5;
      }
      sinceTurn += piece.length;
      if (sinceTurn < TURN_BYTES) continue;
      sinceTurn = 0;
      await turnOfOthers();
    }
    const bytes = Buffer.concat(pieces);
    const file = splitCsv(bytes, this.#options, isUtf8);
    reservation.resizeTo(bytes.length);
    return this.#upload(file, bytes);
  }

  #upload(file: SplitFile, bytes: Uint8Array): Upload {
    const { chunkRows, escapeFormulas } = this.#options;
    return {
      rowCount: file.rowCount,
      ignoredColumns: file.head.header.ignored,
      byteLength: bytes.length,
      opening: (format) => (format === 'csv' ? `${RESPONSE_COLUMNS.join(',')}\r\n` : ''),
      calculate: (requestId, format, write, signal) => {
        const chunks = cutChunks(bytes, file, chunkRows, { format, escapeFormulas });
        const onWindow = this.#events.onWindow;
        const options = { requestId, chunkRows, window: () => this.#window.chunks, onWindow };
        return this.#window.during(() => collect(chunks, this.#runner, write, options, signal));
      },
    };
  }
}
