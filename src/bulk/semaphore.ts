/** A fixed number of places. Waiting callers take turns, and each caller is served in order of arrival. */
export class Semaphore {
  #taken = 0;
  /** Waiters by caller; the caller whose turn is next comes first. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(private readonly places: number) {}

  /** Waits for a place and holds it while `work` runs. @throws the signal's reason when it aborts first. */
  async during<T>(work: () => Promise<T>, caller: string, signal: AbortSignal): Promise<T> {
    await this.#take(caller, signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #take(caller: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken < this.places) {
      this.#taken += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        this.#leave(caller, grant);
        reject(signal.reason);
      };
      const grant = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      this.#waiting.set(caller, (this.#waiting.get(caller) ?? new Set()).add(grant));
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  #leave(caller: string, grant: () => void): void {
    const line = this.#waiting.get(caller);
    line?.delete(grant);
    if (line?.size === 0) this.#waiting.delete(caller);
  }

  #release(): void {
    for (const [caller, line] of this.#waiting) {
      const [next] = line;
      if (next === undefined) continue;
      // Moves the caller to the end of the line.
      this.#waiting.delete(caller);
      line.delete(next);
      if (line.size > 0) this.#waiting.set(caller, line);
      next();
      return;
    }
    this.#taken -= 1;
  }
}
