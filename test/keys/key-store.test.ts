import { EventEmitter, on, once } from 'node:events';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  KeyFileError,
  KeyFileMissingError,
  type KeyRecord,
  serializeKeyFile,
} from '../../src/keys/key-file.js';
import { issueKey, revokeKey } from '../../src/keys/key-operations.js';
import { KeyStore } from '../../src/keys/key-store.js';
import { issueToken } from '../../src/keys/token.js';
import { hashedRecord, record, temporaryDirectory } from './support.js';

async function watch(path: string) {
  const events = new EventEmitter();
  const problems: string[] = [];
  const store = await KeyStore.open(path, {
    onReload: (count) => events.emit('reload', count),
    onProblem: (problem) => {
      problems.push(problem.message);
      events.emit('problem', problem.message);
    },
  });
  onTestFinished(() => store.close());
  // A look in the middle of a change may see a problem that is over with the next.
  const problem = async (expected = /./) => {
    for await (const [found] of on(events, 'problem')) if (expected.test(String(found))) return;
  };
  return { store, problems, reload: () => once(events, 'reload'), problem };
}

async function write(path: string, ...keys: readonly KeyRecord[]): Promise<void> {
  await writeFile(path, serializeKeyFile([...keys]));
}

/** A key store on a file with one key, and that key's header. */
async function storeWithOneKey() {
  const directory = await temporaryDirectory();
  const path = join(directory, 'keys.json');
  const { key, header } = hashedRecord('one');
  await write(path, key);
  return { directory, path, key, header, ...(await watch(path)) };
}

describe('opening', () => {
  test('a missing file can be told from an unusable one', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    await expect(KeyStore.open(path)).rejects.toThrow(KeyFileMissingError);
    for (const text of ['nonsense', '']) {
      await writeFile(path, text);
      await expect(KeyStore.open(path)).rejects.toThrow(KeyFileError);
    }
  });

  test('puts the keys of the file in force', async () => {
    const { store, header } = await storeWithOneKey();
    expect(store.authenticate(header)).toMatchObject({ ok: true, keyId: 'one' });
    expect(store.status()).toMatchObject({ state: 'ok', keyCount: 1 });
  });
});

test('a key is in force until it expires or is revoked', async () => {
  const path = join(await temporaryDirectory(), 'keys.json');
  const now = new Date();
  const expiry = new Date(now.getTime() + 60_000);
  const { key: lasting } = await issueKey(path, 'lasting', null, now);
  const { key: passing } = await issueKey(path, 'passing', expiry, now);
  const { key: revoked } = await issueKey(path, 'revoked', null, now);
  await revokeKey(path, revoked.id, now);
  const { store } = await watch(path);
  const inForce = (at: Date) => store.inForce(at.getTime()).map(({ id }) => id);
  expect(inForce(now)).toEqual([lasting.id, passing.id]);
  expect(inForce(expiry)).toEqual([lasting.id]);
});

describe('a change of the file', () => {
  test('by the operator reaches every replica at the normal pace', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    const { key, token } = await issueKey(path, 'holder', null, new Date());
    const replicas = await Promise.all([watch(path), watch(path)]);
    const reloaded = Promise.all(replicas.map((replica) => replica.reload()));
    await revokeKey(path, key.id, new Date());
    await reloaded;
    for (const { store } of replicas) {
      expect(store.authenticate(`Bearer ${token}`)).toMatchObject({ code: 'revoked_token' });
    }
  });

  test('in place is taken over with its count', async () => {
    const { store, path, key, header, reload } = await storeWithOneKey();
    const reloaded = reload();
    await write(path, { ...key, revoked_at: '2026-01-01T00:00:00.000Z' }, record('two'));
    expect(await reloaded).toEqual([2]);
    expect(store.authenticate(header)).toMatchObject({ code: 'revoked_token' });
  });

  test('to content of the same length is noticed', async () => {
    const { path, key, header, store, reload } = await storeWithOneKey();
    const reloaded = reload();
    await write(path, { ...key, id: 'uno' });
    await reloaded;
    expect(store.authenticate(header)).toMatchObject({ ok: true, keyId: 'uno' });
  });

  test('by a swap of the symbolic links of a mounted secret is taken over', async () => {
    const directory = await temporaryDirectory();
    const { key, header } = hashedRecord('one');
    await mkdir(join(directory, '..v1'));
    await mkdir(join(directory, '..v2'));
    await write(join(directory, '..v1', 'keys.json'), key);
    await write(join(directory, '..v2', 'keys.json'), { ...key, revoked_at: '2026-01-01T00:00:00.000Z' });
    await symlink('..v1', join(directory, '..data'));
    await symlink('..data/keys.json', join(directory, 'keys.json'));
    const { store, reload } = await watch(join(directory, 'keys.json'));
    expect(store.authenticate(header)).toMatchObject({ ok: true });

    const reloaded = reload();
    await symlink('..v2', join(directory, '..next'));
    await rename(join(directory, '..next'), join(directory, '..data'));
    await rm(join(directory, '..v1'), { recursive: true });
    await reloaded;
    expect(store.authenticate(header)).toMatchObject({ code: 'revoked_token' });
  });
});

describe('a well-formed token that is not known', () => {
  test('works when its key was issued after the last look', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    await write(path);
    const { store } = await watch(path);
    for (let i = 0; i < 3; i++) {
      const { key, token } = await issueKey(path, 'holder', null, new Date());
      expect(await store.authenticate(`Bearer ${token}`)).toMatchObject({ ok: true, keyId: key.id });
    }
  });

  test('shares its look with all others, and that comes a quarter of a second after the last', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    await write(path);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.restoreAllMocks();
      vi.useRealTimers();
    });
    // Whatever else runs in this process has timers of its own.
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const { store } = await watch(path);
    const { key, header } = hashedRecord('new');
    await write(path, key);
    for (let round = 0; round < 3; round++) {
      let answered = 0;
      const strangers = Array.from({ length: 500 }, async () => {
        const outcome = await store.authenticate(`Bearer ${issueToken()}`);
        answered += 1;
        return outcome;
      });
      vi.advanceTimersByTime(249);
      await immediate();
      const looks = timers.mock.calls.filter(([, ms]) => ms === 250).length;
      expect({ answered, looks }).toEqual({ answered: 0, looks: round + 1 });
      vi.advanceTimersByTime(1);
      for (const outcome of await Promise.all(strangers)) {
        expect(outcome).toMatchObject({ code: 'invalid_token' });
      }
      expect(store.authenticate(header)).toMatchObject({ ok: true });
    }
  });

  test('is refused at once when the store is closed, and with a wrong checksum without a look', async () => {
    const { store, header } = await storeWithOneKey();
    expect(store.authenticate(`${header.slice(0, -1)}!`)).toMatchObject({ code: 'invalid_token' });
    const waiting = store.authenticate(`Bearer ${issueToken()}`);
    store.close();
    expect(await waiting).toMatchObject({ code: 'invalid_token' });
    expect(store.authenticate(`Bearer ${issueToken()}`)).toMatchObject({ code: 'invalid_token' });
  });
});

describe('while the file cannot be used the last good keys stay in force', () => {
  const damages: readonly (readonly [string, (path: string) => Promise<unknown>, RegExp])[] = [
    ['corrupted', (path) => writeFile(path, '{"version":1'), /not valid JSON/],
    ['emptied', (path) => writeFile(path, ''), /empty/],
    ['removed', (path) => rm(path), /no key file/],
    ['removed with its directory', (path) => rm(join(path, '..'), { recursive: true }), /no key file/],
    ['unreadable', (path) => rm(path).then(() => symlink('keys.json', path)), /cannot be used/],
    ['a directory', (path) => rm(path).then(() => mkdir(path)), /not a regular file/],
  ];

  test.each(damages)('%s, and back in force when repaired', async (_, damage, message) => {
    const { store, directory, path, key, header, reload, problem, problems } = await storeWithOneKey();
    const noticed = problem(message);
    await damage(path);
    await noticed;
    expect(problems.at(-1)).toMatch(message);
    expect(store.status()).toMatchObject({ state: 'stale', keyCount: 1 });
    expect(store.authenticate(header)).toMatchObject({ ok: true });

    const reloaded = reload();
    await rm(path, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    await write(join(directory, 'new.json'), key, record('two'));
    await rename(join(directory, 'new.json'), path);
    expect(await reloaded).toEqual([2]);
    expect(store.status()).toMatchObject({ state: 'ok', keyCount: 2 });
  });

  test('a lasting problem is told once, another one again, and since when it lasts', async () => {
    const { store, directory, path, problem, problems } = await storeWithOneKey();
    const replaceWith = async (text: string) => {
      const noticed = problem();
      await writeFile(join(directory, 'new.json'), text);
      await rename(join(directory, 'new.json'), path);
      await noticed;
    };
    await replaceWith('nonsense');
    const { since } = store.status();
    await writeFile(join(directory, 'new.json'), 'other nonsense');
    await rename(join(directory, 'new.json'), path);
    await replaceWith('{"version":2}');
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/not valid JSON/);
    expect(problems[1]).toMatch(/version/);
    expect(store.status().since).toEqual(since);
  });
});

test('expiry is judged when the request comes, without a change of the file', async () => {
  const path = join(await temporaryDirectory(), 'keys.json');
  const { key, header } = hashedRecord('one', { expires_at: '2026-06-30T00:00:00.000Z' });
  await write(path, key);
  const { store } = await watch(path);
  expect(store.authenticate(header, Date.parse('2026-06-29T23:59:59.999Z'))).toMatchObject({ ok: true });
  expect(store.authenticate(header, Date.parse('2026-06-30'))).toMatchObject({ code: 'expired_token' });
});
