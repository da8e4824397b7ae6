import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { RedisOptions } from 'ioredis';
import type { WorkerConfig } from './config.js';
import { OperatorError } from './logged-errors.js';

type RedisVariables = Pick<WorkerConfig, 'redisUrl'> &
  Partial<Pick<WorkerConfig, `redis${'Sentinels' | 'SentinelPassword' | 'TlsCa' | 'TlsCert' | 'TlsKey'}`>>;

const DEFAULT_PORT = 6379;
const SENTINEL_PORT = 26379;

/**
 * How to connect to Redis, including credentials and the certificates that the variables name. May contain a password.
 *
 * @throws OperatorError for variables that contradict each other, or files that cannot be used.
 */
export function redisSettings(given: RedisVariables): RedisOptions {
  const { redisSentinels: sentinels, redisSentinelPassword: sentinelPassword } = given;
  const url = new URL(given.redisUrl);
  const { username, password, port } = url;
  const host = hostOf(url);
  if (sentinels !== undefined && port !== '') {
    const example = 'such as redis://:password@mymaster/0';
    throw new OperatorError(
      `With REDIS_SENTINELS the host of REDIS_URL is the name of the group that the Sentinels watch, and has no port: ${example}`,
    );
  }
  const isTls = /^(rediss|valkeys):$/.test(url.protocol);
  const anyFile = given.redisTlsCa ?? given.redisTlsCert ?? given.redisTlsKey;
  if (anyFile !== undefined && !isTls) {
    throw new OperatorError(
      'REDIS_TLS_CA, REDIS_TLS_CERT and REDIS_TLS_KEY need a REDIS_URL with rediss or valkeys.',
    );
  }
  const files = certificates(given);
  const common: RedisOptions = {
    db: Number(url.pathname.slice(1)),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  };
  if (sentinels === undefined) {
    const address = { host, port: port === '' ? DEFAULT_PORT : Number(port) };
    return { ...common, ...address, ...(isTls && { tls: { ...files, servername: host } }) };
  }
  return {
    ...common,
    name: host,
    sentinels: sentinels.map(sentinelAddress),
    ...(sentinelPassword && { sentinelPassword }),
    ...(isTls && { tls: { ...files }, sentinelTLS: { ...files }, enableTLSForSentinelMode: true }),
  };
}

function hostOf(url: URL): string {
  return decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1');
}

function sentinelAddress(text: string): { host: string; port: number } {
  const url = new URL(`redis://${text}`);
  return { host: hostOf(url), port: url.port === '' ? SENTINEL_PORT : Number(url.port) };
}

function certificates({ redisTlsCa, redisTlsCert, redisTlsKey }: RedisVariables) {
  if ((redisTlsCert === undefined) !== (redisTlsKey === undefined)) {
    const missing = redisTlsCert === undefined ? 'REDIS_TLS_CERT' : 'REDIS_TLS_KEY';
    throw new OperatorError(`REDIS_TLS_CERT and REDIS_TLS_KEY belong together, but ${missing} is unset.`);
  }
  if (redisTlsCa === undefined && redisTlsCert === undefined) return undefined;
  const tls = {
    ...(redisTlsCa && { ca: contentOf('REDIS_TLS_CA', redisTlsCa) }),
    ...(redisTlsCert && { cert: contentOf('REDIS_TLS_CERT', redisTlsCert) }),
    ...(redisTlsKey && { key: contentOf('REDIS_TLS_KEY', redisTlsKey) }),
  };
  try {
    createSecureContext(tls);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The files of REDIS_TLS_CA, REDIS_TLS_CERT and REDIS_TLS_KEY cannot be used: ${reason}`,
    );
  }
  return tls;
}

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'it cannot be read';
    throw new OperatorError(`${name} names ${JSON.stringify(file)}, which cannot be read: ${reason}`);
  }
}
