import { isUtf8 } from 'node:buffer';
import { Piscina } from 'piscina';
import { ApiError } from '../contract/errors.js';
import type { ChunkAnswer } from '../csv/chunk.js';
import type { CsvReading } from '../csv/head.js';
import { type SplitFile, splitCsv } from '../csv/split.js';
import type { ApiMetrics } from '../ops/api-metrics.js';
import { Semaphore } from './semaphore.js';

/** One chunk of a bulk request, ready to be calculated anywhere. */
export interface ChunkTask {
  /** The request that the chunk belongs to, as callers and logs name it. */
  readonly requestId: string;
  /** The caller of the request. Callers take turns where chunks wait. */
  readonly caller: string;
  /** 0-based position of the chunk in its request; unique within the request. */
  readonly index: number;
  /** Makes the chunk for `runChunk`, in new memory at every call. Contains student data. */
  readonly toBytes: () => Uint8Array<ArrayBuffer>;
}

/** Calculates chunks. Every implementation gives the same answers. */
export interface ChunkRunner {
  /** Survives lost workers or Redis. @throws the signal's reason on abort; chunk data is soon removed. */
  run(task: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer>;
}

export interface ThreadRunnerOptions {
  /** The thread's entry point: a compiled module whose default export turns a chunk into its answer. */
  readonly filename: URL;
  readonly threads: number;
  /** Whether all threads but one start with the first chunk and end when idle: best for rescues. */
  readonly onDemand: boolean;
  /** Called per finished chunk, with its seconds, waiting included; only set if threads are the main runner. */
  readonly onOutcome?: ApiMetrics['bulkChunk'];
  /** Called for each attempt that a thread did not finish, most likely because the thread died. */
  readonly onFailure: (error: unknown) => void;
}

export interface SplitTask {
  readonly bytes: Uint8Array;
  readonly reading: CsvReading;
}

/** The result of splitting. A refusal is returned, not thrown: its class would be lost on the way back. */
export type SplitResult =
  | { readonly file: SplitFile; readonly refusal: null }
  | { readonly file: null; readonly refusal: Pick<ApiError, 'kind' | 'message' | 'details'> };

/** Chunks given to one thread at once: the current one and the next one, so that the thread need not ask. */
const CHUNKS_PER_THREAD = 2;

/** Splitting this much takes a millisecond of the event loop, or four if every row is only a few bytes. */
const MOST_INLINE_BYTES = 64 * 1024;

/** How long a thread started on demand waits for another chunk. */
const IDLE_MS = 30_000;

/**
 * Piscina first tries to `require` the module of a thread. Node 20 ends the whole process when a thread is
 * stopped while requiring an ES module (node::loader::ModuleWrap::InstantiateSync), as can happen in a short
 * run. An import can be stopped.
 */
const THREAD_FLAGS = ['--no-experimental-require-module'];

/** Calculates chunks on threads of this process, outside its event loop; callers take turns. */
export class ThreadRunner implements ChunkRunner {
  readonly #pool: Piscina;
  /** Limits what enters the pool: aborting a chunk that has left Piscina's queue would end its thread. */
  readonly #places: Semaphore;

  constructor(private readonly options: ThreadRunnerOptions) {
    const { threads } = options;
    this.#places = new Semaphore(threads * CHUNKS_PER_THREAD);
    this.#pool = new Piscina({
      filename: options.filename.href,
      // One thread stays for splitting uploads: a new one would be cold each time.
      minThreads: options.onDemand ? 1 : threads,
      idleTimeout: IDLE_MS,
      maxThreads: threads,
      concurrentTasksPerWorker: CHUNKS_PER_THREAD,
      execArgv: THREAD_FLAGS,
    });
    // This is the only report of a thread that dies while idle.
    this.#pool.on('error', (error: unknown) => options.onFailure(error));
  }

  /** Calculates a chunk that has begun to its end, even after an abort: stopping a thread costs more. */
  run({ caller, toBytes }: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer> {
    const startedAt = performance.now();
    const calculate = async (): Promise<ChunkAnswer> => {
      signal.throwIfAborted();
      const chunk = toBytes();
      // Without the transfer, a copy would stay here until the garbage collector runs, which may be late.
      return this.#pool.run(chunk, { transferList: [chunk.buffer] });
    };
    const work = async (): Promise<ChunkAnswer> => {
      const answer = await this.#twice(calculate);
      signal.throwIfAborted();
      this.options.onOutcome?.('threads', (performance.now() - startedAt) / 1000);
      return answer;
    };
    return this.#places.during(work, caller, signal);
  }

  /**
   * Splits an upload: a large one on a thread, without copying shared memory, and a small one here, which is
   * faster than handing it over. @throws ApiError for a file that cannot be read.
   */
  async split(bytes: Uint8Array, reading: CsvReading): Promise<SplitFile> {
    if (bytes.length <= MOST_INLINE_BYTES) return splitCsv(bytes, reading, isUtf8);
    const task: SplitTask = { bytes, reading };
    const split = (): Promise<SplitResult> => this.#pool.run(task, { name: 'splitUpload' });
    const { file, refusal } = await this.#twice(split);
    if (file === null) throw new ApiError(refusal.kind, refusal.message, refusal);
    return file;
  }

  /** Tries a task twice, because a thread that dies loses everything it was working on. */
  async #twice<Result>(attempt: () => Promise<Result>): Promise<Result> {
    try {
      return await attempt();
    } catch (error) {
      // The pool is closing, or the caller has left.
      if (error instanceof Error && error.name === 'AbortError') throw error;
      this.options.onFailure(error);
      return attempt();
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
