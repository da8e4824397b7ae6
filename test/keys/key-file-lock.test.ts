import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serializeKeyFile } from '../../src/keys/key-file.js';
import { changeKeyFile } from '../../src/keys/key-file-change.js';
import { takeLock } from '../../src/keys/key-file-lock.js';
import { add, idsIn, record, temporaryDirectory } from './support.js';

describe('the lock', () => {
  const patient = { staleAfterMs: 60_000, giveUpAfterMs: 60_000 };

  test('of a dead process is taken over and its half-written file removed', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    await add(path, record('a'));
    writeFileSync(join(`${path}.lock`, 'dead'), '{"version":1,"ke');
    await add(path, record('b'), { staleAfterMs: 50 });
    expect(await idsIn(path)).toEqual(['a', 'b']);
    expect(await readdir(`${path}.lock`)).toEqual([]);
  });

  test('keeps others out while it is held, who say so when they give up', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    const held = await takeLock(path, patient);
    await expect(add(path, record('a'), { giveUpAfterMs: 100 })).rejects.toThrow(/others kept it locked/);
    await rm(held);
    await add(path, record('a'));
    expect(await idsIn(path)).toEqual(['a']);
  });

  test('is taken over by one contender at a time, and its slow holder has nothing left to commit', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    const lock = `${path}.lock`;
    const slow = await takeLock(path, patient);
    let inside = 0;
    const contend = async () => {
      const taken = await takeLock(path, { staleAfterMs: 1_000, giveUpAfterMs: 60_000 });
      inside += 1;
      expect(inside).toBe(1);
      expect(await readdir(lock)).toEqual([basename(taken)]);
      expect(slow).not.toBe(taken);
      expect(inside).toBe(1);
      inside -= 1;
      await rm(taken);
    };
    await Promise.all(Array.from({ length: 6 }, contend));
    expect(await readdir(lock)).toEqual([]);
  });

  test('that cannot be made is an error in words, and no wait', async () => {
    const directory = await temporaryDirectory();
    await symlink('nowhere', join(directory, 'dangling'));
    for (const path of [
      '/proc/keys.json',
      '/proc/keys/keys.json',
      join(directory, 'dangling', 'keys.json'),
    ]) {
      await expect(add(path, record('a'))).rejects.toThrow(
        /^The key file .* cannot be written: .*\. Set KEYS_FILE to where this user may write\.$/,
      );
    }
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
    const lock = `${path}.lock`;
    await add(path, record('a'));
    let calls = 0;
    await changeKeyFile(path, (keys) => {
      calls += 1;
      if (calls === 1) {
        for (const name of readdirSync(lock)) rmSync(join(lock, name));
        writeFileSync(path, serializeKeyFile([...keys, record('thief')]));
      }
      return { keys: [...keys, record('slow')], result: undefined };
    });
    expect(calls).toBe(2);
    expect(await idsIn(path)).toEqual(['a', 'thief', 'slow']);
  });
});
