const WORST_FIRST = ['down', 'degraded', 'ok'] as const;

/** `degraded`: everything is answered, with fewer fallbacks. `down`: the process cannot take work. */
export type HealthState = (typeof WORST_FIRST)[number];

/** What a dependency reports. The reason must be safe to show operators: no credentials, no student data. */
export interface Reading {
  readonly state: HealthState;
  readonly reason?: string | undefined;
  /** When the state began, if the dependency knows better than the occasional report. */
  readonly since?: Date;
}

/** The dependencies of a process, which is ready unless a dependency says otherwise. */
export class Health {
  readonly #checks = new Map<string, () => { state: HealthState; since: Date; detail: string | undefined }>();
  #isStopping = false;

  /** Reads a dependency at every report. Without its own `since`, a state begins at its first report. */
  watch(name: string, read: () => Reading): void {
    let last = { state: read().state, since: new Date() };
    this.#checks.set(name, () => {
      const { state, since, reason } = read();
      // A new reason alone is not a new state.
      last = { state, since: since ?? (state === last.state ? last.since : new Date()) };
      return { ...last, detail: reason };
    });
  }

  /** Makes the process not ready, permanently. */
  stopping(): void {
    this.#isStopping = true;
  }

  /** Whether no dependency is down. A process that is not alive should be restarted. */
  alive(): boolean {
    return ![...this.#checks.values()].some((check) => check().state === 'down');
  }

  /** Whether the process is alive and not stopping. */
  ready(): boolean {
    return !this.#isStopping && this.alive();
  }

  /**
   * The answer of `/readyz`: `stopping` while the process stops, otherwise the worst state of a dependency;
   * and each dependency with the time its current state began, in JSON as ISO 8601 in UTC.
   */
  report() {
    const checks = Object.fromEntries([...this.#checks].map(([name, check]) => [name, check()]));
    const states = Object.values(checks).map(({ state }) => state);
    const worst = WORST_FIRST.find((state) => states.includes(state)) ?? 'ok';
    return { status: this.#isStopping ? ('stopping' as const) : worst, checks };
  }
}
