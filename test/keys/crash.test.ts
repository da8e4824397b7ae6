import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { changeKeyFile } from '../../src/keys/change-key-file.js';
import { readKeyFile } from '../../src/keys/key-file.js';
import { record, temporaryDirectory } from './support.js';

const WRITER = join(import.meta.dirname, 'writer.js');

/** Starts a writer, kills it after it has reported `count` keys, and gives all that it reported. */
async function writeUntilKilled(path: string, count: number): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const reported: string[] = [];
  for await (const id of createInterface({ input: child.stdout })) {
    reported.push(id);
    // The next write is under way by now; a turn of the event loop more or less changes where it is hit.
    if (reported.length === count) setTimeout(() => child.kill('SIGKILL'), Math.random() * 10);
  }
  await closed;
  expect(child.signalCode).toBe('SIGKILL');
  return reported;
}

test('writers killed at any moment leave a valid file with every key that they reported', async () => {
  const path = join(await temporaryDirectory(), 'keys.json');
  const reported: string[] = [];
  for (let round = 0; round < 10; round++) {
    const both = await Promise.all([writeUntilKilled(path, 1 + (round % 3)), writeUntilKilled(path, 2)]);
    reported.push(...both.flat());
    const ids = new Set((await readKeyFile(path)).map((key) => key.id));
    expect(reported.filter((id) => !ids.has(id))).toEqual([]);
  }

  await changeKeyFile(path, (keys) => ({ keys: [...keys, record('last')], result: undefined }), {
    staleAfterMs: 150,
  });
  expect((await readKeyFile(path)).at(-1)?.id).toBe('last');
  expect(await readdir(dirname(path))).toEqual(['keys.json']);
});
