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
