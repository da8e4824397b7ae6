import type { IgnoredColumns } from '../contract/header.js';
import type { ExitCode } from './command-error.js';

/**
 * The function of a command: `words` are its arguments, `options` its options as parsed by commander.
 *
 * @throws CommandError, ApiError or TableError when it cannot be done, or the signal's reason.
 */
export type Run<Options> = (
  words: readonly string[],
  options: Options,
  signal: AbortSignal,
) => Promise<ExitCode>;

/** What every command that reads a file of students takes; an option that was not given is absent. */
export interface ReadingOptions {
  readonly recipe?: string;
  readonly ignoreColumns?: IgnoredColumns;
  readonly awardYear?: string;
}
