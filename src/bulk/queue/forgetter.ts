/**
 * Remembers which jobs are to be removed from Redis until that was done: at the end of the turn, or as soon as Redis
 * can be used again. A job that a worker holds is tried again until the worker has let go, or has been dead for long
 * enough. What is older than the expiry has removed itself.
 */
export class Forgetter {
  readonly #forget: (jobIds: readonly string[]) => Promise<readonly string[]>;
  readonly #ttlMs: number;
  #jobs = new Map<string, number>();
  #scheduled = false;

  /** `forget` removes what it can and tells which jobs are still held. */
  constructor(forget: (jobIds: readonly string[]) => Promise<readonly string[]>, ttlMs: number) {
    this.#forget = forget;
    this.#ttlMs = ttlMs;
  }

  add(jobId: string): void {
    this.#jobs.set(jobId, Date.now());
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      // What fails now is tried again by the next flush, whose caller hears of the error.
      this.flush().catch(() => {});
    });
  }

  /** @throws the error of Redis; the jobs are kept for the next flush then. */
  async flush(): Promise<void> {
    const expired = Date.now() - this.#ttlMs;
    const jobs = new Map([...this.#jobs].filter(([, since]) => since > expired));
    this.#jobs = new Map();
    if (jobs.size === 0) return;
    try {
      for (const held of await this.#forget([...jobs.keys()])) {
        const since = jobs.get(held);
        if (since !== undefined) this.#jobs.set(held, since);
      }
    } catch (error) {
      this.#jobs = new Map([...jobs, ...this.#jobs]);
      throw error;
    }
  }
}
