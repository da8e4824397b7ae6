import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serializeKeyFile } from '../../src/keys/key-file.js';
import { changeKeyFile } from '../../src/keys/key-file-change.js';
import { takeLock } from '../../src/keys/key-file-lock.js';
import { add, fileOf, idsIn, record, temporaryDirectory } from './support.js';

describe('the lock', () => {
  const patient = { staleAfterMs: 60_000, giveUpAfterMs: 60_000 };
  const owner = { uid: 0, gid: 0 };

  test('of a dead process is taken over and its half-written file removed', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    await add(path, record('a'));
    const lock = `${path}.lock`;
    renameSync(join(lock, 'free'), join(lock, 'held-dead'));
    writeFileSync(join(lock, 'next-dead'), '{"version":1,"ke');
    await add(path, record('b'), { staleAfterMs: 50 });
    expect(await idsIn(path)).toEqual(['a', 'b']);
    expect(await readdir(lock)).toEqual(['free']);
  });

  test('keeps others out while it is held, who say so when they give up', async () => {
    const path = join(await temporaryDirectory(), 'keys.json');
    const held = await takeLock(`${path}.lock`, owner, patient);
    await expect(add(path, record('a'), { giveUpAfterMs: 100 })).rejects.toThrow(/others kept it locked/);
    await held?.release();
    await add(path, record('a'));
    expect(await idsIn(path)).toEqual(['a']);
  });

  test('is taken over by one contender at a time, and its slow holder cannot hand it on', async () => {
    const lock = join(await temporaryDirectory(), 'lock');
    const slow = await takeLock(lock, owner, patient);
    let inside = 0;
    const contend = async () => {
      const taken = await takeLock(lock, owner, { staleAfterMs: 1_000, giveUpAfterMs: 60_000 });
      inside += 1;
      expect(inside).toBe(1);
      expect(await slow?.isStillHeld()).toBe(false);
      await slow?.release();
      expect(await taken?.isStillHeld()).toBe(true);
      expect(inside).toBe(1);
      inside -= 1;
      await taken?.release();
    };
    await Promise.all(Array.from({ length: 6 }, contend));
    expect(await readdir(lock)).toEqual(['free']);
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
    await changeKeyFile(path, (file) => {
      calls += 1;
      if (calls === 1) {
        const [marker] = readdirSync(lock).filter((name) => name.startsWith('held-'));
        renameSync(join(lock, marker ?? ''), join(lock, 'free'));
        writeFileSync(path, serializeKeyFile(fileOf(...file.keys, record('thief'))));
      }
      return { file: fileOf(...file.keys, record('slow')), result: undefined };
    });
    expect(calls).toBe(2);
    expect(await idsIn(path)).toEqual(['a', 'thief', 'slow']);
  });
});
