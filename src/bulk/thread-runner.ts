import { Piscina } from 'piscina';
import { ChunkMemory } from './chunk-memory.js';
import { joined, lengthOf } from './parts.js';
import type { ChunkOutcome, ChunkRunner, ChunkTask, Slice } from './runner.js';
import { ThreadSlots } from './thread-slots.js';

export interface ThreadRunnerOptions {
  /** The thread's entry point: a compiled module whose default export takes a chunk and gives its slice. */
  readonly filename: URL;
  readonly threads: number;
  /** Whether the threads start with the first chunk and end when there is none for a while, as a rescue should. */
  readonly onDemand: boolean;
  /** Told of each finished chunk and its seconds, waiting included; given where the threads are in charge. */
  readonly onOutcome?: (outcome: ChunkOutcome, seconds: number) => void;
  /** Told how many threads are calculating, whenever that changes. */
  readonly onBusy: (threads: number) => void;
}

/** Chunks given to one thread at once: the one it calculates and the one it goes on with, without asking first. */
const CHUNKS_PER_THREAD = 2;

/** How long a thread that was started on demand waits for another chunk. */
const IDLE_MS = 30_000;

/** A chunk's garbage dies with it, so a small young generation keeps the process small. */
const YOUNG_GENERATION_MIB = 16;

/** Calculates chunks on threads of this process, beside its event loop, first come first served. */
export class ThreadRunner implements ChunkRunner {
  readonly #pool: Piscina<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;
  readonly #slots: ThreadSlots;
  readonly #memory = new ChunkMemory();
  readonly #options: ThreadRunnerOptions;

  constructor(options: ThreadRunnerOptions) {
    this.#options = options;
    this.#slots = new ThreadSlots(options.threads * CHUNKS_PER_THREAD, (taken) =>
      options.onBusy(Math.min(taken, options.threads)),
    );
    this.#pool = new Piscina({
      filename: options.filename.href,
      minThreads: options.onDemand ? 0 : options.threads,
      idleTimeout: IDLE_MS,
      maxThreads: options.threads,
      concurrentTasksPerWorker: CHUNKS_PER_THREAD,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB },
    });
  }

  /**
   * A chunk that has begun is calculated to its end even when the signal aborts: stopping a thread costs more.
   */
  async run(task: ChunkTask, signal: AbortSignal): Promise<Slice> {
    const startedAt = performance.now();
    const release = await this.#slots.take(signal);
    try {
      // A thread that dies takes the chunks that it holds with it, guilty or not; each is tried once more.
      const slice = await this.#runOnce(task, signal).catch(() => this.#runOnce(task, signal));
      signal.throwIfAborted();
      this.#options.onOutcome?.('threads', (performance.now() - startedAt) / 1000);
      return slice;
    } finally {
      release();
    }
  }

  /** The chunk's memory goes to the thread, which answers in the same where there is room. */
  async #runOnce(task: ChunkTask, signal: AbortSignal): Promise<Slice> {
    signal.throwIfAborted();
    const memory = this.#memory.take(lengthOf(task.parts));
    const bytes = await this.#pool.run(joined(task.parts, memory), { transferList: [memory] });
    return { bytes, release: () => this.#memory.give(bytes.buffer) };
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
