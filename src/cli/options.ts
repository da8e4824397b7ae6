import { InvalidArgumentError, Option } from 'commander';
import { type IgnoredColumns, ignoredColumns } from '../contract/header.js';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/limits.js';
import { listed } from '../engine/texts.js';
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

export const RECIPE = new Option('--recipe <file>', 'a recipe that says what the columns mean');
export const IGNORE_COLUMNS: Option = new Option(
  '--ignore-columns <names>',
  'columns that need not be read in a file with the names of the service: names with commas between, or * for all others',
).argParser(ignoredColumns);
export const AWARD_YEAR: Option = new Option(
  '--award-year <year>',
  `the award year whose limits are used (default: the current one, ${CURRENT_AWARD_YEAR})`,
).argParser(knownAwardYear);
export const FAILED = new Option(
  '--failed <file>',
  'where to write the rows of students who failed, unchanged, with the reason',
);
export const RECIPE_OUT = new Option(
  '--recipe-out <file>',
  'write the recipe for this file, with everything open marked',
);
export const OUTPUT: Option = new Option(
  '-o, --output <file>',
  'where to write; an older file stays until the new one is complete',
).default('-', 'standard output');
export const QUIET = new Option('--quiet', 'print only errors');
export const JSON_OUT = new Option('--json', 'print the summary as one line of JSON');

function knownAwardYear(year: string): string {
  if (AWARD_YEARS.includes(year)) return year;
  throw new InvalidArgumentError(
    `Give ${listed(AWARD_YEARS, 'or')}: other award years have no table of limits.`,
  );
}
