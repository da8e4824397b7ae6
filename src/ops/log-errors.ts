/** What a log line says of an error. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code: string | undefined;
  /** Frames only, without the message that a stack begins with. */
  readonly stack: string | undefined;
  readonly cause: LoggedError | undefined;
}

const DEEPEST_CAUSE = 5;

/**
 * Two messages quote what they could not make sense of, and that may be a student: JSON.parse a piece of its text,
 * and Redis the arguments of a command that it does not know.
 */
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

/** The code of an error of the system or of a library (`EADDRINUSE`); undefined for one without. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Reduces whatever was thrown to what a log may hold. Properties that libraries hang on their errors, such as the
 * request body on a body parser's, are left out; a text that was thrown is kept, any other value is named by its type.
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
