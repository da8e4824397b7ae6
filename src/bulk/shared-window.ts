/** This many runs can have a full window each at the same time. */
const WHOLE_WINDOWS = 4;

/**
 * How many chunks a run may have in flight. Callers get equal shares of four full windows. Among one caller's
 * runs, the oldest get their windows first and the others one chunk each. Files then finish one after another
 * and free memory for waiting uploads. Beyond one chunk per run the total in flight is limited. Every run
 * makes progress, and a slow reader costs others only its own share.
 */
export class SharedWindow {
  /** Each caller's current runs, oldest first. */
  readonly #runs = new Map<string, Set<symbol>>();

  constructor(private readonly whole: number) {}

  /** Counts a run while `work` is running. `work` can ask how many chunks the run may have in flight. */
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
    let left = Math.floor((WHOLE_WINDOWS * this.whole) / this.#runs.size);
    for (const each of this.#runs.get(caller) ?? []) {
      if (each === run || left <= 1) break;
      left -= this.whole;
    }
    return Math.min(this.whole, Math.max(left, 1));
  }
}
