import { inspect } from 'node:util';

/** A problem that an operator has to correct, for example to start a process. Shown without its stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}

/** Starts a process. If it cannot start, writes the reason to standard error and exits with 1. */
export async function startOrExit(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${error instanceof OperatorError ? error.message : inspect(error)}\n`);
    process.exit(1);
  }
}

export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code: string | undefined;
  /** Only the frames, without the message that begins a stack. */
  readonly stack: string | undefined;
  readonly cause: LoggedError | undefined;
}

const DEEPEST_CAUSE = 5;

/** Withholds text that may be student data: quoted JSON, and the arguments of unknown Redis commands. */
function messageOf(error: Error): string {
  if (error instanceof SyntaxError && /JSON/.test(error.message)) {
    return 'JSON that cannot be parsed (text withheld)';
  }
  return error.message.replace(/, with args beginning with:[\s\S]*/, ' (arguments withheld)');
}

function framesOf(error: Error): string | undefined {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return frames?.join('\n') || undefined;
}

/** The code of a system or library error (`EADDRINUSE`); undefined if it has none. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Reduces any thrown value to what a log may contain. Properties that libraries add to errors, such as a body
 * parser's request body, are left out. A thrown string is kept; any other value is described by its type.
 */
export function logError(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error)) {
    const message = typeof thrown === 'string' ? thrown : 'not an Error';
    return { type: typeof thrown, message, code: undefined, stack: undefined, cause: undefined };
  }
  const hasCause = thrown.cause !== undefined && depth < DEEPEST_CAUSE;
  return {
    type: thrown.name,
    message: messageOf(thrown),
    code: systemCode(thrown),
    stack: framesOf(thrown),
    cause: hasCause ? logError(thrown.cause, depth + 1) : undefined,
  };
}
