import { isUtf8 } from 'node:buffer';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { HEADER_ROW } from '../contract/csv-response.js';
import type { IgnoredColumns } from '../contract/header.js';
import { type ChunkAnswer, cutChunk, planChunks } from '../csv/chunk.js';
import { USUAL_LIMITS } from '../csv/head.js';
import { runChunk } from '../csv/run-chunk.js';
import { splitCsv } from '../csv/split.js';

/** How a file is calculated. */
export interface RunOptions {
  readonly awardYear: string;
  /** The columns that are not ours and may be in the file all the same. */
  readonly ignoreColumns: IgnoredColumns;
  /** Receives the number of rows and the columns that are not read, once the file is accepted. */
  readonly onStart: (rows: number, ignoredColumns: readonly string[]) => void;
  readonly signal: AbortSignal;
}

const THREAD_ENTRY = new URL('../../workers/chunk-thread.js', import.meta.url);

const CHUNK_ROWS = 2000;
/** A file of this size is calculated before a thread would have started. */
const MOST_BYTES_WITHOUT_THREADS = 512 * 1024;
/** The one a thread calculates, and the next. */
const CHUNKS_PER_THREAD = 2;

/**
 * Node 20 ends the whole process when a thread is stopped while it requires an ES module, which a short run can meet;
 * importing can be stopped.
 */
const THREAD_FLAGS = ['--no-experimental-require-module'];

/**
 * Calculates a CSV in our format on this computer, a long one on all cores, by the chunks of the service, so that the
 * bytes are the same.
 *
 * @throws ApiError for a file that cannot be used; the signal's reason.
 */
export async function* answerParts(
  csv: Uint8Array,
  { awardYear, ignoreColumns, onStart, signal }: RunOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = splitCsv(csv, { ...USUAL_LIMITS, ignoreColumns }, isUtf8);
  onStart(file.rowCount, file.head.header.ignored);
  yield Buffer.from(HEADER_ROW);
  const output = { format: 'csv', escapeFormulas: false, awardYear } as const;
  const calculator = csv.length <= MOST_BYTES_WITHOUT_THREADS ? WITHOUT_THREADS : onThreads();
  const running: Promise<Uint8Array>[] = [];
  const next = async (): Promise<Uint8Array> => {
    const body = await running.shift();
    signal.throwIfAborted();
    return body ?? new Uint8Array();
  };
  try {
    for (const span of planChunks(file, CHUNK_ROWS)) {
      const body = calculator.calculate(cutChunk(csv, file, span, output));
      // It is awaited in its turn; until then its failure is not unhandled.
      body.catch(() => undefined);
      running.push(body);
      if (running.length >= calculator.atOnce) yield await next();
    }
    while (running.length > 0) yield await next();
  } finally {
    await calculator.close();
  }
}

interface Calculator {
  /** How many chunks keep it busy. */
  readonly atOnce: number;
  readonly calculate: (chunk: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

const WITHOUT_THREADS: Calculator = {
  atOnce: 1,
  // The memory of one answer is used again for the next.
  calculate: async (chunk) => runChunk(chunk).body.slice(),
  close: async () => {},
};

function onThreads(): Calculator {
  const threads = availableParallelism();
  const pool = new Piscina({
    filename: THREAD_ENTRY.href,
    // The entry lowers the priority of its thread by this much: here nobody waits for anything else.
    workerData: 0,
    maxThreads: threads,
    concurrentTasksPerWorker: CHUNKS_PER_THREAD,
    execArgv: THREAD_FLAGS,
  });
  return {
    atOnce: threads * CHUNKS_PER_THREAD,
    calculate: async (chunk) => {
      const { body }: ChunkAnswer = await pool.run(chunk, { transferList: [chunk.buffer] });
      return body;
    },
    close: () => pool.destroy(),
  };
}
