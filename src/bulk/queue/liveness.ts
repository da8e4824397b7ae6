/** It is a fault if work waits longer than this (milliseconds) while a worker is idle. */
const IDLE_LIMIT_MS = 15_000;

/**
 * Whether a worker does its work. It does not if work has waited for 15 seconds while the worker had room and took
 * none: the process may be alive, but it does nothing.
 */
export class Liveness {
  readonly #concurrency: number;
  readonly #now: () => number;
  #running = 0;
  #waitingSince: number | null = null;

  constructor(concurrency: number, now: () => number = Date.now) {
    this.#concurrency = concurrency;
    this.#now = now;
  }

  took(): void {
    this.#running += 1;
    this.#waitingSince = null;
  }

  finished(): void {
    this.#running -= 1;
  }

  /**
   * Reports the last look at the queue: `waiting` is the number of chunks that any worker may take; 0 if it is not
   * known.
   */
  saw(waiting: number): void {
    if (waiting === 0) this.#waitingSince = null;
    else this.#waitingSince ??= this.#now();
  }

  /** What is wrong, or null. */
  fault(): string | null {
    const idleMs = this.#waitingSince === null ? 0 : this.#now() - this.#waitingSince;
    if (idleMs <= IDLE_LIMIT_MS || this.#running >= this.#concurrency) return null;
    return `work has been waiting for ${Math.round(idleMs / 1000)} s and none was taken`;
  }
}
