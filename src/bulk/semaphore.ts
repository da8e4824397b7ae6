/** A fixed number of places, given out first come first served. */
export class Semaphore {
  readonly #places: number;
  readonly #onChange: (taken: number) => void;
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  /** `onChange` is told how many places are taken, whenever that changes. */
  constructor(places: number, onChange: (taken: number) => void) {
    this.#places = places;
    this.#onChange = onChange;
  }

  /** Waits for a place and holds it while `work` runs. @throws the signal's reason when it aborts first. */
  async during<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#take(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken < this.#places) {
      this.#taken += 1;
      this.#onChange(this.#taken);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.delete(grant);
        reject(signal.reason);
      };
      const grant = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      this.#waiting.add(grant);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  #release(): void {
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#waiting.delete(next);
      next();
      return;
    }
    this.#taken -= 1;
    this.#onChange(this.#taken);
  }
}
