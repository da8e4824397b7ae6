import { existsSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type KeyRecords, readKeyFile, serializeKeyFile } from './key-file.js';
import { KeyFileMissingError, notWritten } from './key-file-errors.js';
import { type LockTimes, takeLock } from './key-file-lock.js';
import { reasonOf, systemCode } from './system-error.js';

const GROUP_READ = 0o040;
const ATTEMPTS = 5;

/** A new content of the key file, and what to tell whoever asked for it. */
export interface Change<T> {
  readonly keys: KeyRecords;
  readonly result: T;
}

/** How `changeKeyFile` behaves. */
export interface ChangeOptions extends LockTimes {
  /** Start from a file without keys when there is none, making its directory (mode 0700). */
  readonly createIfMissing?: boolean;
}

/**
 * Changes the key file under a lock that all processes and machines on the volume share. Readers see the old content
 * or the new one, never a mixture; a crash at any point leaves one of the two. When it returns, the change is on disk.
 *
 * A file of its own (mode 0600) replaces the old one; it keeps the owner, the group and a right of the group to read.
 * A symbolic link is followed, and what it points to is replaced.
 *
 * @param change without side effects; called again on fresh content when the lock was lost on the way
 * @throws KeyFileMissingError unless `createIfMissing`
 * @throws KeyFileError when the change cannot be made, also because the present file is not valid: that is never
 * overwritten; and whatever `change` throws, changing nothing
 */
export async function changeKeyFile<T>(
  path: string,
  change: (keys: KeyRecords) => Change<T>,
  options: ChangeOptions = {},
): Promise<T> {
  const { createIfMissing = false } = options;
  try {
    const target = await resolveTarget(path, createIfMissing);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const next = await takeLock(target, options);
      try {
        const { keys, result } = change(await presentKeys(target, createIfMissing));
        if (await commit(next, target, keys)) return result;
      } finally {
        await rm(next, { force: true });
      }
    }
    throw notWritten(path, `the lock ${target}.lock was lost again and again; the volume is too slow`);
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    const advice =
      code === 'ENOSPC' || code === 'EDQUOT' ? 'Make room' : 'Set KEYS_FILE to where this user may write';
    throw notWritten(path, `${reasonOf(error)}. ${advice}`, error);
  }
}

/** Where the file is, or will be, behind its symbolic links. */
async function resolveTarget(path: string, createIfMissing: boolean): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    if (!createIfMissing) throw new KeyFileMissingError(path, error);
    await makeDirectories(dirname(path));
    return join(await realpath(dirname(path)), basename(path));
  }
}

/** Not by `recursive` of `mkdir`, which never returns where nothing can be made (/proc). */
async function makeDirectories(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  await makeDirectories(dirname(directory));
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    // Made meanwhile by another process; or a link to nowhere, of which the next step tells.
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

async function presentKeys(target: string, createIfMissing: boolean): Promise<KeyRecords> {
  try {
    return await readKeyFile(target);
  } catch (error) {
    if (createIfMissing && error instanceof KeyFileMissingError) return [];
    throw error;
  }
}

/**
 * False when the lock was lost, and nothing has been changed.
 *
 * Not by write-file-atomic, which takes a short write for a whole one (a full disk then leaves a key file cut off), and
 * does not see to it that the rename is on disk.
 */
async function commit(next: string, target: string, keys: KeyRecords): Promise<boolean> {
  try {
    const handle = await open(next, 'r+');
    try {
      await giveAppearance(handle, target);
      await handle.writeFile(serializeKeyFile(keys));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, target);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
  const directory = await open(dirname(target), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
  return true;
}

/**
 * Makes the next file like the one that it replaces, or a first one its directory's: a service that runs as another user
 * must not lose its key file because an administrator changed it.
 */
async function giveAppearance(handle: FileHandle, target: string): Promise<void> {
  const old = statSync(target, { throwIfNoEntry: false });
  const { uid, gid } = old ?? statSync(dirname(target));
  const groupRead = (old?.mode ?? 0) & GROUP_READ;
  const mine = await handle.stat();
  if (process.getuid?.() === 0) {
    await handle.chown(uid, gid);
  } else if (old !== undefined && mine.uid !== uid) {
    throw notWritten(target, `it belongs to user ${uid}; run this command as that user or as root`);
  } else if (groupRead !== 0 && mine.gid !== gid) {
    await handle.chown(uid, gid);
  }
  await handle.chmod(0o600 | groupRead);
}
