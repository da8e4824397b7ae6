/** A fixed number of places, given out first come first served. */
export class ThreadSlots {
  readonly #total: number;
  readonly #onChange: (taken: number) => void;
  #taken = 0;
  readonly #waiters = new Set<() => void>();

  /** `onChange` is told how many places are taken, whenever that changes. */
  constructor(total: number, onChange: (taken: number) => void) {
    this.#total = total;
    this.#onChange = onChange;
  }

  /**
   * Waits for a place.
   *
   * @returns gives the place back; to be called once.
   * @throws the signal's reason when it aborts first.
   */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken < this.#total) {
      this.#taken += 1;
      this.#onChange(this.#taken);
      return this.#release;
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiters.delete(grant);
        reject(signal.reason);
      };
      const grant = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(this.#release);
      };
      this.#waiters.add(grant);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  readonly #release = (): void => {
    const [next] = this.#waiters;
    if (next === undefined) {
      this.#taken -= 1;
      this.#onChange(this.#taken);
      return;
    }
    this.#waiters.delete(next);
    next();
  };
}
