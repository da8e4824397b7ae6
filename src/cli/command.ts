import { ApiError, type ErrorDetail } from '../contract/errors.js';
import { IGNORE_PARAMETER, type IgnoredColumns } from '../contract/header.js';
import { RecipeError } from '../recipe/format/recipe.js';
import { TableError } from '../table/table-error.js';

/** Exit codes, for schedulers. `defect` is sysexits.h's `EX_SOFTWARE`: Node's 1 means failed students. */
export const EXIT = { done: 0, someFailed: 1, refused: 2, defect: 70, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * A command: `words` are its arguments, `options` its options as parsed by commander.
 *
 * @throws CommandError, ApiError or TableError if the command fails, or the signal's reason.
 */
export type Run<Options> = (
  words: readonly string[],
  options: Options,
  signal: AbortSignal,
) => Promise<ExitCode>;

/** Options of every command that reads a file of students; an option that was not given is missing. */
export interface ReadingOptions {
  readonly recipe?: string;
  readonly sheet?: string;
  readonly ignoreColumns?: IgnoredColumns;
  readonly awardYear?: string;
}

/** A command that did not do its work. The message says why and what to do, in whole sentences. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  /** @param details members that `--json` adds to the message, for programs. */
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    readonly details: object = {},
  ) {
    super(message);
  }
}

/** The error as a command's end; undefined for a defect of the program. */
export function commandErrorOf(error: unknown): CommandError | undefined {
  if (error instanceof CommandError) return error;
  if (error instanceof ApiError) {
    return new CommandError(EXIT.refused, refusalText(error), { error: error.body });
  }
  if (error instanceof TableError || error instanceof RecipeError) {
    return new CommandError(EXIT.refused, error.message);
  }
  return undefined;
}

function refusalText({ body }: ApiError): string {
  if (!('field_errors' in body)) return body.message + ignoringHere(body.details ?? []);
  const lines = Object.entries(body.field_errors).map(([field, message]) => `  ${field}: ${message}`);
  return ['The student cannot be calculated:', ...lines].join('\n');
}

/** The command-line option for the parameter that a refused header suggests. */
function ignoringHere(details: readonly ErrorDetail[]): string {
  const names = details.find(({ path }) => path === IGNORE_PARAMETER)?.[IGNORE_PARAMETER];
  if (names === undefined) return '';
  return ` (here: --ignore-columns '${String(names).replaceAll("'", "'\\''")}')`;
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission is denied'],
  ['ENOSPC', 'the disk is full. Make room, and run the command again'],
  ['ENOENT', 'there is no such file or folder; check the name and the folder'],
  ['EISDIR', 'it is a folder'],
]);

/** A system error in reading or writing; `doing` is, for example, `read in.csv`. */
export function fileProblem(doing: string, error: unknown): CommandError {
  const code = systemCode(error) ?? String(error);
  const reason = REASONS.get(code) ?? `the system reports ${code}`;
  return new CommandError(EXIT.refused, `Cannot ${doing}: ${reason}.`);
}

/** The code of a system error (`ENOENT`), or undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
