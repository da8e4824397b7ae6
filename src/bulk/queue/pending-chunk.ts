import type { ChunkRunner, ChunkTask, ReleasableAnswer } from '../runner.js';

/** How a chunk ended: answered by a worker, by this process, given up by its caller, or not calculable at all. */
export type ChunkEnd = 'queue' | 'rescue' | 'aborted' | 'failed';

/**
 * A chunk that waits for an answer: from a worker, from the rescue, or from its caller who gives up. The first one
 * counts; the others are told to stop or find the door closed.
 */
export class PendingChunk {
  readonly result: Promise<ReleasableAnswer>;
  /** True once the chunk was handed to Redis, so that something of it may lie there. */
  isSent = false;
  /** Set when the payload was missed in Redis once without an answer; twice means that the chunk is lost. */
  isMissed = false;
  #settle: (end: ChunkEnd, answer: ReleasableAnswer | null, error: unknown) => void = () => {};
  #hasEnded = false;
  #rescue: AbortController | null = null;
  #timer: NodeJS.Timeout | undefined;
  readonly #createdAt = performance.now();
  readonly #rescuer: ChunkRunner;

  constructor(
    readonly task: ChunkTask,
    readonly jobId: string,
    signal: AbortSignal,
    rescuer: ChunkRunner,
    onEnd: (chunk: PendingChunk, end: ChunkEnd) => void,
  ) {
    this.#rescuer = rescuer;
    this.result = new Promise((resolve, reject) => {
      const abort = () => this.#settle('aborted', null, signal.reason);
      this.#settle = (end, answer, error) => {
        if (this.#hasEnded) return;
        this.#hasEnded = true;
        clearTimeout(this.#timer);
        signal.removeEventListener('abort', abort);
        this.#rescue?.abort(new Error('the chunk needs no rescue any more'));
        onEnd(this, end);
        if (answer) resolve(answer);
        else reject(error);
      };
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  /** Time since the chunk was given in. */
  get seconds(): number {
    return (performance.now() - this.#createdAt) / 1000;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** True while only a worker can answer. */
  get waitsForWorker(): boolean {
    return this.isSent && !this.#hasEnded && this.#rescue === null;
  }

  /** A worker's answer. */
  answer(answer: ReleasableAnswer): void {
    this.#settle('queue', answer, null);
  }

  /** Sets the time (milliseconds from now) when waiting for a worker ends, in place of the one set before. */
  rescueAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#hasEnded) this.#timer = setTimeout(() => this.rescue(), ms);
  }

  /** Has this process calculate the chunk, unless it is answered or being rescued already. */
  rescue(): void {
    if (this.#hasEnded || this.#rescue) return;
    this.#rescue = new AbortController();
    this.#rescuer.run(this.task, this.#rescue.signal).then(
      (answer) => this.#settle('rescue', answer, null),
      (error: unknown) => this.#settle('failed', null, error),
    );
  }
}
