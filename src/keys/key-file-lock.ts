import { randomUUID } from 'node:crypto';
import { chown, mkdtemp, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemCode } from './key-file-errors.js';

/*
 * The lock is a directory that always holds exactly one marker file: `free`, or `held-<id>` for its holder.
 * Taking, releasing and taking over are each one rename of the marker, of which the file system lets exactly one
 * contender succeed, also on a network volume. No process id, no clock of another machine is trusted.
 *
 * A holder writes into `next-<id>` and commits by renaming it over the key file. Whoever takes the lock first
 * removes every `next-*` of earlier holders. A holder that was only slow, and whose lock was taken over,
 * therefore finds its file gone and fails to commit: taking over too early costs time, never a key.
 */

const FREE = 'free';
const HELD = 'held-';
const NEXT = 'next-';

/** The user and group that files and directories made here are to belong to. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The lock, while it is held. */
export interface HeldLock {
  /** Where to write what is to be renamed over the key file. Nobody else writes it; gone once the lock is lost. */
  readonly nextPath: string;
  /** False when another process has taken over. To be asked after `nextPath` was made and before it is relied on. */
  isStillHeld(): Promise<boolean>;
  /** Lets the next one in; does nothing when the lock was taken over. */
  release(): Promise<void>;
}

/** Times in milliseconds. */
export interface LockTimes {
  /** A holder that is the same for so long is taken for dead. */
  readonly staleAfterMs: number;
  /** How long to try before giving up. */
  readonly giveUpAfterMs: number;
}

/**
 * Takes the lock in `directory`, which is created when absent (its parent must exist).
 *
 * @returns undefined when others held it, one after the other, for the whole time allowed
 * @throws system errors when the parent directory cannot be written
 */
export async function takeLock(
  directory: string,
  owner: Owner,
  times: LockTimes,
): Promise<HeldLock | undefined> {
  const id = randomUUID();
  const mine = join(directory, HELD + id);
  const startedAt = performance.now();
  let watched: string | undefined;
  let watchedSince = startedAt;

  while (performance.now() - startedAt < times.giveUpAfterMs) {
    const marker = await findMarker(directory);
    if (marker === undefined) {
      await createLock(directory, owner);
      continue;
    }
    if (marker !== watched) {
      watched = marker;
      watchedSince = performance.now();
    }
    if (marker === FREE || performance.now() - watchedSince >= times.staleAfterMs) {
      await ignoreMissing(rename(join(directory, marker), mine));
      // Asked of the directory and not of the rename, whose answer a network file system may have lost.
      if (await exists(mine)) {
        await removeLeftovers(directory);
        return heldLock(directory, mine, id);
      }
    }
    await pause(5 + Math.random() * 20);
  }
  return undefined;
}

function heldLock(directory: string, mine: string, id: string): HeldLock {
  const nextPath = join(directory, NEXT + id);
  return {
    nextPath,
    isStillHeld: () => exists(mine),
    release: async () => {
      await ignoreMissing(unlink(nextPath));
      await ignoreMissing(rename(mine, join(directory, FREE)));
    },
  };
}

/** The marker's name; undefined when there is no lock directory, or the marker was renamed during the look. */
async function findMarker(directory: string): Promise<string | undefined> {
  try {
    const names = await readdir(directory);
    return names.find((name) => name === FREE || name.startsWith(HELD));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes the lock directory with its marker appear at once. One with a marker in it is never replaced. */
async function createLock(directory: string, owner: Owner): Promise<void> {
  const prepared = await mkdtemp(`${directory}.`);
  try {
    await writeFile(join(prepared, FREE), '', { mode: 0o600 });
    if (process.getuid?.() === 0) await chown(prepared, owner.uid, owner.gid);
    await rename(prepared, directory);
  } catch (error) {
    await rm(prepared, { recursive: true, force: true });
    const code = systemCode(error);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.startsWith(NEXT)) await ignoreMissing(unlink(join(directory, name)));
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

async function ignoreMissing(done: Promise<void>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}
