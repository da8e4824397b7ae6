import { statSync } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type KeyFile, readKeyFile, serializeKeyFile } from './key-file.js';
import { KeyFileMissingError, KeyFileWriteError, systemCode } from './key-file-errors.js';
import { type LockTimes, takeLock } from './key-file-lock.js';

const GROUP_READ = 0o040;

/** A new content of the key file, and what to tell whoever asked for it. */
export interface Change<T> {
  readonly file: KeyFile;
  readonly result: T;
}

/** How `changeKeyFile` behaves; the lock's times default to 3 and 30 seconds. */
export interface ChangeOptions extends Partial<LockTimes> {
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
 * @throws KeyFileUnusableError when the present file is not valid; it is never overwritten
 * @throws KeyFileWriteError when the change cannot be made; and whatever `change` throws, changing nothing
 */
export async function changeKeyFile<T>(
  path: string,
  change: (file: KeyFile) => Change<T>,
  options: ChangeOptions = {},
): Promise<T> {
  try {
    return await changeUnderLock(path, change, options);
  } catch (error) {
    throw systemCode(error) === undefined ? error : KeyFileWriteError.of(path, error);
  }
}

async function changeUnderLock<T>(
  path: string,
  change: (file: KeyFile) => Change<T>,
  { createIfMissing = false, staleAfterMs = 3_000, giveUpAfterMs = 30_000 }: ChangeOptions,
): Promise<T> {
  const target = await resolveTarget(path, createIfMissing);
  const lock = `${target}.lock`;
  for (let attempt = 0; attempt < 5; attempt++) {
    const next = await takeLock(lock, { staleAfterMs, giveUpAfterMs });
    if (next === undefined) {
      throw new KeyFileWriteError(path, `others kept it locked for ${giveUpAfterMs / 1000} s (see ${lock})`);
    }
    try {
      const { file, result } = change(await currentContent(target, createIfMissing));
      if (await commit(next, target, file)) return result;
    } finally {
      await rm(next, { force: true });
    }
  }
  throw new KeyFileWriteError(path, `the lock ${lock} was lost again and again; the volume is too slow`);
}

async function currentContent(target: string, createIfMissing: boolean): Promise<KeyFile> {
  try {
    return await readKeyFile(target);
  } catch (error) {
    if (createIfMissing && error instanceof KeyFileMissingError) return { version: 1, keys: [] };
    throw error;
  }
}

/**
 * False when the lock was lost, and nothing has been changed.
 *
 * Not by write-file-atomic, which takes a short write for a whole one (a full disk then leaves a key file cut off), and
 * does not see to it that the rename is on disk.
 */
async function commit(next: string, target: string, file: KeyFile): Promise<boolean> {
  try {
    const handle = await open(next, 'r+');
    try {
      await giveAppearance(handle, target);
      await handle.writeFile(serializeKeyFile(file));
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
    throw new KeyFileWriteError(
      target,
      `it belongs to user ${uid}; run this command as that user or as root`,
    );
  } else if (groupRead !== 0 && mine.gid !== gid) {
    await handle.chown(uid, gid);
  }
  await handle.chmod(0o600 | groupRead);
}

async function resolveTarget(path: string, createIfMissing: boolean): Promise<string> {
  if (createIfMissing) await makeDirectories(dirname(path));
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    if (!createIfMissing) throw new KeyFileMissingError(path, { cause: error });
    return join(await realpath(dirname(path)), basename(path));
  }
}

/** Not by `recursive` of `mkdir`, which never returns where nothing can be made (/proc). */
async function makeDirectories(directory: string): Promise<void> {
  const make = () => mkdir(directory, { mode: 0o700 });
  try {
    await make();
  } catch (error) {
    const isThere = systemCode(error) === 'EEXIST' && (await stat(directory)).isDirectory();
    if (isThere) return;
    if (systemCode(error) !== 'ENOENT' || dirname(directory) === directory) throw error;
    await makeDirectories(dirname(directory));
    await make();
  }
}
