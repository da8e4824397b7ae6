import { expect, test } from 'vitest';
import { loadConfig, loadWorkerConfig, misspelt } from '../../src/ops/config.js';
import { OperatorError } from '../../src/ops/logged-errors.js';
import { thrown } from '../support/thrown.js';

const MiB = 1024 ** 2;
const machine = { memoryLimitBytes: 4096 * MiB, parallelism: 3, isAtTerminal: false };

/** The lines after the first, which say what is wrong with each variable. */
const problemsOf = (load: () => unknown) => thrown(OperatorError, load).message.split('\n  ').slice(1);

const refusedNames = (load: () => unknown) => problemsOf(load).map((problem) => problem.split(' is ')[0]);

test('an empty environment gives an API that only this machine can reach, without Redis, as large as the machine', () => {
  expect(loadConfig({}, machine)).toMatchObject({
    ...{ host: '127.0.0.1', adminHost: '127.0.0.1', bulkThreads: 3, drainDelayMs: 5000 },
    ...{ shutdownTimeoutMs: 120_000, bulkMemoryBytes: Math.floor(4096 * MiB * 0.4) },
  });
  expect(loadConfig({}, machine).redisUrl).toBeUndefined();
});

test('an empty or blank value counts as unset', () => {
  expect(loadConfig({ PORT: '', REDIS_URL: '  ', LOG_LEVEL: '\t' }, machine)).toEqual(
    loadConfig({}, machine),
  );
});

const atTerminal = { ...machine, isAtTerminal: true };
const small = { ...machine, memoryLimitBytes: 512 * MiB };

test.each<[string, Record<string, string>, object, typeof machine?]>([
  ['no wait for balancers at a terminal', {}, { drainDelayMs: 0, shutdownTimeoutMs: 10_000 }, atTerminal],
  ['a drain delay that is given at a terminal', { DRAIN_DELAY_MS: '250' }, { drainDelayMs: 250 }, atTerminal],
  ['a time to stop that is given', { SHUTDOWN_TIMEOUT_MS: '500' }, { shutdownTimeoutMs: 500 }, atTerminal],
  ['the operator port where the callers are', { HOST: '0.0.0.0' }, { adminHost: '0.0.0.0' }],
  ['it elsewhere', { HOST: '0.0.0.0', ADMIN_HOST: '127.0.0.1' }, { adminHost: '127.0.0.1' }],
  ['a size in bytes', { JSON_MAX_BYTES: '1048576' }, { jsonMaxBytes: MiB }],
  ['a size in MiB', { JSON_MAX_BYTES: '1 mib' }, { jsonMaxBytes: MiB }],
  ['a switch that is on in words', { CSV_ESCAPE_FORMULAS: 'YES' }, { csvEscapeFormulas: true }],
  ['a switch that is on as a number', { CSV_ESCAPE_FORMULAS: '1' }, { csvEscapeFormulas: true }],
  ['a switch that is off', { CSV_ESCAPE_FORMULAS: 'off' }, { csvEscapeFormulas: false }],
  ['memory for one largest upload at least', {}, { bulkMemoryBytes: 256 * MiB }, small],
  ['memory for a larger one', { BULK_MAX_BYTES: '2047MiB' }, { bulkMemoryBytes: 2047 * MiB }],
])('%s: %j is %j', (_, env, expected, surroundings = machine) => {
  expect(loadConfig(env, surroundings)).toMatchObject(expected);
});

test.each([
  ['PORT', '65536'],
  ['PORT', '3000abc'],
  ['JSON_MAX_BYTES', '1.5MiB'],
  ['JSON_MAX_BYTES', '3MB'],
  ['JSON_MAX_BYTES', '10GiB'],
  // More than the splitter can address.
  ['BULK_MAX_BYTES', '2GiB'],
  ['BULK_WINDOW', '0'],
  ['SHUTDOWN_TIMEOUT_MS', '3000000000'],
  ['LOG_LEVEL', 'loud'],
  ['CSV_ESCAPE_FORMULAS', 'constructor'],
  ['REDIS_URL', 'localhost:6379'],
  ['REDIS_URL', 'redis://'],
  ['REDIS_URL', 'redis://localhost?db=1'],
  ['REDIS_URL', 'redis://%zz@localhost'],
  ['PUBLIC_URL', 'limits.example.edu'],
  ['CONTACT_EMAIL', 'the aid office'],
])('%s=%s is refused by name', (name, given) => {
  expect(refusedNames(() => loadConfig({ [name]: given }, machine))).toEqual([name]);
});

test.each([
  'http://someone:hunter2@cache:6379',
  'redis://:hunter2@cache/db',
  'redis://someone:1/hunter2@cache',
])('a refused REDIS_URL shows no password: %s', (given) => {
  const [problem] = problemsOf(() => loadConfig({ REDIS_URL: given }, machine));
  expect(problem).toContain('REDIS_URL is ');
  expect(problem).not.toContain('hunter2');
});

const RIGHT = ['redis://cache', 'redis://cache/', 'redis://[::1]:6379/15', 'rediss://us%40er:p%2Fw@cache/0'];
test.each(RIGHT)('a REDIS_URL may be %s', (given) => {
  expect(loadConfig({ REDIS_URL: given }, machine).redisUrl).toBe(given);
});

test('upload memory below one largest upload is refused together with other problems', () => {
  const load = () => loadConfig({ BULK_MEMORY_BYTES: '100MiB', PORT: 'x' }, machine);
  expect(refusedNames(load).toSorted()).toEqual(['BULK_MEMORY_BYTES', 'PORT']);
  expect(load).toThrow('BULK_MEMORY_BYTES is 100MiB; expected at least BULK_MAX_BYTES, which is 256MiB');
});

test('a worker reads its own settings and none of the API', () => {
  const env = { REDIS_URL: 'rediss://u:p@cache:6380/2', WORKER_CONCURRENCY: '4' };
  const notIts = { BULK_WINDOW: 'nonsense' };
  expect(loadWorkerConfig({ ...env, ...notIts })).toEqual({
    host: '127.0.0.1',
    adminHost: '127.0.0.1',
    adminPort: 9090,
    redisUrl: 'rediss://u:p@cache:6380/2',
    queuePrefix: 'prorata',
    logLevel: 'info',
    shutdownTimeoutMs: 10_000,
    workerConcurrency: 4,
  });
});

test.each([
  ['BULK_WINDW', 'BULK_WINDOW'],
  ['BULK_WIDNOW', 'BULK_WINDOW'],
  ['REDIS_URI', 'REDIS_URL'],
  ['key_file', 'KEYS_FILE'],
])('%s is pointed out as nearly %s, without its value', (name, meant) => {
  expect(misspelt({ [name]: 'secret' })).toEqual([`${name} is not known: did you mean ${meant}?`]);
});

test('variables of ours and of others are not taken for misspelt ones', () => {
  const others = ['HOME', 'PATH', 'HOSTNAME', 'PWD', 'USER', 'LANG', 'NODE_ENV', 'npm_config_cache'];
  const services = ['REDIS_PORT', 'API_PORT', 'REDIS_SERVICE_HOST', 'PROMETHEUS_PORT', 'API_HOST'];
  const env = Object.fromEntries([...others, ...services, 'BULK_WINDOW'].map((name) => [name, 'x']));
  expect(misspelt(env)).toEqual([]);
});
