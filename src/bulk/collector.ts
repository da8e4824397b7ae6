import { setMaxListeners } from 'node:events';
import type { ChunkAnswer } from '../csv/chunk.js';

/** One chunk of a bulk request, ready to be calculated anywhere. */
export interface ChunkTask {
  /** The request that the chunk belongs to, as callers and logs name it. */
  readonly requestId: string;
  /** The caller of the request; where chunks wait, callers take turns. */
  readonly caller: string;
  /** 0-based position of the chunk in its request; unique within the request. */
  readonly index: number;
  /** Makes the self-contained chunk that `runChunk` takes, in memory of its own at every call. Contains student data. */
  readonly toBytes: () => Uint8Array<ArrayBuffer>;
}

/** Calculates chunks. Every implementation gives the same answers. */
export interface ChunkRunner {
  /**
   * Survives the loss of workers and of Redis.
   *
   * @throws the signal's reason when the signal aborts; what is left of the chunk is removed soon after.
   */
  run(task: ChunkTask, signal: AbortSignal): Promise<ChunkAnswer>;
}

/** Options of a bulk run. */
export interface RunOptions {
  readonly requestId: string;
  /** The caller; callers share threads and workers. */
  readonly caller: string;
  /**
   * The maximum number of chunks dispatched but not yet written, asked before each dispatch. Limits memory, and lets
   * small uploads share the workers with large ones.
   */
  readonly window: () => number;
  /** Called when a chunk is dispatched (1) and written (-1). */
  readonly onWindow: (change: 1 | -1) => void;
  /** Called with the number of students whose answers were written. */
  readonly onAnswered: (students: number) => void;
}

/** What a run has answered so far. */
export interface RunCounts {
  readonly students: number;
  readonly failedStudents: number;
  readonly chunks: number;
}

/** Maximum bytes of memory for finished answers waiting to be written; error texts can make answers long. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Calculates the chunks of a file through `runner` and passes the bodies of their answers to `write`, in file order and
 * one at a time. Waits for `write`, so that a slow reader slows the run down.
 *
 * @throws what `write` or the runner throws, or the signal's reason; all chunks in flight are then abandoned.
 */
export async function collect(
  chunks: Iterable<() => Uint8Array<ArrayBuffer>>,
  runner: ChunkRunner,
  write: (part: Uint8Array) => Promise<void>,
  { requestId, caller, window, onWindow, onAnswered }: RunOptions,
  signal: AbortSignal,
): Promise<RunCounts> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  // Every chunk of the window listens to this signal.
  setMaxListeners(0, either);
  const next = chunks[Symbol.iterator]();
  const inFlight: Promise<ChunkAnswer>[] = [];
  let dispatched = 0;
  let students = 0;
  let failedStudents = 0;
  let longest = 1;

  const dispatch = (): void => {
    const most = Math.max(1, Math.floor(MOST_WAITING_BYTES / longest));
    while (inFlight.length < Math.min(window(), most)) {
      const { done, value: toBytes } = next.next();
      if (done === true) return;
      const answer = runner.run({ requestId, caller, index: dispatched, toBytes }, either);
      // Awaited in its turn; until then a failure must not count as unhandled.
      answer.catch(() => undefined);
      inFlight.push(answer);
      dispatched += 1;
      onWindow(1);
    }
  };

  try {
    dispatch();
    for (let first = inFlight[0]; first !== undefined; first = inFlight[0]) {
      const answer = await first;
      longest = Math.max(longest, answer.body.byteLength);
      await write(answer.body);
      signal.throwIfAborted();
      inFlight.shift();
      onWindow(-1);
      onAnswered(answer.students);
      students += answer.students;
      failedStudents += answer.failedStudents;
      dispatch();
    }
    return { students, failedStudents, chunks: dispatched };
  } finally {
    stop.abort(new Error('The bulk run has ended.'));
    for (let left = inFlight.length; left > 0; left--) onWindow(-1);
  }
}

/** This many runs can have a full window each at the same time. */
const WHOLE_WINDOWS = 4;

/**
 * How many chunks a run may have in flight. Callers share equally what four full windows hold. Among one caller's runs,
 * the oldest get theirs first and the others one chunk each, so that files finish one after another and free their
 * memory for those waiting, instead of all finishing at the end. The total in flight stays limited, every run makes
 * progress, and a slow reader costs others only its own share.
 */
export class SharedWindow {
  readonly #whole: number;
  /** Each caller's current runs, oldest first. */
  readonly #runs = new Map<string, Set<symbol>>();

  constructor(whole: number) {
    this.#whole = whole;
  }

  /**
   * Counts a run of a caller while `work` is running. `work` receives a function that returns how many chunks it may
   * have in flight at the moment.
   */
  async during<T>(caller: string, work: (window: () => number) => Promise<T>): Promise<T> {
    const run = Symbol('run');
    this.#runs.set(caller, (this.#runs.get(caller) ?? new Set()).add(run));
    try {
      return await work(() => this.#chunks(caller, run));
    } finally {
      const runs = this.#runs.get(caller);
      runs?.delete(run);
      if (runs?.size === 0) this.#runs.delete(caller);
    }
  }

  #chunks(caller: string, run: symbol): number {
    let left = Math.floor((WHOLE_WINDOWS * this.#whole) / this.#runs.size);
    for (const each of this.#runs.get(caller) ?? []) {
      if (each === run || left <= 1) break;
      left -= this.#whole;
    }
    return Math.min(this.#whole, Math.max(left, 1));
  }
}
