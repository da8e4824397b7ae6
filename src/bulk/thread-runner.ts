import { isUtf8 } from 'node:buffer';
import { Piscina } from 'piscina';
import { ApiError } from '../contract/errors.js';
import type { ChunkAnswer } from '../csv/chunk.js';
import type { CsvLimits } from '../csv/head.js';
import { type SplitFile, splitCsv } from '../csv/split.js';
import type { ChunkOutcome, ChunkRunner, ChunkTask } from './runner.js';
import { Semaphore } from './semaphore.js';

export interface ThreadRunnerOptions {
  /** The thread's entry point: a compiled module whose default export takes a chunk and gives its answer. */
  readonly filename: URL;
  readonly threads: number;
  /** What the threads are given as `workerData`: on Linux their niceness, 0 to 19. */
  readonly niceness: number;
  /** Whether all threads but one start with the first chunk and end when there is none for a while, as a rescue should. */
  readonly onDemand: boolean;
  /** Told of each finished chunk and its seconds, waiting included; given where the threads are in charge. */
  readonly onOutcome?: (outcome: ChunkOutcome, seconds: number) => void;
  /** Told how many threads are calculating, whenever that changes. */
  readonly onBusy: (threads: number) => void;
  /** Told of each attempt that a thread did not bring to its end, most likely because the thread has died. */
  readonly onFailure: (error: unknown) => void;
}

/** An upload, and where its records are. */
export interface SplitUpload {
  readonly bytes: Uint8Array;
  readonly file: SplitFile;
}

/** What a thread is given to split. */
export interface SplitTask {
  readonly bytes: Uint8Array;
  readonly limits: CsvLimits;
}

/** What comes of it. A refusal is not an error there: its class would be lost on the way back. */
export type SplitResult =
  | { readonly file: SplitFile; readonly refusal: null }
  | { readonly file: null; readonly refusal: Pick<ApiError, 'kind' | 'message' | 'details'> };

/** Chunks given to one thread at once: the one it calculates and the one it goes on with, without asking first. */
const CHUNKS_PER_THREAD = 2;

/** Splitting this much takes a millisecond of the event loop, and four where every row is a few bytes. */
const MOST_INLINE_BYTES = 64 * 1024;

/** How long a thread that was started on demand waits for another chunk. */
const IDLE_MS = 30_000;

/** A chunk's garbage dies with it, so a small young generation keeps the process small. */
const YOUNG_GENERATION_MIB = 16;

/**
 * Piscina first tries to `require` the module of a thread. Node 20 ends the whole process when a thread is stopped in the middle of
 * requiring an ES module (node::loader::ModuleWrap::InstantiateSync), as those of a short run are; importing can be stopped.
 */
const THREAD_FLAGS = ['--no-experimental-require-module'];

/** Calculates chunks on threads of this process, beside its event loop; callers take turns. */
export class ThreadRunner implements ChunkRunner {
  readonly #pool: Piscina;
  /** In front of the pool, because a chunk that leaves Piscina's own queue ends its thread once it has begun. */
  readonly #places: Semaphore;
  readonly #options: ThreadRunnerOptions;

  constructor(options: ThreadRunnerOptions) {
    const { threads, onBusy } = options;
    this.#options = options;
    this.#places = new Semaphore(threads * CHUNKS_PER_THREAD, (taken) => onBusy(Math.min(taken, threads)));
    this.#pool = new Piscina({
      filename: options.filename.href,
      workerData: options.niceness,
      // One is there for uploads to be split: a new one would be cold each time.
      minThreads: options.onDemand ? 1 : threads,
      idleTimeout: IDLE_MS,
      maxThreads: threads,
      concurrentTasksPerWorker: CHUNKS_PER_THREAD,
      execArgv: THREAD_FLAGS,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB },
    });
    // A thread that dies with nothing to do is told here alone.
    this.#pool.on('error', (error: unknown) => options.onFailure(error));
  }

  /** A chunk that has begun is calculated to its end even when the signal aborts: stopping a thread costs more. */
  run({ caller, toBytes }: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer> {
    const startedAt = performance.now();
    return this.#places.during(
      async () => {
        const answer = await this.#twice(() => {
          signal.throwIfAborted();
          return this.#calculate(toBytes());
        });
        signal.throwIfAborted();
        this.#options.onOutcome?.('threads', (performance.now() - startedAt) / 1000);
        return answer;
      },
      caller,
      signal,
    );
  }

  /** The chunk moves to the thread. A copy that stays would wait here for the collector, which sees no need to hurry. */
  #calculate(chunk: Uint8Array<ArrayBuffer>): Promise<ChunkAnswer> {
    return this.#pool.run(chunk, { transferList: [chunk.buffer] });
  }

  /**
   * Splits an upload: a large one on a thread, a small one at once, since handing it over would take longer. In shared memory it is not
   * copied.
   *
   * @throws ApiError for a file that cannot be read.
   */
  async split(bytes: Uint8Array, limits: CsvLimits): Promise<SplitUpload> {
    if (bytes.length <= MOST_INLINE_BYTES) return { bytes, file: splitCsv(bytes, limits, isUtf8) };
    const { file, refusal } = await this.#twice(() => this.#splitOnThread({ bytes, limits }));
    if (file === null) throw new ApiError(refusal.kind, refusal.message, refusal);
    return { bytes, file };
  }

  #splitOnThread(task: SplitTask): Promise<SplitResult> {
    return this.#pool.run(task, { name: 'splitUpload' });
  }

  /** A thread that dies takes all with it that it holds, guilty or not: each has one more try. */
  async #twice<Result>(attempt: () => Promise<Result>): Promise<Result> {
    try {
      return await attempt();
    } catch (error) {
      this.#options.onFailure(error);
      return attempt();
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
