import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type KeyRecord, serializeKeyFile } from '../../src/keys/key-file.js';
import { KeyStore } from '../../src/keys/key-store.js';
import { hashToken, issueToken } from '../../src/keys/token.js';
import { ownFolder } from '../support/with-us.js';
import { hashedRecord, keyFile, record } from './support.js';

async function watch(path: string) {
  const problems: string[] = [];
  const reloads: number[] = [];
  const store = await KeyStore.open(path, {
    onReload: (count) => reloads.push(count),
    onProblem: (error) => problems.push(String(error)),
  });
  return { store, problems, reloads };
}

async function storeWithOneKey(fields: Partial<KeyRecord> = {}) {
  const { key, header } = hashedRecord('one', fields);
  const path = await keyFile(key);
  return { path, key, header, ...(await watch(path)) };
}

test('a token that is not issued today, or is none, is invalid also where its hash is in the file', async () => {
  const strange = ['svc_test_0', 'secret'];
  const records = strange.map((token) => record(token, { token_sha256: hashToken(token) }));
  const store = await KeyStore.open(await keyFile(...records));
  for (const token of [...strange, ...records.map(({ token_sha256 }) => token_sha256)]) {
    expect(await store.authenticate(`Bearer ${token}`)).toMatchObject({ ok: false, problem: 'mistyped' });
  }
});

test('a key that has expired is not in force any more, without a change of the file', async () => {
  const { store } = await storeWithOneKey({ expires_at: '2026-06-30T00:00:00.000Z' });
  const end = Date.parse('2026-06-30T00:00:00.000Z');
  expect([end - 1, end].map((at) => store.inForce(at).length)).toEqual([1, 0]);
});

test('a change of the file is taken over with the count of those in force, also to content of the same length', async () => {
  const { store, path, key, header, reloads } = await storeWithOneKey();
  await writeFile(path, serializeKeyFile([{ ...key, id: 'uno' }]));
  await expect.poll(() => reloads).toEqual([1]);
  expect(store.authenticate(header)).toMatchObject({ ok: true, keyId: 'uno' });
  const revoked = { ...key, revoked_at: '2026-01-01T00:00:00.000Z' };
  await writeFile(path, serializeKeyFile([revoked, record('two')]));
  await expect.poll(() => reloads).toEqual([1, 1]);
  expect(store.authenticate(header)).toMatchObject({ problem: 'revoked' });
});

test('a change of the file by a swap of the symbolic links of a mounted secret is taken over', async () => {
  const directory = ownFolder('keys');
  const { key, header } = hashedRecord('one');
  const versions = { '..v1': key, '..v2': { ...key, revoked_at: '2026-01-01T00:00:00.000Z' } };
  for (const [name, version] of Object.entries(versions)) {
    await mkdir(join(directory, name));
    await writeFile(join(directory, name, 'keys.json'), serializeKeyFile([version]));
  }
  await symlink('..v1', join(directory, '..data'));
  await symlink('..data/keys.json', join(directory, 'keys.json'));
  const { store, reloads } = await watch(join(directory, 'keys.json'));
  await symlink('..v2', join(directory, '..next'));
  await rename(join(directory, '..next'), join(directory, '..data'));
  await rm(join(directory, '..v1'), { recursive: true });
  await expect.poll(() => reloads.length).toBeGreaterThan(0);
  expect(store.authenticate(header)).toMatchObject({ problem: 'revoked' });
});

test('500 strangers share one look, a quarter of a second after the last, which takes over nothing that is the same', async () => {
  const path = await keyFile();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  // Counts only this store's checks: stores of other tests set timers, too.
  const own = new AsyncLocalStorage<true>();
  const { setTimeout: timer } = globalThis;
  let looks = 0;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((look, ms) => {
    if (own.getStore() === true) looks += 1;
    return timer(look, ms);
  });
  const { store, reloads } = await own.run(true, () => watch(path));
  for (let round = 1; round <= 3; round++) {
    let answered = 0;
    const strangers = Array.from({ length: 500 }, async () => {
      await store.authenticate(`Bearer ${issueToken()}`);
      answered += 1;
    });
    vi.advanceTimersByTime(249);
    await immediate();
    expect({ answered, looks }).toEqual({ answered: 0, looks: round });
    vi.advanceTimersByTime(1);
    await Promise.all(strangers);
  }
  expect(reloads).toEqual([]);
});

test.each<[string, (path: string) => Promise<unknown>, RegExp]>([
  ['corrupted', (path) => writeFile(path, '{"version":1'), /not valid JSON/],
  ['removed with its directory', (path) => rm(dirname(path), { recursive: true }), /no such file/],
])('while the file is %s its last keys hold, then those of the repaired one', async (_, damage, message) => {
  const { store, path, key, header, reloads, problems } = await storeWithOneKey();
  await damage(path);
  await expect.poll(() => problems.at(-1)).toMatch(message);
  expect([store.isCurrent, store.inForce().length]).toEqual([false, 1]);
  expect(store.authenticate(header)).toMatchObject({ ok: true });

  await rm(path, { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, serializeKeyFile([key, record('two')]));
  await rename(`${path}.new`, path);
  await expect.poll(() => reloads).toEqual([2]);
  expect([store.isCurrent, store.inForce().length]).toEqual([true, 2]);
});

test('while the file cannot be used a lasting problem is told once, and another one again', async () => {
  const { path, problems } = await storeWithOneKey();
  for (const [text, message] of [
    ['nonsense', /not valid JSON/],
    ['{"version":2}', /version/],
  ] as const) {
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
    await expect.poll(() => problems.at(-1)).toMatch(message);
  }
  expect(problems).toHaveLength(2);
});
