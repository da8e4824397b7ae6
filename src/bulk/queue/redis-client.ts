import { Redis, type RedisOptions } from 'ioredis';

/** Where Redis is, and how it is spoken to. Whatever holds these may hold a password. */
export interface RedisSettings {
  /** `redis`, `rediss`, `valkey` or `valkeys`; with `sentinels` its host is the name of the group that they watch. */
  readonly url: string;
  /** Sentinels to ask for the primary, each `host:port`. */
  readonly sentinels?: readonly string[];
  /** What the Sentinels ask for; they may do without. */
  readonly sentinelPassword?: string;
  /** What to trust and to show where the address says TLS; texts in PEM. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
}

const DEFAULT_PORT = 6379;
const SENTINEL_PORT = 26379;
const CONNECT_TIMEOUT_MS = 2000;
const RECONNECT_PAUSE_MS = 100;

/** The options of ioredis for an address that the configuration has checked. */
export function connectionOptions(settings: RedisSettings): RedisOptions {
  const url = new URL(settings.url);
  const host = hostOf(url);
  const { username, password } = url;
  const tls = /^(rediss|valkeys):$/.test(url.protocol) ? { ...settings.tls } : undefined;
  const common: RedisOptions = {
    db: Number(url.pathname.slice(1)),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectOnError: reconnectWhereReadOnly(),
  };
  if (settings.sentinels === undefined) {
    const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
    return { ...common, host, port, ...(tls && { tls: { ...tls, servername: host } }) };
  }
  return {
    ...common,
    name: host,
    sentinels: settings.sentinels.map(sentinelAddress),
    sentinelRetryStrategy: retryDelayMs,
    sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
    failoverDetector: true,
    ...(settings.sentinelPassword && { sentinelPassword: settings.sentinelPassword }),
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
  };
}

/**
 * A primary that has become a replica keeps its connections; the address, or a Sentinel, knows the new one. Many commands may fail at once,
 * and one of them is enough.
 */
function reconnectWhereReadOnly(): (error: Error) => boolean {
  let lastAt = Number.NEGATIVE_INFINITY;
  return ({ message }) => {
    if (!/READONLY|UNBLOCKED/.test(message) || performance.now() - lastAt < RECONNECT_PAUSE_MS) return false;
    lastAt = performance.now();
    return true;
  };
}

function hostOf(url: URL): string {
  return decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1');
}

function sentinelAddress(text: string): { host: string; port: number } {
  const url = new URL(`redis://${text}`);
  return { host: hostOf(url), port: url.port === '' ? SENTINEL_PORT : Number(url.port) };
}

/** Try again for ever, after 50 ms at first and never later than 1 s: an outage must not outlast itself. */
function retryDelayMs(attempt: number): number {
  return Math.min(50 * 2 ** Math.min(attempt, 10), 1000);
}

/** Commands wait for the connection to come back, however long that takes: what BullMQ wants for workers and events. */
export const PATIENT = { enableOfflineQueue: true, maxRetriesPerRequest: null } as const;
/** Never connects itself, only its duplicates do. */
export const MODEL = { ...PATIENT, lazyConnect: true } as const;
/** Commands fail at once where there is no connection. */
export const FAIL_FAST = { enableOfflineQueue: false, maxRetriesPerRequest: 0 } as const;

/** What becomes of commands without a connection. */
export type Manner = typeof PATIENT | typeof MODEL | typeof FAIL_FAST;

/** Opens a connection that comes back by itself until `isClosing`; so do the duplicates that BullMQ makes of it. */
export function openRedis(settings: RedisSettings, manner: Manner, isClosing: () => boolean): Redis {
  return new Redis({
    ...connectionOptions(settings),
    ...manner,
    retryStrategy: (attempt) => (isClosing() ? null : retryDelayMs(attempt)),
  });
}
