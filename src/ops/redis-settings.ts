import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { WorkerConfig } from './config.js';
import { OperatorError } from './operator-error.js';

type RedisVariables = Pick<
  WorkerConfig,
  'redisUrl' | 'redisSentinels' | 'redisSentinelPassword' | 'redisTlsCa' | 'redisTlsCert' | 'redisTlsKey'
>;

/**
 * How Redis is reached, with the certificates that the variables name.
 *
 * @throws OperatorError for variables that do not fit each other, or files that cannot be used.
 */
export function redisSettings(given: RedisVariables) {
  const { redisUrl: url, redisSentinels: sentinels, redisSentinelPassword: sentinelPassword } = given;
  if (sentinels !== undefined && new URL(url).port !== '') {
    const example = 'such as redis://:password@mymaster/0';
    throw new OperatorError(
      `With REDIS_SENTINELS the host of REDIS_URL is the name of the group that the Sentinels watch, and has no port: ${example}`,
    );
  }
  const { redisTlsCa, redisTlsCert, redisTlsKey } = given;
  const wantsTls = [redisTlsCa, redisTlsCert, redisTlsKey].some((file) => file !== undefined);
  if (wantsTls && !/^(rediss|valkeys):/.test(url)) {
    throw new OperatorError(
      'REDIS_TLS_CA, REDIS_TLS_CERT and REDIS_TLS_KEY need a REDIS_URL with rediss or valkeys.',
    );
  }
  const tls = certificates(given);
  return {
    url,
    ...(sentinels && { sentinels }),
    ...(sentinelPassword && { sentinelPassword }),
    ...(tls && { tls }),
  };
}

function certificates({ redisTlsCa, redisTlsCert, redisTlsKey }: RedisVariables) {
  if ((redisTlsCert === undefined) !== (redisTlsKey === undefined)) {
    const missing = redisTlsCert === undefined ? 'REDIS_TLS_CERT' : 'REDIS_TLS_KEY';
    throw new OperatorError(`REDIS_TLS_CERT and REDIS_TLS_KEY belong together, but ${missing} is unset.`);
  }
  if (redisTlsCa === undefined && redisTlsCert === undefined) return undefined;
  const tls = {
    ...(redisTlsCa && { ca: authoritiesOf(redisTlsCa) }),
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

/** Node takes an authority that it cannot read for none. */
function authoritiesOf(file: string): string {
  const text = contentOf('REDIS_TLS_CA', file);
  const begun = text.match(/-----BEGIN (\S+ )?CERTIFICATE-----/g)?.length ?? 0;
  const whole = text.match(/-----BEGIN (\S+ )?CERTIFICATE-----[^-]+-----END (\S+ )?CERTIFICATE-----/g) ?? [];
  try {
    for (const certificate of whole) new X509Certificate(certificate);
    if (begun > 0 && whole.length === begun) return text;
  } catch {
    // Said below.
  }
  throw new OperatorError(
    `REDIS_TLS_CA names ${JSON.stringify(file)}, which is not a list of whole PEM certificates.`,
  );
}

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'it cannot be read';
    throw new OperatorError(`${name} names ${JSON.stringify(file)}, which cannot be read: ${reason}`);
  }
}
