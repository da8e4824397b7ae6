/** How long (milliseconds) after a single answer the next one is reckoned with. */
const RECENT_MS = 1000;

/** Whether people ask for single answers at present. */
export class RecentSingles {
  #last = Number.NEGATIVE_INFINITY;

  /** To be called for each single answer. */
  note(): void {
    this.#last = performance.now();
  }

  /** Whether one was asked for within the last second. */
  get any(): boolean {
    return performance.now() - this.#last < RECENT_MS;
  }
}
