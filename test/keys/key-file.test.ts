import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { changeKeyFile, type KeyRecord, readKeyFile } from '../../src/keys/key-file.js';
import { createMissingKeyFile } from '../../src/keys/keys.js';
import { OperatorError } from '../../src/ops/logged-errors.js';
import { ownFolder } from '../support/with-us.js';
import { ROOT } from '../support/yaml-files.js';
import { add, idsIn, keyFile, keyFileOf, record } from './support.js';

describe('reading', () => {
  const good = record('a');
  const fileText = (...keys: readonly KeyRecord[]) => JSON.stringify({ version: 1, keys });
  test.each([
    ['empty', '', /not valid JSON/],
    ['a token', 'svc_live_marked', /not valid JSON/],
    ['another version', '{"version":"svc_live_marked","keys":[]}', /version/],
    ['an unknown member of a key', fileText({ ...good, ...{ token: 'svc_live_marked' } }), /keys\.0/],
    ['a hash that is none', fileText({ ...good, token_sha256: 'abc' }), /keys\.0\.token_sha256/],
    ['a day that is none', fileText({ ...good, expires_at: '2026-02-30T00:00:00Z' }), /expires_at/],
    ['a missing revocation', fileText(good).replace(',"revoked_at":null', ''), /revoked_at/],
    ['one id twice', fileText(good, { ...record('b'), id: 'a' }), /same id or the same token_sha256/],
    ['one hash twice', fileText(good, { ...good, id: 'b' }), /same id or the same token_sha256/],
  ])('%s is refused with the reason, not quoted, and never overwritten', async (_, text, reason) => {
    const path = await keyFileOf(text);
    await expect(readKeyFile(path)).rejects.toThrow(OperatorError);
    await expect(readKeyFile(path)).rejects.toThrow(reason);
    await expect(readKeyFile(path)).rejects.not.toThrow(/svc_live_marked/);
    await expect(add(path, record('new'))).rejects.toThrow(OperatorError);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  test('a directory in place of the file is told in words', async () => {
    const reading = readKeyFile(ownFolder('keys'));
    await expect(reading).rejects.toThrow(/cannot be used: illegal operation on a directory\./);
  });
});

describe('changing', () => {
  test('makes the file and its directory for their owner alone', async () => {
    const directory = join(ownFolder('keys'), 'deep', 'data');
    const path = join(directory, 'keys.json');
    await add(path, record('a'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect(await idsIn(path)).toEqual(['a']);
  });

  test('keeps the owner of the file, gives a new one that of its directory, and takes rights from others', async () => {
    const directory = ownFolder('keys');
    const path = join(directory, 'keys.json');
    const uid = process.getuid?.() === 0 ? 12_345 : process.getuid?.();
    if (process.getuid?.() === 0) await chown(directory, 12_345, 12_345);
    await add(path, record('a'));
    expect((await stat(path)).uid).toBe(uid);
    await chmod(path, 0o646);
    await add(path, record('b'));
    expect((await stat(path)).uid).toBe(uid);
    expect((await stat(path)).mode & 0o777).toBe(0o640);
  });

  test('follows a symbolic link and leaves it in place', async () => {
    const path = await keyFile(record('a'));
    const link = join(ownFolder('keys'), 'keys.json');
    await symlink(path, link);
    await add(link, record('b'));
    expect(await idsIn(path)).toEqual(['a', 'b']);
    expect(await readdir(dirname(link))).toEqual(['keys.json']);
  });

  test('that fails leaves the file as it was and the lock free', async () => {
    const path = await keyFile(record('a'));
    const failing = changeKeyFile(path, () => {
      throw new Error('no such thing');
    });
    await expect(failing).rejects.toThrow('no such thing');
    await expect(add(join(path, 'keys.json'), record('b'))).rejects.toThrow(/cannot be written: .*KEYS_FILE/);
    expect(await readdir(dirname(path))).toEqual(['keys.json']);
    expect(await idsIn(path)).toEqual(['a']);
  });

  test('never takes a file that cannot be looked at for one that is missing', async () => {
    const circle = join(ownFolder('keys'), 'circle');
    await symlink('circle', circle);
    expect(await createMissingKeyFile(circle, true)).toBe(null);
    await expect(add(circle, record('a'))).rejects.toThrow(/cannot be used: too many symbolic links/);
    expect(await readdir(dirname(circle))).toEqual(['circle']);
    expect(await readlink(circle)).toBe('circle');
  });

  test('of several that want to issue the first key one does', async () => {
    const path = join(ownFolder('keys'), 'keys.json');
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => createMissingKeyFile(path, true)));
    expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
    expect(await idsIn(path)).toHaveLength(1);
  });
});

const WRITER = `
  import { issueKey } from ${JSON.stringify(join(ROOT, 'dist/src/keys/keys.js'))};
  for (;;) console.log((await issueKey(process.argv[1], 'writer', null, new Date())).key.id);
`;

test('a writer killed at any moment leaves a valid file with every key that it reported, and says what is locked', async () => {
  const path = join(ownFolder('keys'), 'data', 'keys.json');
  for (let round = 0; round < 10; round++) {
    const args = ['--input-type=module', '--eval', WRITER, path];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    const reported: string[] = [];
    for await (const id of createInterface({ input: child.stdout })) {
      // The next write is in progress by now; the random delay varies where the kill hits it.
      if (reported.push(id) === 2) setTimeout(() => child.kill('SIGKILL'), Math.random() * 10);
    }
    await closed;
    expect(await idsIn(path)).toEqual(expect.arrayContaining(reported));
    await rm(`${path}.lock`, { force: true });
  }
  await mkdir(`${path}.lock`);
  await expect(add(path, record('last'))).rejects.toThrow(
    `${path}.lock is there. If no other command is changing the keys, remove that file.`,
  );
});
