import { existsSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type KeyRecords, readKeyFile, serializeKeyFile } from './key-file.js';
import { KeyFileMissingError, notWritten } from './key-file-errors.js';
import { type LockTimes, takeLock } from './key-file-lock.js';
import { reasonOf, systemCode } from './system-error.js';

const GROUP_READ = 0o040;
const ATTEMPTS = 5;

/** New content of the key file, and the result to return to the caller of the change. */
export interface Change<T> {
  readonly keys: KeyRecords;
  readonly result: T;
}

/** How `changeKeyFile` behaves. */
export interface ChangeOptions extends LockTimes {
  /** Starts with an empty key file if there is none, and creates its directory (mode 0700). */
  readonly createIfMissing?: boolean;
}

/**
 * Changes the key file under a lock shared by all processes and machines on the volume. Readers see either the old
 * content or the new, never a mixture; so does a crash at any point. When it returns, the change is on disk.
 *
 * The old file is replaced by a new one (mode 0600) that keeps the owner, the group and the group's right to read. A
 * symbolic link is followed, and its target is replaced.
 *
 * @param change without side effects; called again with fresh content if the lock was lost
 * @throws KeyFileMissingError unless `createIfMissing`
 * @throws KeyFileError when the change cannot be made, including when the present file is not valid, which is never
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

/** The actual or future location of the file, with symbolic links resolved. */
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

/** Not with `recursive` of `mkdir`, which never returns where nothing can be created (/proc). */
async function makeDirectories(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  await makeDirectories(dirname(directory));
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    // Created meanwhile by another process; or a dangling link, which the next step reports.
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
 * False if the lock was lost and nothing has been changed.
 *
 * Not with write-file-atomic, which takes a short write for a complete one (a full disk then leaves a truncated key
 * file), and does not make sure that the rename is on disk.
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
 * Gives the new file the owner and permissions of the one it replaces, or a first file those of its directory: a
 * service that runs as another user must not lose access to its key file because an administrator changed it.
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
