import { type Command, InvalidArgumentError, Option } from 'commander';
import { AWARD_YEARS, CURRENT_AWARD_YEAR } from '../engine/limits.js';
import { listed } from '../engine/texts.js';
import type { ExitCode } from './command-error.js';

/**
 * The function of a command: `words` are its arguments, `options` its options as parsed by commander.
 *
 * @throws CommandError, ApiError or OperatorError when it cannot be done, or the signal's reason.
 */
export type Run<Options> = (
  words: readonly string[],
  options: Options,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
) => Promise<ExitCode>;

export const RECIPE = new Option(
  '--recipe <file>',
  'a recipe that says what the columns mean, as saved on the page /file',
);
export const AWARD_YEAR: Option = new Option(
  '--award-year <year>',
  `the award year whose limits are used (default: the current one, ${CURRENT_AWARD_YEAR})`,
).argParser(knownAwardYear);
export const JSON_OUT = new Option('--json', 'print the summary as one line of JSON');

const USUAL_URL = 'http://127.0.0.1:3000';

/** Adds the options of all commands that ask a service. */
export function askingService(command: Command, env: NodeJS.ProcessEnv): Command {
  const local = new Option('--local', 'calculate on this computer, without a service');
  const url = new Option('--url <address>', 'the address of the service');
  // Set as a default, not with commander's `env`: a user who always sets the variable may still calculate with --local.
  url.default(env['PRORATA_URL'] || USUAL_URL, `PRORATA_URL, or ${USUAL_URL}`);
  return command
    .addOption(local.conflicts(['url', 'keyFile']))
    .addOption(url)
    .option('--key-file <file>', 'the file that holds the API key (default: the variable PRORATA_KEY)')
    .option('--retries <number>', 'how many times to retry if no answer comes', wholeNumber, 4);
}

/** The options of {@link askingService}. */
export interface ServiceOptions {
  readonly local?: boolean;
  readonly url: string;
  readonly keyFile?: string;
  readonly retries: number;
}

/** Adds the options of all commands that calculate a file. */
export function calculatingFile(command: Command): Command {
  return command
    .option('--failed <file>', 'where to write the rows of students who failed, unchanged, with the reason')
    .addOption(RECIPE)
    .addOption(AWARD_YEAR)
    .option('--recipe-out <file>', 'write the recipe for this file, with open decisions marked')
    .option('--quiet', 'print only errors')
    .addOption(JSON_OUT);
}

/** The options of {@link calculatingFile}; a year, recipe or file that was not given is absent. */
export interface FileOptions {
  readonly awardYear?: string;
  readonly failed?: string;
  readonly recipe?: string;
  readonly recipeOut?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

function knownAwardYear(year: string): string {
  if (AWARD_YEARS.includes(year)) return year;
  throw new InvalidArgumentError(
    `Give ${listed(AWARD_YEARS, 'or')}: other award years have no table of limits.`,
  );
}

function wholeNumber(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number from 0 to 999.');
}
