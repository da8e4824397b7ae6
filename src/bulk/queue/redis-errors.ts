/**
 * An error text that is safe to log.
 *
 * Errors of the Redis client carry the arguments of their command, and Redis quotes the arguments of commands that it
 * does not know. Both may be student data, so only the code or the first words of the message are kept.
 */
export function redisErrorText(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  // A discarded transaction says only that; ioredis keeps the refused command and the reason in this property.
  if ('previousErrors' in error && Array.isArray(error.previousErrors) && error.previousErrors.length > 0)
    return redisErrorText(error.previousErrors[0]);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // OpenSSL's message has addresses and source files; its reason is a sentence.
  const message = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  const [plain = ''] = sentinelText(message).split(', with args');
  return [code, plain.slice(0, 160)].filter((part) => part !== '').join(': ') || error.name;
}

/** What Sentinels say about a group, without the client's retry times, which differ each time. */
function sentinelText(message: string): string {
  const [, last] = /^All sentinels are unreachable.*?Last error: (.*)$/.exec(message) ?? [];
  if (last === undefined) return message;
  if (/No such master/i.test(last))
    return 'the Sentinels watch no group of the name that REDIS_URL has as its host';
  return `no Sentinel can be used: ${last}`;
}
