import type { ChunkRunner, ChunkTask, Slice } from '../runner.js';

/** How a chunk ended: answered by a worker, by this process, given up by its caller, or not calculable at all. */
export type ChunkEnd = 'queue' | 'rescue' | 'aborted' | 'failed';

/**
 * A chunk that waits for an answer: from a worker, from the rescue, or from its caller who gives up. The first one
 * counts; the others are told to stop or find the door closed.
 */
export class PendingChunk {
  readonly result: Promise<Slice>;
  /** True once the chunk was handed to Redis, so that something of it may lie there. */
  sent = false;
  /** Set when the payload was missed in Redis once without an answer; twice means that the chunk is lost. */
  missed = false;
  #settle: (end: ChunkEnd, slice: Slice | null, error: unknown) => void = () => {};
  #ended = false;
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
      this.#settle = (end, slice, error) => {
        if (this.#ended) return;
        this.#ended = true;
        clearTimeout(this.#timer);
        signal.removeEventListener('abort', abort);
        this.#rescue?.abort(new Error('the chunk needs no rescue any more'));
        onEnd(this, end);
        if (slice) resolve(slice);
        else reject(error);
      };
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  /** Time since the chunk was given in. */
  get seconds(): number {
    return (performance.now() - this.#createdAt) / 1000;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** True while this process calculates the chunk itself. */
  get rescuing(): boolean {
    return this.#rescue !== null && !this.#ended;
  }

  /** A worker's answer. */
  answer(slice: Slice): void {
    this.#settle('queue', slice, null);
  }

  /** Sets the time (milliseconds from now) when waiting for a worker ends, in place of the one set before. */
  rescueAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#ended) this.#timer = setTimeout(() => this.rescue(), ms);
  }

  /** Has this process calculate the chunk, unless it is answered or being rescued already. */
  rescue(): void {
    if (this.#ended || this.#rescue) return;
    this.#rescue = new AbortController();
    this.#rescuer.run(this.task, this.#rescue.signal).then(
      (slice) => this.#settle('rescue', slice, null),
      (error: unknown) => this.#settle('failed', null, error),
    );
  }
}
