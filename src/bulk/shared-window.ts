/** This many runs can have a full window each at the same time. */
const WHOLE_WINDOWS = 4;

/**
 * How many chunks a run may have in flight. Callers share equally what four full windows hold. Among one caller's runs,
 * the oldest get theirs first and the others one chunk each, so that files finish one after another and free their
 * memory for those waiting, instead of all finishing at the end. The total in flight stays limited, every run makes
 * progress, and a slow reader costs others only its own share.
 */
export class SharedWindow {
  /** Each caller's current runs, oldest first. */
  readonly #runs = new Map<string, Set<symbol>>();

  constructor(private readonly whole: number) {}

  /** Counts a run while `work` is running, which can ask how many chunks it may have in flight now. */
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
