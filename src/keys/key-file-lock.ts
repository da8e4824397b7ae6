import { randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { notWritten } from './key-file-errors.js';
import { systemCode } from './system-error.js';

/*
 * The lock is a directory. A process holds the lock if it created its own file there and then sees no other file: of
 * two that try at once, the later one sees both. The next content is written into that file, and renaming it over the
 * key file commits the change and frees the lock in one step.
 *
 * A holder that has not changed for a long time is assumed dead, and its file is removed by name. If it was only slow,
 * it then has nothing left to rename: taking over too early costs time, never a key. No process id and no other
 * machine's clock is trusted.
 */

/** Times in milliseconds. */
export interface LockTimes {
  /** A holder that has not changed for this long is assumed dead; 3 seconds by default. */
  readonly staleAfterMs?: number;
  /** How long to try before giving up; 30 seconds by default. */
  readonly giveUpAfterMs?: number;
}

/**
 * Takes the lock of the key file `path`, the directory `<path>.lock`, which is created if absent. Renaming or removing
 * the returned file frees the lock; if the file is gone before that, the lock was lost.
 *
 * @returns a file that nobody else writes
 * @throws KeyFileError when others held the lock for the whole time allowed
 * @throws system errors when the directory cannot be created or written
 */
export async function takeLock(
  path: string,
  { staleAfterMs = 3_000, giveUpAfterMs = 30_000 }: LockTimes,
): Promise<string> {
  const directory = `${path}.lock`;
  await makeDirectory(directory);
  const name = randomUUID();
  const mine = join(directory, name);
  const startedAt = performance.now();
  let holder: string | undefined;
  let heldSince = startedAt;
  do {
    const [found] = await readdir(directory);
    if (found === undefined) {
      await writeFile(mine, '', { flag: 'wx', mode: 0o600 });
      const present = await readdir(directory);
      if (present.length === 1 && present[0] === name) return mine;
      await rm(mine, { force: true });
    } else if (found !== holder) {
      holder = found;
      heldSince = performance.now();
    } else if (performance.now() - heldSince >= staleAfterMs) {
      await rm(join(directory, found), { force: true });
    }
    await pause(5 + Math.random() * 20);
  } while (performance.now() - startedAt < giveUpAfterMs);
  throw notWritten(path, `others kept it locked for ${giveUpAfterMs / 1000} s (see ${directory})`);
}

/** Gives the directory its parent's owner, even when root creates it: other users need the lock as well. */
async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return;
    throw error;
  }
  const { uid, gid } = await stat(dirname(directory));
  if (process.getuid?.() === 0) await chown(directory, uid, gid);
}
