import { availableParallelism } from 'node:os';
import { isatty } from 'node:tty';
import { closestMatch } from 'leven';
import type { z } from 'zod';
import { allVariables, apiVariables, variableName, workerVariables } from './config-variables.js';
import { OperatorError } from './logged-errors.js';
import { memoryLimitBytes } from './machine.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration of an API process. Sizes are in bytes, times in milliseconds. */
export type Config = ReturnType<typeof loadConfig>;

export type WorkerConfig = ReturnType<typeof loadWorkerConfig>;

/** Long enough for a load balancer's probes and the idle time of its connections. */
const DRAIN_DELAY_MS = 5000;

/** A minute and a half for files in progress (a million rows on a busy machine); the rest for stopping. */
const SHUTDOWN_TIMEOUT_MS = 120_000;
/** At a terminal, or for a worker, whose chunks are short and can be calculated elsewhere. */
const SHORT_SHUTDOWN_TIMEOUT_MS = 10_000;

/** What some defaults depend on. At a terminal, somebody waits for the process to stop. */
function thisMachine() {
  return {
    memoryLimitBytes: memoryLimitBytes(),
    parallelism: availableParallelism(),
    isAtTerminal: isatty(0) || isatty(1),
  };
}

function read<Shape extends z.ZodRawShape>(variables: z.ZodObject<Shape>, env: Environment) {
  const given = Object.keys(variables.shape).map((key) => [key, env[variableName(key)]?.trim() || undefined]);
  const parsed = variables.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${variableName(String(path[0]))} ${message}`,
  );
  const lines = [...problems, ...misspelt(env)].map((line) => `  ${line}`);
  throw new OperatorError(`The configuration cannot be used:\n${lines.join('\n')}`);
}

/** For the API; empty counts as unset. @throws OperatorError with all unusable variables, no passwords. */
export function loadConfig(env: Environment, machine = thisMachine()) {
  const given = read(apiVariables, env);
  return Object.freeze({
    ...given,
    adminHost: given.adminHost ?? given.host,
    shutdownTimeoutMs:
      given.shutdownTimeoutMs ?? (machine.isAtTerminal ? SHORT_SHUTDOWN_TIMEOUT_MS : SHUTDOWN_TIMEOUT_MS),
    drainDelayMs: given.drainDelayMs ?? (machine.isAtTerminal ? 0 : DRAIN_DELAY_MS),
    bulkThreads: given.bulkThreads ?? machine.parallelism,
    // Two fifths of the memory, but always room for one upload of maximum size.
    bulkMemoryBytes:
      given.bulkMemoryBytes ?? Math.max(given.bulkMaxBytes, Math.floor(machine.memoryLimitBytes * 0.4)),
  });
}

/** For a worker. @throws OperatorError like `loadConfig`, also if `REDIS_URL` is unset. */
export function loadWorkerConfig(env: Environment) {
  const given = read(workerVariables, env);
  return Object.freeze({
    ...given,
    adminHost: given.adminHost ?? given.host,
    shutdownTimeoutMs: given.shutdownTimeoutMs ?? SHORT_SHUTDOWN_TIMEOUT_MS,
  });
}

const NAMES = Object.keys(allVariables).map(variableName);
/** In names shorter than this only one letter may differ: HOME is not HOST, and PATH is not PORT. */
const LONG_NAME = 8;

/** A sentence for each unknown variable with a name close to an unset one of ours. Values are not shown. */
export function misspelt(env: Environment): string[] {
  return Object.keys(env).flatMap((name) => {
    const maxDistance = name.length < LONG_NAME ? 1 : 2;
    const meant = NAMES.includes(name) ? undefined : closestMatch(name.toUpperCase(), NAMES, { maxDistance });
    return meant === undefined || env[meant] ? [] : [`${name} is not known: did you mean ${meant}?`];
  });
}
