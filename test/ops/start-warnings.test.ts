import { chmodSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startWarnings } from '../../src/ops/start-warnings.js';
import { run } from '../support/finished.js';
import { ownFolder } from '../support/with-us.js';

const folder = ownFolder('warnings');
const keysFile = join(folder, 'keys.json');
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
  // As a mounted secret is.
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
])(
  'with %s descriptors callers have as many connections as leave the process some for itself',
  async (limit, most) => {
    const module = resolve(import.meta.dirname, '../../dist/src/ops/start-warnings.js');
    const code = `import('${module}').then(async ({ mostConnections }) => console.log(await mostConnections()))`;
    const { stdout } = await run('bash', ['-c', 'ulimit -n "$1" && exec node -e "$2"', 'bash', limit, code]);
    expect(stdout).toBe(most);
  },
);
