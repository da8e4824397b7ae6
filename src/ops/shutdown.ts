import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { flushLogs } from './logger.js';

/** One thing to do; `name` is logged if it fails or takes too long. A step that is too slow is abandoned. */
export interface ShutdownStep {
  readonly name: string;
  readonly run: () => void | Promise<void>;
}

/** How a process stops: it asks for no new work, finishes what has begun, and releases what it opened. */
export interface ShutdownPlan {
  readonly logger: Logger;
  readonly leave: () => void;
  /** Time between `leave` and `drain` for senders of work to notice; 0 by default. */
  readonly drainDelayMs?: number;
  readonly drain: ShutdownStep;
  /** Run one after another. */
  readonly close: readonly ShutdownStep[];
  /** From the end of the drain delay to the exit, whatever the steps do. */
  readonly timeoutMs: number;
}

/** Fractions of the time limit by which draining and closing must end, to leave time for what follows. */
const ENDS = { drain: 0.8, close: 0.95 } as const;

const SAME_SIGNAL_MS = 500;

/**
 * Makes SIGTERM and SIGINT start the shutdown, which runs every step once and exits with 0, or with 1 if a
 * step failed or was abandoned. A failed step does not prevent the next one.
 *
 * A second signal exits with 1 at once, unless it arrives within half a second of the first: npm passes on
 * the Ctrl-C that the terminal has already sent to the process.
 */
export function shutDownOnSignal(plan: ShutdownPlan): void {
  let firstAt: number | undefined;
  const onSignal = async (signal: NodeJS.Signals): Promise<void> => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      process.exit((await shutDown(plan, signal)) ? 0 : 1);
    } else if (performance.now() - firstAt >= SAME_SIGNAL_MS) {
      plan.logger.warn({ reason: signal }, 'a second signal: leaving at once');
      process.exit(1);
    }
  };
  process.on('SIGTERM', (signal) => void onSignal(signal));
  process.on('SIGINT', (signal) => void onSignal(signal));
}

async function shutDown(plan: ShutdownPlan, reason: string): Promise<boolean> {
  const { logger, timeoutMs, drainDelayMs = 0, drain, close } = plan;
  const signalledAt = performance.now();
  logger.info({ reason, drain_delay_ms: drainDelayMs, timeout_ms: timeoutMs }, 'stopping');
  plan.leave();
  await delay(drainDelayMs);
  const drainAt = performance.now();
  let isClean = await succeeds(drain, timeoutMs * ENDS.drain, logger);
  for (const [done, step] of close.entries()) {
    // Each step gets its share of the remaining time, so that a hanging step cannot starve later ones.
    const left = Math.max(0, drainAt + timeoutMs * ENDS.close - performance.now());
    isClean = (await succeeds(step, left / (close.length - done), logger)) && isClean;
  }
  const line = { duration_ms: Math.round(performance.now() - signalledAt) };
  if (isClean) logger.info(line, 'stopped');
  else logger.error(line, 'stopped, not cleanly');
  await flushLogs(Math.max(0, drainAt + timeoutMs - performance.now()));
  return isClean;
}

async function succeeds({ name, run }: ShutdownStep, ms: number, logger: Logger): Promise<boolean> {
  const tooLong = delay(ms).then(() => {
    throw new Error(`not finished after ${Math.round(ms)} ms`);
  });
  try {
    await Promise.race([Promise.resolve().then(run), tooLong]);
    return true;
  } catch (error) {
    logger.error({ err: error, step: name }, 'a step of the shutdown failed');
    return false;
  }
}
