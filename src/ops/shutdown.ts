import type { Logger } from 'pino';
import { flushLogs } from './logger.js';

/**
 * In this order: say that no new work is wanted, finish what has begun, let go of what was opened.
 * Steps of a phase run one after the other as they were added, those of `close` in reverse. Between the first two lies the
 * drain delay, in which those who send work can notice.
 */
export type ShutdownPhase = 'not-ready' | 'drain' | 'close';

/** The part of the time that is over when a phase must be over, so that a slow one leaves time for the next. */
const phaseEnds = { 'not-ready': 0.1, drain: 0.8, close: 0.95 } as const satisfies Record<
  ShutdownPhase,
  number
>;

const sameSignalMs = 500;

/** Aborted when the step's time is over; what the step then still does is not waited for. */
export type ShutdownStep = (signal: AbortSignal) => void | Promise<void>;

export interface ShutdownOptions {
  readonly logger: Logger;
  /** From being not ready to the first step of `drain`; 0 by default. */
  readonly drainDelayMs?: number;
  /** From then on to the exit, whatever the steps do. */
  readonly timeoutMs: number;
  /** Ends the process; `process.exit` by default. */
  readonly exit?: (code: number) => void;
}

export interface Shutdown {
  /** Adds a step; `name` appears in the log when the step fails or takes too long. */
  add(phase: ShutdownPhase, name: string, step: ShutdownStep): void;
  /**
   * Runs every step once, then exits with 0, or with 1 when a step failed or was given up. A failed step does not
   * keep the next from running. Calling it again only gives the same promise. Never rejects.
   */
  start(reason: string): Promise<void>;
  /**
   * SIGTERM and SIGINT start the shutdown; a second one exits with 1 at once. One that comes within half a second
   * of the first is taken for the same: npm passes on the Ctrl-C that the terminal has sent to the process already.
   */
  listen(signals?: SignalSource): void;
}

/** Where signals come from; `process` fits. */
export interface SignalSource {
  on(signal: 'SIGTERM' | 'SIGINT', listener: (signal: NodeJS.Signals) => void): unknown;
}

interface NamedStep {
  readonly name: string;
  readonly run: ShutdownStep;
}

/** Waits for the step, but not beyond `ms`. @throws what the step throws, or that it took too long. */
async function bounded(run: ShutdownStep, ms: number): Promise<void> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`not finished after ${Math.round(ms)} ms`));
      controller.abort();
    }, ms);
  });
  try {
    await Promise.race([Promise.resolve(controller.signal).then(run), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** A shutdown without steps yet. */
export function createShutdown(options: ShutdownOptions): Shutdown {
  const { logger, drainDelayMs = 0, timeoutMs, exit = (code) => process.exit(code) } = options;
  const steps: Record<ShutdownPhase, NamedStep[]> = {
    'not-ready': [],
    drain: [],
    close: [],
  };
  let running: Promise<void> | undefined;

  async function runPhase(phase: ShutdownPhase, deadline: number): Promise<boolean> {
    const inOrder = phase === 'close' ? steps.close.toReversed() : steps[phase];
    let allWell = true;
    for (const [done, { name, run }] of inOrder.entries()) {
      // Each step gets its share of what is left, so that a step that hangs cannot starve those after it.
      const share = Math.max(0, deadline - performance.now()) / (inOrder.length - done);
      await bounded(run, share).catch((error: unknown) => {
        allWell = false;
        logger.error({ err: error, phase, step: name }, 'a step of the shutdown failed');
      });
    }
    return allWell;
  }

  async function run(reason: string): Promise<void> {
    const signalledAt = performance.now();
    logger.info({ reason, drain_delay_ms: drainDelayMs, timeout_ms: timeoutMs }, 'stopping');
    let allWell = await runPhase('not-ready', signalledAt + timeoutMs * phaseEnds['not-ready']);
    const startedAt = signalledAt + drainDelayMs;
    await new Promise((over) => setTimeout(over, startedAt - performance.now()));
    for (const phase of ['drain', 'close'] as const) {
      allWell = (await runPhase(phase, startedAt + timeoutMs * phaseEnds[phase])) && allWell;
    }
    const durationMs = Math.round(performance.now() - signalledAt);
    logger[allWell ? 'info' : 'error'](
      { duration_ms: durationMs },
      allWell ? 'stopped' : 'stopped, not cleanly',
    );
    await flushLogs(Math.max(0, startedAt + timeoutMs - performance.now()));
    exit(allWell ? 0 : 1);
  }

  function start(reason: string): Promise<void> {
    running ??= run(reason);
    return running;
  }

  return {
    add(phase, name, step) {
      steps[phase].push({ name, run: step });
    },
    start,
    listen(signals = process) {
      let firstAt: number | undefined;
      const onSignal = (signal: NodeJS.Signals): void => {
        if (firstAt === undefined) {
          firstAt = performance.now();
          void start(signal);
          return;
        }
        if (performance.now() - firstAt < sameSignalMs) return;
        logger.warn({ reason: signal }, 'a second signal: leaving at once');
        exit(1);
      };
      signals.on('SIGTERM', onSignal);
      signals.on('SIGINT', onSignal);
    },
  };
}
