import { availableParallelism, totalmem } from 'node:os';
import { apiSettings, type Facts, type Setting, sharedSettings, workerSettings } from './config-table.js';

/** Where variables come from; `process.env` fits. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The part of {@link Facts} that the machine decides. */
export type Machine = Omit<Facts, 'valueOf'>;

type Table = Readonly<Record<string, Setting<unknown, unknown>>>;
type Values<T extends Table> = {
  readonly [Key in keyof T]: T[Key] extends Setting<infer Given, infer Unset> ? Given | Unset : never;
};

/** Everything an API process can be told. Sizes are in bytes, times in milliseconds. */
export type Config = Values<typeof sharedSettings & typeof apiSettings>;

/** Everything a worker process can be told; it cannot do without Redis. */
export type WorkerConfig = Values<typeof sharedSettings & typeof workerSettings>;

/** One variable that cannot be used. `given` is fit to be shown: no password is in it. */
export interface ConfigProblem {
  readonly name: string;
  readonly given: string;
  readonly expected: string;
}

/** The environment cannot be used. The message names every variable at fault, one to a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly ConfigProblem[]) {
    const lines = problems.map(({ name, given, expected }) => `  ${name} is ${given}; expected ${expected}`);
    super(`The configuration cannot be used:\n${lines.join('\n')}`);
  }
}

/**
 * The memory limit of the container where there is one, else the memory of the machine.
 * Without a limit the constrained memory reads 0, or more than any machine has.
 */
function thisMachine(): Machine {
  const constrained = process.constrainedMemory();
  const limited = constrained > 0 && constrained < totalmem();
  return {
    memoryLimitBytes: limited ? constrained : totalmem(),
    parallelism: Math.max(1, availableParallelism()),
  };
}

/** Reads settings from one environment and gathers what is wrong with them, each variable once. */
function createReader(env: Environment, machine: Machine) {
  const problems = new Map<string, ConfigProblem>();

  const read = <Given, Unset>(setting: Setting<Given, Unset>): Given | Unset | undefined => {
    const { name, schema, expected } = setting;
    const given = env[name]?.trim();
    if (!given) {
      if (!setting.required) return setting.fallback(facts);
      problems.set(name, { name, given: 'unset', expected });
      return undefined;
    }
    const parsed = schema.safeParse(given);
    const conflict = parsed.success ? setting.conflict?.(parsed.data, facts) : expected;
    if (parsed.success && conflict === undefined) return parsed.data;
    problems.set(name, { name, given: setting.show(given), expected: conflict ?? expected });
    return undefined;
  };

  const facts: Facts = {
    ...machine,
    valueOf: (setting) => read(setting) ?? setting.fallback(facts),
  };

  return { read, problems };
}

function load<T extends Table>(table: T, env: Environment, machine: Machine): Values<T> {
  const { read, problems } = createReader(env, machine);
  const entries = Object.entries(table).map(([key, setting]) => [key, read(setting)] as const);
  if (problems.size > 0) throw new ConfigError([...problems.values()]);
  // Every key of the table is there and its setting's own schema or default made the value.
  return Object.freeze(Object.fromEntries(entries)) as Values<T>;
}

/**
 * What the environment tells an API process, frozen. Unknown variables are ignored; an empty one counts as unset.
 *
 * @throws {ConfigError} listing every variable that cannot be used.
 */
export function loadConfig(env: Environment, machine: Machine = thisMachine()): Config {
  return load({ ...sharedSettings, ...apiSettings }, env, machine);
}

/**
 * What the environment tells a worker process, frozen.
 *
 * @throws {ConfigError} listing every variable that cannot be used, `REDIS_URL` among them when it is unset.
 */
export function loadWorkerConfig(env: Environment, machine: Machine = thisMachine()): WorkerConfig {
  return load({ ...sharedSettings, ...workerSettings }, env, machine);
}
