import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeKeyFile } from '../../src/keys/change-key-file.js';
import {
  KeyFileError,
  KeyFileMissingError,
  type KeyRecord,
  readKeyFile,
  serializeKeyFile,
} from '../../src/keys/key-file.js';
import { createMissingKeyFile } from '../../src/keys/key-operations.js';
import { add, idsIn, record, temporaryDirectory } from './support.js';

describe('reading', () => {
  test('gives back what was written', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    const keys = [record('a', { holder: 'Université d’Été "1"', expires_at: '2027-01-01T00:00:00.000Z' })];
    await writeFile(path, serializeKeyFile(keys));
    expect(await readKeyFile(path)).toEqual(keys);
  });

  test('a missing file and a missing directory are told in words', async () => {
    const directory = await temporaryDirectory();
    for (const path of [join(directory, 'keys.json'), join(directory, 'gone', 'keys.json')]) {
      await expect(readKeyFile(path)).rejects.toThrow(KeyFileMissingError);
      await expect(readKeyFile(path)).rejects.toThrow(`There is no key file ${path}.`);
    }
  });

  const good = record('a');
  const fileText = (...keys: readonly KeyRecord[]) => JSON.stringify({ version: 1, keys });
  const unusable: readonly (readonly [string, string, RegExp])[] = [
    ['empty', '', /empty/],
    ['blank', ' \n', /empty/],
    ['cut in the middle', serializeKeyFile([good]).slice(0, -20), /not valid JSON/],
    ['another version', JSON.stringify({ version: 2, keys: [] }), /version/],
    ['a list', '[]', /the file/],
    ['null', 'null', /the file/],
    ['no keys member', '{"version":1}', /keys/],
    ['an unknown member', JSON.stringify({ version: 1, keys: [], more: 1 }), /more/],
    ['an unknown member of a key', fileText({ ...good, ...{ token: 'x' } }), /keys\.0/],
    ['a hash that is none', fileText({ ...good, token_sha256: 'abc' }), /keys\.0\.token_sha256/],
    ['a time that is none', fileText({ ...good, expires_at: 'tomorrow' }), /keys\.0\.expires_at/],
    ['a day that is none', fileText({ ...good, expires_at: '2026-02-30T00:00:00Z' }), /expires_at/],
    [
      'a missing revocation',
      JSON.stringify({ version: 1, keys: [{ ...good, revoked_at: undefined }] }),
      /revoked_at/,
    ],
    ['one id twice', fileText(good, { ...record('b'), id: 'a' }), /same id/],
    ['one hash twice', fileText(good, { ...good, id: 'b' }), /same token_sha256/],
  ];

  test.each(unusable)('%s is refused with the reason and never overwritten', async (_, text, reason) => {
    const path = join(await temporaryDirectory(), 'keys.json');
    await writeFile(path, text);
    await expect(readKeyFile(path)).rejects.toThrow(KeyFileError);
    await expect(readKeyFile(path)).rejects.toThrow(reason);
    await expect(add(path, record('new'))).rejects.toThrow(KeyFileError);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  test('an error never quotes the file', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    for (const text of [
      'svc_live_marked',
      '{"version":1,"keys":["svc_live_marked"]}',
      '{"version":"svc_live_marked"}',
    ]) {
      await writeFile(path, text);
      await expect(readKeyFile(path)).rejects.not.toThrow(/svc_live_marked/);
    }
  });

  test('a directory and a circle of symbolic links are unusable', async () => {
    const directory = await temporaryDirectory();
    await symlink('circle', join(directory, 'circle'));
    await expect(readKeyFile(directory)).rejects.toThrow(/not a regular file/);
    await expect(readKeyFile(join(directory, 'circle'))).rejects.toThrow(/links run in a circle/);
  });
});

describe('changing', () => {
  test('makes the file and its directory for their owner alone', async () => {
    const directory = join(await temporaryDirectory(), 'deep', 'data');
    const path = join(directory, 'keys.json');
    await add(path, record('a'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect(await idsIn(path)).toEqual(['a']);
  });

  test('keeps the owner of the file, gives a new one that of its directory, and takes rights from others', async () => {
    const directory = await temporaryDirectory();
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
    const directory = await temporaryDirectory();
    await mkdir(join(directory, 'volume'));
    await writeFile(join(directory, 'volume', 'real.json'), serializeKeyFile([record('a')]));
    const link = join(directory, 'keys.json');
    await symlink('volume/real.json', link);
    await add(link, record('b'));
    expect(await idsIn(join(directory, 'volume', 'real.json'))).toEqual(['a', 'b']);
    expect(await readdir(directory)).toEqual(['keys.json', 'volume']);
  });

  test('a change that throws leaves the file as it was and the lock free', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    await add(path, record('a'));
    const before = await readFile(path, 'utf8');
    const failing = changeKeyFile(path, () => {
      throw new Error('no such thing');
    });
    await expect(failing).rejects.toThrow('no such thing');
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(await readdir(dirname(path))).toEqual(['keys.json']);
  });

  test('a file where the directory should be is an error in words', async () => {
    const path = join(await temporaryDirectory(), 'plain');
    await writeFile(path, '');
    await expect(add(join(path, 'keys.json'), record('a'))).rejects.toThrow(KeyFileError);
  });

  test('without permission to create it, a missing file is missing', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    await expect(changeKeyFile(path, (keys) => ({ keys, result: 0 }))).rejects.toThrow(KeyFileMissingError);
  });

  test('of many changes at once none is lost', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    const ids = Array.from({ length: 25 }, (_, i) => `k${i}`);
    await Promise.all(ids.map((id) => add(path, record(id))));
    expect((await idsIn(path)).sort()).toEqual(ids.sort());
    expect(await readdir(dirname(path))).toEqual(['keys.json']);
  });

  test('of several that want to issue the first key one does', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => createMissingKeyFile(path, true, new Date())),
    );
    expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
    expect(await idsIn(path)).toHaveLength(1);
  });
});

describe('the lock', () => {
  test('of a dead process is taken over and its half-written file removed', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    await add(path, record('a'));
    await writeFile(`${path}.lock-dead`, '{"version":1,"ke');
    await add(path, record('b'), { staleAfterMs: 50 });
    expect(await idsIn(path)).toEqual(['a', 'b']);
    expect(await readdir(dirname(path))).toEqual(['keys.json']);
  });

  test('when everybody takes it from everybody, what was reported as done is in the file and nothing else', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    await add(path, record('first'));
    const ids = Array.from({ length: 30 }, (_, i) => `k${i}`);
    const outcomes = await Promise.allSettled(ids.map((id) => add(path, record(id), { staleAfterMs: 0 })));
    const done = ids.filter((_, i) => outcomes[i]?.status === 'fulfilled');
    expect((await idsIn(path)).sort()).toEqual(['first', ...done].sort());
  });

  test('when lost in the middle of a change makes the change start again on the new content', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    await add(path, record('a'));
    let calls = 0;
    await changeKeyFile(path, (keys) => {
      calls += 1;
      if (calls === 1) {
        const names = readdirSync(dirname(path)).filter((name) => name.includes('.lock-'));
        for (const name of names) rmSync(join(dirname(path), name));
        writeFileSync(path, serializeKeyFile([...keys, record('thief')]));
      }
      return { keys: [...keys, record('slow')], result: undefined };
    });
    expect(calls).toBe(2);
    expect(await idsIn(path)).toEqual(['a', 'thief', 'slow']);
  });
});
