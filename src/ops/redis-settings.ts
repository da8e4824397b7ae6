import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { RedisOptions } from 'ioredis';
import type { WorkerConfig } from './config.js';
import { OperatorError } from './logged-errors.js';

type RedisVariables = Pick<WorkerConfig, 'redisUrl'> &
  Partial<Pick<WorkerConfig, `redis${'Sentinels' | 'SentinelPassword' | 'TlsCa' | 'TlsCert' | 'TlsKey'}`>>;

/** May contain a password. @throws OperatorError for unusable files. */
export function redisSettings(given: RedisVariables): RedisOptions {
  const { redisSentinels: sentinels, redisSentinelPassword: sentinelPassword } = given;
  const url = new URL(given.redisUrl);
  const isTls = /^(rediss|valkeys):$/.test(url.protocol);
  const files = certificates(given);
  const { host, port } = addressOf(url, 6379);
  const username = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  const common: RedisOptions = {
    db: Number(url.pathname.slice(1)),
    ...(username && { username }),
    ...(password && { password }),
  };
  if (sentinels === undefined) {
    return { ...common, host, port, ...(isTls && { tls: { ...files, servername: host } }) };
  }
  return {
    ...common,
    name: host,
    sentinels: sentinels.map((address) => addressOf(new URL(`redis://${address}`), 26_379)),
    ...(sentinelPassword && { sentinelPassword }),
    ...(isTls && { tls: { ...files }, sentinelTLS: { ...files }, enableTLSForSentinelMode: true }),
  };
}

function addressOf(url: URL, defaultPort: number): { host: string; port: number } {
  const host = decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1');
  return { host, port: url.port === '' ? defaultPort : Number(url.port) };
}

function certificates({ redisTlsCa: ca, redisTlsCert: cert, redisTlsKey: key }: RedisVariables) {
  if (ca === undefined && cert === undefined) return undefined;
  try {
    const tls = {
      ...(ca && { ca: readFileSync(ca, 'utf8') }),
      ...(cert && { cert: readFileSync(cert, 'utf8') }),
      ...(key && { key: readFileSync(key, 'utf8') }),
    };
    createSecureContext(tls);
    // A secure context accepts a file of any text as authorities.
    if (tls.ca) void new X509Certificate(tls.ca);
    return tls;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The files of REDIS_TLS_CA, REDIS_TLS_CERT and REDIS_TLS_KEY cannot be used: ${reason}`,
    );
  }
}
