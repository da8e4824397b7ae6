/** So many runs at once have a whole window each. */
const WHOLE_WINDOWS = 4;
/** One chunk to be written and one to be calculated meanwhile. */
const LEAST_CHUNKS = 2;

/**
 * How many chunks a run may have in flight. Runs beyond the fourth share what four have, down to two chunks each: so
 * what is in flight stays bounded, nobody waits for a place, and one slow reader takes nothing from the others but its share.
 */
export class SharedWindow {
  readonly #whole: number;
  #runs = 0;

  constructor(whole: number) {
    this.#whole = whole;
  }

  /** Chunks for each run at this moment. */
  get chunks(): number {
    const share = Math.floor((WHOLE_WINDOWS * this.#whole) / Math.max(this.#runs, 1));
    return Math.min(this.#whole, Math.max(share, LEAST_CHUNKS));
  }

  /** Counts a run for as long as `work` takes. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#runs += 1;
    try {
      return await work();
    } finally {
      this.#runs -= 1;
    }
  }
}
