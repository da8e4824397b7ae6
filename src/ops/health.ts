/** `degraded`: the service still answers everything, only slower or with less to fall back on. `down`: it cannot take work. */
export type HealthState = 'ok' | 'degraded' | 'down';

/** One dependency as operators see it. */
export interface HealthCheck {
  readonly state: HealthState;
  /** When the present state began, ISO 8601 in UTC. */
  readonly since: string;
  readonly detail?: string;
}

export interface HealthReport {
  /** `stopping` while the process leaves, else the worst state of a dependency. */
  readonly status: HealthState | 'stopping';
  readonly checks: Readonly<Record<string, HealthCheck>>;
}

/** What a dependency says of itself. The detail must be fit for operators: no credentials, no student data. */
export interface Reading {
  readonly state: HealthState;
  readonly detail?: string | undefined;
  /** When the state began, where the dependency knows better than whoever asks now and then. */
  readonly since?: Date;
}

export interface Health {
  /** Adds a dependency that is asked whenever a report is made; without a `since` of its own its state is as old as the first report to see it. */
  watch(name: string, read: () => Reading): void;
  /** From now on not ready, for good. */
  stopping(): void;
  /** Neither stopping nor with a dependency that is down. */
  ready(): boolean;
  report(): HealthReport;
}

const WORST_FIRST = ['down', 'degraded', 'ok'] as const satisfies readonly HealthState[];

/** A registry without dependencies: ready until one says otherwise. */
export function createHealth(now: () => Date = () => new Date()): Health {
  const checks = new Map<string, () => HealthCheck>();
  let isStopping = false;

  function report(): HealthReport {
    const current = Object.fromEntries([...checks].map(([name, check]) => [name, check()]));
    const states = Object.values(current).map(({ state }) => state);
    const worst = WORST_FIRST.find((state) => states.includes(state)) ?? 'ok';
    return { status: isStopping ? 'stopping' : worst, checks: current };
  }

  return {
    watch(name, read) {
      if (checks.has(name)) throw new Error(`the health of "${name}" is registered already`);
      let last = { state: read().state, since: now() };
      checks.set(name, () => {
        const { state, detail, since } = read();
        // A new detail alone is no new state.
        last = { state, since: since ?? (state === last.state ? last.since : now()) };
        return { state, since: last.since.toISOString(), ...(detail === undefined ? {} : { detail }) };
      });
    },
    stopping() {
      isStopping = true;
    },
    ready: () => ['ok', 'degraded'].includes(report().status),
    report,
  };
}
