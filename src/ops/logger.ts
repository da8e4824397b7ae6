import { isatty } from 'node:tty';
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { LOG_LEVELS } from './config-variables.js';
import { logError } from './log-errors.js';
import { createLogStream } from './log-stream.js';

export interface LoggerOptions {
  readonly level: (typeof LOG_LEVELS)[number];
  /** Which process writes: `api` or `worker`. */
  readonly name: string;
  /** Lines for people instead of JSON; by default only on a terminal. */
  readonly pretty?: boolean;
  /** File or file descriptor for JSON lines; standard output by default. */
  readonly destination?: string | number;
}

/** Places where a credential could end up by mistake; nothing in the service logs them on purpose. */
const redacted = [
  'authorization',
  'token',
  'headers.authorization',
  'headers.cookie',
  'req.headers.authorization',
  'req.headers.cookie',
];

/** Written at once: a terminal is read by somebody who waits, and its writes are synchronous anyway. */
function terminal(): DestinationStream {
  const prettify = prettyFactory({ colorize: isatty(1), ignore: 'pid,hostname' });
  return { write: (line) => void process.stdout.write(prettify(line)) };
}

/** A line without a text of its own takes the error's; that one must be fit for a log too. */
function withSafeMessage(this: Logger, args: Parameters<LogFn>, write: LogFn): void {
  const [first, message] = args as readonly unknown[];
  const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : first;
  if (message === undefined && error instanceof Error) {
    write.call(this, first, logError(error).message);
  } else {
    write.apply(this, args);
  }
}

/**
 * A logger that writes one JSON object per line. Levels mean:
 *
 * - `fatal` the process ends because of it
 * - `error` somebody has to look: an answer was 500, the key file cannot be used
 * - `warn` the service helps itself but is worse off: Redis away, a chunk that could not be fetched
 * - `info` what happened: started, stopping, one line per request
 * - `debug` errors of the queue's connections, one by one
 * - `trace` whatever a developer needs
 *
 * Errors go under `err`. Lines are buffered: {@link flushLogs} waits for them, a fatal line and every exit but
 * SIGKILL write them. Fields never hold student data or tokens; redaction here is only a second line of defence.
 */
export function createLogger(options: LoggerOptions): Logger {
  const { level, name, pretty = isatty(1), destination = 1 } = options;
  const stream = pretty ? terminal() : createLogStream(destination);
  return pino(
    {
      level,
      name,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (thrown: unknown) => logError(thrown) },
      hooks: { logMethod: withSafeMessage },
      redact: { paths: redacted, censor: '[redacted]' },
    },
    stream,
  );
}

/** Resolves when every line so far is written, or lost because its destination has failed. */
export function flushLogs(logger: Logger): Promise<void> {
  return new Promise((resolve) => logger.flush(() => resolve()));
}

/**
 * Lets an error that nobody caught end the process: one fatal line, everything buffered written, exit code 1.
 * Nothing is awaited, so whatever is in flight is given up.
 *
 * @returns takes the handlers away again.
 */
export function installFatalHandlers(
  logger: Logger,
  exit: (code: number) => void = (code) => process.exit(code),
): () => void {
  const uncaught = (thrown: unknown, origin: string): void => {
    logger.fatal({ err: thrown, origin }, 'stopping at once: an error that nothing handles');
    exit(1);
  };
  const unhandled = (reason: unknown): void => uncaught(reason, 'unhandledRejection');
  process.on('uncaughtException', uncaught);
  process.on('unhandledRejection', unhandled);
  return () => {
    process.off('uncaughtException', uncaught);
    process.off('unhandledRejection', unhandled);
  };
}
