import { Piscina } from 'piscina';
import { decodeAnswer } from '../csv/chunk.js';
import type { CsvLimits } from '../csv/head.js';
import { freeMemory } from './free-memory.js';
import type { ChunkOutcome, ChunkRunner, ChunkTask, ReleasableAnswer } from './runner.js';
import { Semaphore } from './semaphore.js';
import { type SplitVerdict, splitOrThrow, splitVerdict, type UploadSplitter } from './splitting.js';

export interface ThreadRunnerOptions {
  /** The thread's entry point: a compiled module whose default export takes a chunk and gives its answer. */
  readonly filename: URL;
  readonly threads: number;
  /** Whether all threads but one start with the first chunk and end when there is none for a while, as a rescue should. */
  readonly onDemand: boolean;
  /** Told of each finished chunk and its seconds, waiting included; given where the threads are in charge. */
  readonly onOutcome?: (outcome: ChunkOutcome, seconds: number) => void;
  /** Told how many threads are calculating, whenever that changes. */
  readonly onBusy: (threads: number) => void;
}

/** What a thread is given: a chunk, or an upload to be split. */
type ThreadTask = Uint8Array | { readonly bytes: Uint8Array; readonly limits: CsvLimits };
type ThreadResult = Uint8Array<ArrayBuffer> | SplitVerdict;

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

/** Calculates chunks on threads of this process, beside its event loop, first come first served. */
export class ThreadRunner implements ChunkRunner {
  readonly #pool: Piscina<ThreadTask, ThreadResult>;
  /** In front of the pool, because a chunk that leaves Piscina's own queue ends its thread once it has begun. */
  readonly #places: Semaphore;
  readonly #options: ThreadRunnerOptions;

  constructor(options: ThreadRunnerOptions) {
    const { threads, onBusy } = options;
    this.#options = options;
    this.#places = new Semaphore(threads * CHUNKS_PER_THREAD, (taken) => onBusy(Math.min(taken, threads)));
    this.#pool = new Piscina({
      filename: options.filename.href,
      // One is there for uploads to be split: a new one would be cold each time.
      minThreads: options.onDemand ? 1 : threads,
      idleTimeout: IDLE_MS,
      maxThreads: threads,
      concurrentTasksPerWorker: CHUNKS_PER_THREAD,
      execArgv: THREAD_FLAGS,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB },
    });
  }

  /** A chunk that has begun is calculated to its end even when the signal aborts: stopping a thread costs more. */
  run({ toBytes }: ChunkTask, signal: AbortSignal): Promise<ReleasableAnswer> {
    const startedAt = performance.now();
    return this.#places.during(async () => {
      // A thread that dies takes the chunks that it holds with it, guilty or not; each is tried once more.
      const answer = await this.#calculate(toBytes()).catch(() => {
        signal.throwIfAborted();
        return this.#calculate(toBytes());
      });
      signal.throwIfAborted();
      this.#options.onOutcome?.('threads', (performance.now() - startedAt) / 1000);
      if (!(answer instanceof Uint8Array)) throw new TypeError('A thread has calculated nothing.');
      return { ...decodeAnswer(answer), release: () => freeMemory(answer.buffer) };
    }, signal);
  }

  /** The chunk moves to the thread. A copy that stays would wait here for the collector, which sees no need to hurry. */
  #calculate(chunk: Uint8Array<ArrayBuffer>): Promise<ThreadResult> {
    return this.#pool.run(chunk, { transferList: [chunk.buffer] });
  }

  /** A large upload is split on a thread, a small one at once: handing it over would take longer. */
  split: UploadSplitter = async (bytes, limits) => {
    if (bytes.length <= MOST_INLINE_BYTES) return splitOrThrow(splitVerdict(bytes, limits));
    const options = { name: 'splitUpload', transferList: [bytes.buffer] };
    const outcome = await this.#pool.run({ bytes, limits }, options);
    if (outcome instanceof Uint8Array) throw new TypeError('A thread has split nothing.');
    return splitOrThrow(outcome);
  };

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
