import { write as writeTo } from 'node:fs';
import type { Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { LOG_LEVELS } from './config-variables.js';
import { logError } from './logged-errors.js';

export interface LoggerOptions {
  readonly level: (typeof LOG_LEVELS)[number];
  /** The process that logs: `api` or `worker`. */
  readonly name: string;
  /** Standard output by default, with lines formatted for people on a terminal. */
  readonly destination?: Writable;
}

/** Places where a credential could end up by mistake; nothing in the service logs them deliberately. */
const REDACTED = [
  'authorization',
  'token',
  'headers.authorization',
  'headers.cookie',
  'req.headers.authorization',
  'req.headers.cookie',
];

/** Lines beyond this are dropped while the log's reader is stalled. */
const MOST_PENDING_BYTES = 16 * 1024 * 1024;

/**
 * A Node stream instead of pino's own destination, whose exit hangs on a full disk (sonic-boom 4.2.1:
 * `flushSync` repeats every error forever) and with a stalled reader (its write to a pipe blocks).
 */
function toStream(stream: Writable, format: (line: string) => string): DestinationStream {
  let hasComplained = false;
  /** Reports once on standard error; if that fails too, there is no other place to report it. */
  const complain = (reason: string): void => {
    if (!hasComplained) writeTo(2, `log lines are being lost: ${reason}\n`, () => {});
    hasComplained = true;
  };
  stream.on('error', (error) => complain(error.message));
  return {
    write(line) {
      if (stream.writableLength < MOST_PENDING_BYTES) stream.write(format(line));
      else complain('nobody takes them');
    },
  };
}

/** A line without its own message takes the error's message, made safe to log as well. */
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
 * - `error` somebody has to look: an answer was 500, the key file cannot be used
 * - `warn` the service copes but is worse off: Redis is away, a chunk could not be fetched
 * - `info` what happened: started, stopping, one line per request
 * - `debug` errors of the queue's connections, one by one
 *
 * Errors go under `err`. Lines that the reader does not take at once wait in memory for {@link flushLogs}.
 * Fields never hold student data or tokens; redaction here is only a second line of defense.
 */
export function createLogger({ level, name, destination = process.stdout }: LoggerOptions): Logger {
  const forPeople = destination === process.stdout && isatty(1);
  const format = forPeople ? prettyFactory({ ignore: 'pid,hostname' }) : (line: string) => line;
  return pino(
    {
      level,
      name,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (thrown: unknown) => logError(thrown) },
      hooks: { logMethod: withSafeMessage },
      redact: { paths: REDACTED, censor: '[redacted]' },
    },
    toStream(destination, format),
  );
}

/** The longest time that a slow or stalled log reader can delay the exit. */
const FLUSH_MS = 1000;

/** Resolves when every line so far is written to standard output or lost, or after `limitMs`. */
export function flushLogs(limitMs = FLUSH_MS): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.min(limitMs, FLUSH_MS));
    process.stdout.write('', () => resolve());
  });
}

/**
 * Makes an uncaught error end the process with exit code 1 and a last, fatal log line, whatever is in
 * progress. An error that is known to do no harm is only logged.
 */
export function installFatalHandlers(logger: Logger, isHarmless: (thrown: unknown) => boolean): void {
  const uncaught = (thrown: unknown, origin: string): void => {
    if (isHarmless(thrown)) {
      logger.error({ err: thrown }, 'going on after an error that does no harm');
      return;
    }
    logger.fatal({ err: thrown, origin }, 'stopping at once: an error that nothing handles');
    void flushLogs().then(() => process.exit(1));
  };
  process.on('uncaughtException', uncaught);
  process.on('unhandledRejection', (reason) => uncaught(reason, 'unhandledRejection'));
}
