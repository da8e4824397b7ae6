import { Redis } from 'ioredis';

/*
 * ioredis 6.0.0 has a class that extends String (resp/verbatim-string.js), and from then on V8 looks each method of a text up in a
 * dictionary: a sixth of a worker's time, since answers are written text by text. Calling a method on String objects, often enough to be
 * noticed, makes V8 lay them out for speed again.
 */
for (let call = 0; call < 1000; call++) new String('text').charCodeAt(0);

/** Where Redis is and who asks. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: { readonly servername: string };
}

/** Reads a `redis://` or `rediss://` address with user, password and database number, which the configuration has checked. */
export function parseRedisUrl(address: string): RedisAddress {
  const url = new URL(address);
  const host = decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: url.port === '' ? 6379 : Number(url.port),
    db: Number(url.pathname.slice(1)),
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    ...(url.protocol === 'rediss:' ? { tls: { servername: host } } : {}),
  };
}

/** Try again for ever, after 50 ms at first and never later than 1 s: an outage must not outlast itself. */
function retryStrategy(attempt: number): number {
  return Math.min(50 * 2 ** Math.min(attempt, 10), 1000);
}

/**
 * A client for those who know what to do without Redis: it fails at once where there is no connection, and gives up a connection
 * that is silent for `socketTimeoutMs` while an answer is due.
 */
export function failFastClient(
  address: string,
  limits: { readonly socketTimeoutMs: number; readonly commandTimeoutMs?: number },
): Redis {
  return new Redis({
    ...parseRedisUrl(address),
    retryStrategy,
    connectTimeout: 2000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    socketTimeout: limits.socketTimeoutMs,
    ...(limits.commandTimeoutMs === undefined ? {} : { commandTimeout: limits.commandTimeoutMs }),
  });
}

/**
 * A client for a worker: commands wait for the connection to come back, however long that takes, until `isStopping`.
 * Its duplicates, which BullMQ makes for itself, obey the same question and so end with it.
 */
export function patientClient(address: string, isStopping: () => boolean): Redis {
  return new Redis({
    ...parseRedisUrl(address),
    retryStrategy: (attempt) => (isStopping() ? null : retryStrategy(attempt)),
    connectTimeout: 2000,
    maxRetriesPerRequest: null,
    socketTimeout: 15_000,
  });
}

const EXPIRE = `for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[1]) end`;

/** Gives the keys that exist `ttlMs` to live, by one command: the event loop is woken for the answer to each. */
export async function expireKeys(client: Redis, keys: readonly string[], ttlMs: number): Promise<void> {
  await client.eval(EXPIRE, keys.length, ...keys, ttlMs);
}
