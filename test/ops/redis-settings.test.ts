import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/ops/config.js';
import { OperatorError } from '../../src/ops/logged-errors.js';
import { redisSettings } from '../../src/ops/redis-settings.js';
import { ownFolder } from '../support/with-us.js';

const TEXT_FILE = join(ownFolder('redis-settings'), 'text.pem');
writeFileSync(TEXT_FILE, 'no certificate');

function settingsOf(env: Record<string, string>) {
  const config = loadConfig(env);
  return redisSettings({ ...config, redisUrl: config.redisUrl ?? '' });
}

test.each([
  ['redis', false],
  ['valkey', false],
  ['rediss', true],
  ['valkeys', true],
])('an address of %s may hold user, password, port and database, and asks for TLS: %s', (protocol, isTls) => {
  expect(settingsOf({ REDIS_URL: `${protocol}://us%40er:p%2Fw@redis.example:6380/3` })).toEqual({
    host: 'redis.example',
    port: 6380,
    db: 3,
    username: 'us@er',
    password: 'p/w',
    ...(isTls && { tls: { servername: 'redis.example' } }),
  });
});

test('Sentinels are a list, and the address names their group', () => {
  const env = { REDIS_URL: 'redis://:pw@Group_1/2', REDIS_SENTINELS: 'one, two:5000,[::1]:26380' };
  expect(settingsOf(env)).toEqual({
    name: 'Group_1',
    password: 'pw',
    db: 2,
    sentinels: [
      { host: 'one', port: 26379 },
      { host: 'two', port: 5000 },
      { host: '::1', port: 26380 },
    ],
  });
});

test.each([
  [{ REDIS_SENTINELS: 'one:26379' }, 'REDIS_URL is unset'],
  [{ REDIS_URL: 'redis://host:6379', REDIS_SENTINELS: 'one:26379' }, 'is the name of the group'],
  [{ REDIS_URL: 'redis://group', REDIS_SENTINELS: 'one:two:three' }, 'REDIS_SENTINELS is "one:two:three"'],
  [{ REDIS_URL: 'rediss://host', REDIS_TLS_CERT: 'a.pem' }, 'REDIS_TLS_KEY is unset'],
  [{ REDIS_URL: 'rediss://host', REDIS_TLS_KEY: 'a.pem' }, 'REDIS_TLS_CERT is unset'],
  [
    { REDIS_URL: 'rediss://host', REDIS_TLS_CA: '/nowhere/ca.pem' },
    "cannot be used: ENOENT: no such file or directory, open '/nowhere/ca.pem'",
  ],
  [{ REDIS_URL: 'redis://host', REDIS_TLS_CA: TEXT_FILE }, 'rediss or valkeys'],
  [{ REDIS_URL: 'rediss://host', REDIS_TLS_CA: TEXT_FILE }, 'cannot be used'],
  [
    { REDIS_URL: 'redis://host', REDIS_TLS_CERT: 'a.pem', PORT: 'x' },
    /PORT is "x".*REDIS_URL is without TLS.*REDIS_TLS_KEY is unset/s,
  ],
  [{ REDIS_URL: 'rediss://host', REDIS_TLS_CERT: TEXT_FILE, REDIS_TLS_KEY: TEXT_FILE }, 'cannot be used'],
])('%o is refused with a sentence', (env, sentence) => {
  const load = () => settingsOf({ ...env });
  expect(load).toThrow(OperatorError);
  expect(load).toThrow(sentence);
});
