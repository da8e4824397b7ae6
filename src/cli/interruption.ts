import { CommandError, EXIT } from './command-error.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A signal that aborts when the user or the scheduler stops the program, with the error that the command is to end with. The
 * second time, nothing is waited for: what was begun is taken away as the process exits.
 */
export function interruption(): AbortSignal {
  const stop = new AbortController();
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      stop.abort(new CommandError(EXIT.interrupted, 'Interrupted.'));
    });
  }
  return stop.signal;
}
