/** What a log line says of an error. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** Frames only, without the message that a stack begins with. */
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const deepestCause = 5;

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
  return frames === undefined || frames.length === 0 ? undefined : frames.join('\n');
}

/**
 * Reduces whatever was thrown to what a log may hold. Properties that libraries hang on their errors, such as the
 * request body on a body parser's, are left out; a text that was thrown is kept, any other value is named by its type.
 */
export function logError(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error)) {
    return { type: typeof thrown, message: typeof thrown === 'string' ? thrown : 'not an Error' };
  }
  const stack = framesOf(thrown);
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
  return {
    type: thrown.name,
    message: messageOf(thrown),
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack }),
    ...(thrown.cause === undefined || depth === deepestCause
      ? {}
      : { cause: logError(thrown.cause, depth + 1) }),
  };
}
