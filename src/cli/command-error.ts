import { z } from 'zod';
import { ApiError } from '../contract/errors.js';
import { reasonOf, systemCode } from '../keys/system-error.js';
import { OperatorError } from '../ops/operator-error.js';
import { TableError } from '../table/table-error.js';

/**
 * How a command ended, for schedulers. `defect` is `EX_SOFTWARE` of sysexits.h: Node's own 1 would mean that students
 * failed.
 */
export const EXIT = {
  done: 0,
  someFailed: 1,
  refused: 2,
  unreachable: 3,
  defect: 70,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The body of a refusal. A service newer than this program may use other codes. */
export const refusalSchema = z.union([
  z.object({ code: z.string(), field_errors: z.record(z.string(), z.string()).readonly() }),
  z.object({ code: z.string(), message: z.string() }),
]);
export type Refusal = Readonly<z.infer<typeof refusalSchema>>;

/** A command that ends without having done its work. The message says why and what to do, in whole sentences. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  /** What the service, or the local calculation, answered. */
  readonly refusal: Refusal | null;

  constructor(
    exitCode: ExitCode,
    message: string,
    { refusal = null, cause }: { readonly refusal?: Refusal | null; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.refusal = refusal;
  }
}

/** The reader of our output has closed it: there is nobody left to write for, and nothing to report. */
export class OutputClosed extends CommandError {
  constructor(cause: unknown) {
    super(EXIT.interrupted, 'The output was closed.', { cause });
  }
}

/** Any error as the end of a command; undefined for a defect of the program. */
export function commandErrorOf(error: unknown): CommandError | undefined {
  if (error instanceof CommandError) return error;
  if (error instanceof ApiError) return refused(error.body);
  if (error instanceof OperatorError || error instanceof TableError) {
    return new CommandError(EXIT.refused, error.message, { cause: error });
  }
  return undefined;
}

/** The error of work on one of several files, with the file name before what it says about the content. */
export function ofFile(name: string, error: unknown): unknown {
  const end = error instanceof CommandError ? undefined : commandErrorOf(error);
  if (end === undefined) return error;
  const { exitCode, message, refusal } = end;
  return new CommandError(exitCode, `${name}: ${message}`, { refusal, cause: error });
}

/** The request was refused, in the words of the refusal. */
export function refused(body: Refusal): CommandError {
  const words =
    'field_errors' in body
      ? Object.entries(body.field_errors).map(([field, message]) => `  ${field}: ${message}`)
      : [body.message];
  const opening = 'field_errors' in body ? ['The student cannot be calculated:'] : [];
  return new CommandError(EXIT.refused, [...opening, ...words].join('\n'), { refusal: body });
}

const OTHER_REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or folder; check the name and the folder'],
  ['EISDIR', 'it is a folder'],
]);

/** A system error in reading or writing a file; `doing` is, for example, `read in.csv`. */
export function fileProblem(doing: string, error: unknown): CommandError {
  const advice = systemCode(error) === 'ENOSPC' ? ' Make room, and run the command again.' : '';
  const reason = OTHER_REASONS.get(systemCode(error) ?? '') ?? reasonOf(error);
  return new CommandError(EXIT.refused, `Cannot ${doing}: ${reason}.${advice}`, { cause: error });
}
