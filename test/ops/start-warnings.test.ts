import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionsWithin, type Exposure, startWarnings } from '../../src/ops/start-warnings.js';
import { startApi } from '../support/api.js';

let folder = '';
let keysFile = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'warnings-'));
  keysFile = join(folder, 'keys.json');
  await writeFile(keysFile, '{}', { mode: 0o600 });
});
afterAll(() => rm(folder, { recursive: true }));

const usual = (): Exposure => ({
  keysFile,
  adminHost: '127.0.0.1',
  maxConnections: 10_000,
});
const PLENTY = 65_536;

test('a service that is set up with care is not warned of', async () => {
  expect(await startWarnings(usual(), PLENTY)).toEqual([]);
  const inner = { ...usual(), adminHost: '10.1.2.3', keysFile: join(folder, 'none.json') };
  expect(await startWarnings(inner, undefined)).toEqual([]);
});

describe.skipIf(process.platform === 'win32')('a key file', () => {
  test.each([
    [0o604, 'can read it'],
    [0o602, 'can change it, and so let themselves in'],
  ])('with the rights %o is warned of, with the command that mends it', async (mode, what) => {
    await chmod(keysFile, mode);
    const [warning, ...others] = await startWarnings(usual(), PLENTY).finally(() => chmod(keysFile, 0o600));
    expect(warning).toContain(what);
    expect(warning).toContain(`chmod o-rwx ${keysFile}`);
    expect(others).toEqual([]);
  });

  test('that its group may read, as a mounted secret, is as it should be', async () => {
    await chmod(keysFile, 0o440);
    expect(await startWarnings(usual(), PLENTY)).toEqual([]);
    await chmod(keysFile, 0o600);
  });
});

test.each([
  ['a public address', { adminHost: '203.0.113.7' }, 'can read metrics and the queue. Set ADMIN_HOST'],
  ['a public address of IPv6', { adminHost: '2001:db8::7' }, 'listens on a public address (2001:db8::7)'],
])('an operator port on %s is warned of', async (_, more, sentence) => {
  const warnings = await startWarnings({ ...usual(), ...more }, PLENTY);
  expect(warnings).toEqual([expect.stringContaining(sentence)]);
});

test('too few descriptors are warned of, and leave enough for Redis and the operator port', async () => {
  const warnings = await startWarnings(usual(), 1024);
  expect(warnings).toEqual([expect.stringContaining('it takes 768 connections')]);
  expect(connectionsWithin(1024, 10_000)).toBe(768);
  expect(connectionsWithin(PLENTY, 10_000)).toBe(10_000);
  expect(connectionsWithin(undefined, 10_000)).toBe(10_000);
  expect(connectionsWithin(100, 10_000)).toBe(50);
});

test.skipIf(process.platform === 'win32')('the log of the start has the warnings', async () => {
  const open = await startApi({ MAX_CONNECTIONS: '1000000' });
  try {
    const line = await open.logged(({ level }) => level === 'warn' || level === 40);
    expect(line['msg']).toMatch(/MAX_CONNECTIONS/);
  } finally {
    await open.stop();
  }
});
