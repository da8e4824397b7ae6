/** Work may wait this long (milliseconds) in front of an idle worker before that is a fault. */
const IDLE_LIMIT_MS = 15_000;

/**
 * Whether a worker does its work. It does not when work has waited for 15 seconds while it had room for some and took none: its process
 * may be alive, but it does nothing.
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

  /** What the last look into the queue showed: `waiting` chunks that anybody may take; 0 where nobody can tell. */
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
