import type { ExitCode } from './command-error.js';

/**
 * What a command does: `words` are its arguments, `options` what the command line has of its options, to be parsed by the command itself.
 *
 * @throws CommandError, ApiError or OperatorError when it cannot be done, or the signal's reason.
 */
export type Run = (
  words: readonly string[],
  options: unknown,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
) => Promise<ExitCode>;
