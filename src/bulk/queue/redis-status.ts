/** The part of a pino logger that the queue needs. */
export interface QueueLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Whether Redis can be used, and since when. `reason` says what is wrong while degraded. */
export interface RedisState {
  readonly state: 'ok' | 'degraded';
  readonly since: Date;
  readonly reason?: string;
}

/**
 * Remembers whether Redis can be used and logs each change once, however often the same news arrives.
 *
 * Starts degraded: nothing is known before the first answer.
 */
export class RedisStatus {
  #state: RedisState = { state: 'degraded', since: new Date(), reason: 'not connected yet' };
  #reported = false;
  readonly #logger: QueueLogger;

  constructor(logger: QueueLogger) {
    this.#logger = logger;
  }

  get current(): RedisState {
    return this.#state;
  }

  get isOk(): boolean {
    return this.#state.state === 'ok';
  }

  ok(): void {
    if (this.isOk) return;
    this.#state = { state: 'ok', since: new Date() };
    this.#reported = false;
    this.#logger.info({}, 'Redis is ready');
  }

  degraded(reason: string): void {
    const since = this.isOk ? new Date() : this.#state.since;
    this.#state = { state: 'degraded', since, reason };
    if (!this.#reported) {
      this.#reported = true;
      this.#logger.warn({ reason }, 'Redis cannot be used');
    }
  }
}

/**
 * What went wrong, fit for a log.
 *
 * Errors of the Redis client carry the arguments of their command, and Redis quotes arguments of commands that it does
 * not know: both may be student data, so only the code or the first words of the message are kept.
 */
export function redisErrorText(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  // A transaction that was discarded says only that; which of its commands was refused, and why, ioredis keeps beside it.
  if ('previousErrors' in error && Array.isArray(error.previousErrors) && error.previousErrors.length > 0)
    return redisErrorText(error.previousErrors[0]);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // OpenSSL's message has addresses and files of its source; its reason is a sentence.
  const message = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  const [plain = ''] = sentinelText(message).split(', with args');
  return [code, plain.slice(0, 160)].filter((part) => part !== '').join(': ') || error.name;
}

/** What Sentinels say of a group, without the client's plans to ask again, which differ each time. */
function sentinelText(message: string): string {
  const [, last] = /^All sentinels are unreachable.*?Last error: (.*)$/.exec(message) ?? [];
  if (last === undefined) return message;
  if (/No such master/i.test(last))
    return 'the Sentinels watch no group of the name that REDIS_URL has as its host';
  return `no Sentinel can be used: ${last}`;
}
