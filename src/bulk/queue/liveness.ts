/** Whether a worker does its work. `reason` says what is wrong, or why it cannot be told. */
export interface WorkerHealth {
  readonly healthy: boolean;
  readonly reason?: string;
}

/** Work may wait this long (milliseconds) in front of an idle worker before that is a fault. */
const IDLE_LIMIT_MS = 15_000;

/**
 * The liveness record of a worker.
 *
 * A worker is unhealthy when work has waited for 15 seconds while it had room for some and took none: its process may
 * be alive, but it does nothing. Without Redis nothing can be said about waiting work, and starting anew would not
 * bring Redis back, so that is healthy with a reason.
 */
export class Liveness {
  readonly #concurrency: number;
  readonly #now: () => number;
  #running = 0;
  #waitingSince: number | null = null;
  #redisProblem: string | undefined;

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

  /** What the last look into the queue showed: `waiting` chunks that anybody may take. */
  saw(waiting: number): void {
    this.#redisProblem = undefined;
    if (waiting === 0) this.#waitingSince = null;
    else this.#waitingSince ??= this.#now();
  }

  /** The queue could not be looked into; waiting work is unknown from now on. */
  blind(reason: string): void {
    this.#redisProblem = reason;
    this.#waitingSince = null;
  }

  report(): WorkerHealth {
    if (this.#redisProblem !== undefined) return { healthy: true, reason: this.#redisProblem };
    const idleMs = this.#waitingSince === null ? 0 : this.#now() - this.#waitingSince;
    if (idleMs <= IDLE_LIMIT_MS || this.#running >= this.#concurrency) return { healthy: true };
    const seconds = Math.round(idleMs / 1000);
    return { healthy: false, reason: `work has been waiting for ${seconds} s and none was taken` };
  }
}
