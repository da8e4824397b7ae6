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
  readonly detail?: string;
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

interface Entry {
  read: () => Reading;
  state: HealthState;
  since: string;
}

const worstFirst = ['down', 'degraded', 'ok'] as const satisfies readonly HealthState[];

/** A registry without dependencies: ready until one says otherwise. */
export function createHealth(now: () => Date = () => new Date()): Health {
  const entries = new Map<string, Entry>();
  let isStopping = false;

  function add(name: string, read: () => Reading): Entry {
    if (entries.has(name)) throw new Error(`the health of "${name}" is registered already`);
    const entry = { read, state: read().state, since: now().toISOString() };
    entries.set(name, entry);
    return entry;
  }

  /** Takes the reading over; `since` moves only when the state changes, not when its detail does. */
  function refresh(entry: Entry): HealthCheck {
    const { state, detail, since } = entry.read();
    if (since !== undefined) entry.since = since.toISOString();
    else if (state !== entry.state) entry.since = now().toISOString();
    entry.state = state;
    return { state, since: entry.since, ...(detail === undefined ? {} : { detail }) };
  }

  function report(): HealthReport {
    const checks = Object.fromEntries([...entries].map(([name, entry]) => [name, refresh(entry)]));
    const states = Object.values(checks).map(({ state }) => state);
    const worst = worstFirst.find((state) => states.includes(state)) ?? 'ok';
    return { status: isStopping ? 'stopping' : worst, checks };
  }

  return {
    watch(name, read) {
      add(name, read);
    },
    stopping() {
      isStopping = true;
    },
    ready() {
      const { status } = report();
      return status === 'ok' || status === 'degraded';
    },
    report,
  };
}
