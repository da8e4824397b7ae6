import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startWarnings } from '../../src/ops/start-warnings.js';
import { startApi } from '../support/api.js';
import { type Finished, run } from '../support/finished.js';
import { listenHere } from '../support/free-port.js';
import { ownFolder } from '../support/with-us.js';
import { startWorker } from '../support/worker.js';

const DIST = resolve(import.meta.dirname, '../../dist');
/** Nothing listens there: a failing start ends before Redis matters. */
const NO_REDIS = 'redis://127.0.0.1:1';

const folder = ownFolder('start');
const occupier = createServer();
const takenPort = String(await listenHere(occupier));
afterAll(() => occupier.close());

function failedStart(entry: string, env: Record<string, string>): Promise<Finished> {
  const surroundings = { PATH: process.env['PATH'], PORT: '0', ADMIN_PORT: '0' };
  return run(process.execPath, [join(DIST, entry)], {
    env: { ...surroundings, KEYS_FILE: join(folder, 'keys.json'), ...env },
  });
}

test.each([
  ['API', 'src/main.js', 'PORT', {}],
  ['API with Redis', 'src/main.js', 'PORT', { REDIS_URL: NO_REDIS }],
  ['API, operator port', 'src/main.js', 'ADMIN_PORT', {}],
  ['worker', 'workers/queue-worker.js', 'ADMIN_PORT', { REDIS_URL: NO_REDIS }],
])('%s leaves with one sentence when its port is taken', async (_name, entry, port, env) => {
  const { code, stderr } = await failedStart(entry, { ...env, [port]: takenPort });
  expect(code).toBe(1);
  const line = `^\\w*HOST.*, ${port}: port ${takenPort} of 127.0.0.1 cannot be opened .*\\.\n$`;
  expect(stderr).toMatch(new RegExp(line));
  expect(stderr).toContain('address already in use');
});

test('an address of another machine is named, with its variables and what to do', async () => {
  const { stderr } = await failedStart('src/main.js', { HOST: '192.0.2.1' });
  expect(stderr).toMatch(/^ADMIN_HOST \(if unset, HOST\), ADMIN_PORT: port 0 of 192\.0\.2\.1 /);
  expect(stderr).toMatch(/EADDRNOTAVAIL.*of this machine/);
});

test('an address for traces that is no URL is refused', async () => {
  const { code, stderr } = await failedStart('src/main.js', {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
  });
  expect([code, stderr]).toEqual([1, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL.\n']);
});

test('a first start that fails because its port is taken has shown the key that it issued', async () => {
  const KEYS_FILE = join(folder, 'first-keys.json');
  const { code, stdout } = await failedStart('src/main.js', { PORT: takenPort, KEYS_FILE });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^ {2}svc_live_\w{38}$/m);
});

test('a configuration that cannot be used is told whole, without a stack', async () => {
  const env = { WORKER_CONCURRENCY: 'many', LOG_LEVEL: 'loud', REDIS_URI: 'redis://cache:6379' };
  expect(await failedStart('workers/queue-worker.js', env)).toMatchObject({
    code: 1,
    stderr: `The configuration cannot be used:
  LOG_LEVEL is "loud"; expected one of silent, fatal, error, warn, info, debug, trace
  REDIS_URL is unset; expected a URL such as redis://host:6379 or rediss://user:password@host:6380/0 (or valkey, valkeys), user and password percent-encoded
  WORKER_CONCURRENCY is "many"; expected a whole number from 1 to 256
  REDIS_URI is not known: did you mean REDIS_URL?
`,
  });
});

test.each([
  ['API', { BULK_WINDW: '4' }, 'BULK_WINDW is not known: did you mean BULK_WINDOW?', startApi],
  [
    'worker',
    { REDIS_URL: NO_REDIS, WORKER_CONCURENCY: '4' },
    'WORKER_CONCURENCY is not known: did you mean WORKER_CONCURRENCY?',
    startWorker,
  ],
])('the %s starts with a misspelt variable and points it out', async (_name, env, hint, start) => {
  const started = await start(env);
  const warnings = started.logs().filter((line) => line.includes('did you mean'));
  await started.stop();
  expect(warnings.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'warn', msg: hint }),
  ]);
});

const keysFile = join(folder, 'warned-keys.json');
writeFileSync(keysFile, '{}');

test.each([
  ['this machine', '127.0.0.1', null],
  ['an inner network', '10.1.2.3', null],
  ['a public address', '203.0.113.7', 'can read metrics and the queue. Set ADMIN_HOST'],
  ['a public address of IPv6', '2001:db8::7', 'listens on a public address (2001:db8::7)'],
])('an operator port on %s: %s is warned of: %s', async (_, adminHost, sentence) => {
  const warnings = await startWarnings({ keysFile: join(folder, 'none.json'), adminHost });
  expect(warnings).toEqual(sentence === null ? [] : [expect.stringContaining(sentence)]);
});

test.skipIf(process.platform === 'win32').each([
  [0o604, 'can read it'],
  [0o602, 'can change it, and so let themselves in'],
  // Like a mounted secret.
  [0o440, null],
])('a key file with the rights %o is warned of, with the command that mends it: %s', async (mode, what) => {
  chmodSync(keysFile, mode);
  const warnings = await startWarnings({ keysFile, adminHost: '127.0.0.1' });
  const expected = what === null ? [] : [expect.stringContaining(`${what}. Run: chmod o-rwx ${keysFile}`)];
  expect(warnings).toEqual(expected);
});

test.skipIf(process.platform !== 'linux').each([
  ['1000', '744\n'],
  ['300', '150\n'],
])('of %s descriptors callers get as many as leave some to the process itself', async (limit, most) => {
  const module = resolve(import.meta.dirname, '../../dist/src/ops/start-warnings.js');
  const code = `import('${module}').then(async ({ mostConnections }) => console.log(await mostConnections()))`;
  const { stdout } = await run('bash', ['-c', 'ulimit -n "$1" && exec node -e "$2"', 'bash', limit, code]);
  expect(stdout).toBe(most);
});
