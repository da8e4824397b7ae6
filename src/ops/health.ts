const WORST_FIRST = ['down', 'degraded', 'ok'] as const;

/** `degraded`: the service still answers everything, only slower or with less to fall back on. `down`: it cannot take work. */
export type HealthState = (typeof WORST_FIRST)[number];

/** What a dependency reports. The reason must be fit for operators: no credentials, no student data. */
export interface Reading {
  readonly state: HealthState;
  readonly reason?: string | undefined;
  /** When the state began, where the dependency knows better than whoever asks now and then. */
  readonly since?: Date;
}

/** The dependencies of a process: ready until one says otherwise. */
export class Health {
  readonly #now: () => Date;
  readonly #checks = new Map<string, () => { state: HealthState; since: Date; detail: string | undefined }>();
  #isStopping = false;

  constructor(now = () => new Date()) {
    this.#now = now;
  }

  /**
   * Adds a dependency that is asked whenever a report is made; without a `since` of its own its state is as old as the
   * first report to see it.
   */
  watch(name: string, read: () => Reading): void {
    let last = { state: read().state, since: this.#now() };
    this.#checks.set(name, () => {
      const { state, since, reason } = read();
      // A new reason alone is no new state.
      last = { state, since: since ?? (state === last.state ? last.since : this.#now()) };
      return { ...last, detail: reason };
    });
  }

  /** From now on not ready, for good. */
  stopping(): void {
    this.#isStopping = true;
  }

  /** Neither stopping nor with a dependency that is down. */
  ready(): boolean {
    return ['ok', 'degraded'].includes(this.report().status);
  }

  /**
   * What `/readyz` answers: `stopping` while the process leaves, else the worst state of a dependency; and each of them with
   * the time at which its present state began, in JSON ISO 8601 in UTC.
   */
  report() {
    const checks = Object.fromEntries([...this.#checks].map(([name, check]) => [name, check()]));
    const states = Object.values(checks).map(({ state }) => state);
    const worst = WORST_FIRST.find((state) => states.includes(state)) ?? 'ok';
    return { status: this.#isStopping ? ('stopping' as const) : worst, checks };
  }
}
