import { type FileHandle, mkdir, open, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type KeyFile, readKeyFile, serializeKeyFile } from './key-file.js';
import {
  KeyFileError,
  KeyFileMissingError,
  KeyFileWriteError,
  reasonOf,
  systemCode,
} from './key-file-errors.js';
import { type HeldLock, type LockTimes, takeLock } from './key-file-lock.js';

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

/** What a file about to be replaced is like, or a new one is to be. */
interface Appearance {
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
  readonly replacesFile: boolean;
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
  const { createIfMissing = false, staleAfterMs = 3_000, giveUpAfterMs = 30_000 } = options;
  const target = await inWriteTerms(path, () => resolveTarget(path, createIfMissing));
  const directory = `${target}.lock`;
  for (let attempt = 0; attempt < 5; attempt++) {
    const lock = await inWriteTerms(path, async () => {
      return takeLock(directory, await appearanceOf(target), { staleAfterMs, giveUpAfterMs });
    });
    if (lock === undefined) {
      throw new KeyFileWriteError(
        path,
        `others kept it locked for ${giveUpAfterMs / 1000} s (see ${directory})`,
      );
    }
    try {
      const made = change(await currentContent(target, createIfMissing));
      if (await inWriteTerms(path, () => commit(target, lock, made.file))) return made.result;
    } finally {
      await lock.release();
    }
  }
  throw new KeyFileWriteError(path, `the lock ${directory} was lost again and again; the volume is too slow`);
}

async function currentContent(target: string, createIfMissing: boolean): Promise<KeyFile> {
  try {
    return await readKeyFile(target);
  } catch (error) {
    if (createIfMissing && error instanceof KeyFileMissingError) return { version: 1, keys: [] };
    throw error;
  }
}

/** False when the lock was lost, and nothing has been changed. */
async function commit(target: string, lock: HeldLock, file: KeyFile): Promise<boolean> {
  const appearance = await appearanceOf(target);
  const text = serializeKeyFile(file);
  const handle = await open(lock.nextPath, 'wx', 0o600);
  try {
    if (!(await lock.isStillHeld())) return false;
    await giveAppearance(handle, appearance);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await rename(lock.nextPath, target);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
  await syncDirectory(dirname(target));
  return true;
}

async function appearanceOf(target: string): Promise<Appearance> {
  try {
    const { uid, gid, mode } = await stat(target);
    return { uid, gid, mode: 0o600 | (mode & GROUP_READ), replacesFile: true };
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    const { uid, gid } = await stat(dirname(target));
    return { uid, gid, mode: 0o600, replacesFile: false };
  }
}

/** A service that runs as another user must not lose its key file because an administrator changed it. */
async function giveAppearance(handle: FileHandle, wanted: Appearance): Promise<void> {
  const { uid, gid } = await handle.stat();
  const isRoot = process.getuid?.() === 0;
  if (wanted.uid !== uid && wanted.replacesFile && !isRoot) {
    throw new Error(`it belongs to user ${wanted.uid}, so run this command as that user or as root`);
  }
  const groupMatters = isRoot || (wanted.mode & GROUP_READ) !== 0;
  if ((isRoot && wanted.uid !== uid) || (groupMatters && wanted.gid !== gid)) {
    await handle.chown(wanted.uid, wanted.gid);
  }
  await handle.chmod(wanted.mode);
}

async function resolveTarget(path: string, createIfMissing: boolean): Promise<string> {
  if (createIfMissing) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    if (!createIfMissing) throw await missing(path);
    return join(await realpath(dirname(path)), basename(path));
  }
}

async function missing(path: string): Promise<KeyFileError> {
  try {
    await stat(dirname(path));
    return new KeyFileMissingError(path, false);
  } catch (error) {
    return new KeyFileMissingError(path, true, { cause: error });
  }
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function inWriteTerms<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof KeyFileError) throw error;
    const reason =
      systemCode(error) === undefined && error instanceof Error ? error.message : reasonOf(error);
    throw new KeyFileWriteError(path, reason, { cause: error });
  }
}
