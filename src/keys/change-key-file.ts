import { randomUUID } from 'node:crypto';
import {
  chmod,
  chown,
  type FileHandle,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  checkRoom,
  KeyFileError,
  KeyFileMissingError,
  type KeyRecords,
  readKeyFile,
  serializeKeyFile,
} from './key-file.js';
import { reasonOf, systemCode } from './system-error.js';

/*
 * A process holds the lock of the key file if it created a file `<key file>.lock-…` beside it and sees no other; of two
 * that try at once, the later one sees both. The new content is written into that file, and renaming it over the key
 * file commits the change and frees the lock in one step.
 *
 * A holder that has not changed for a long time is assumed dead, and its file is removed. If it was only slow, it has
 * nothing left to rename, and starts again: taking over too early costs time, never a key.
 */

const GROUP_READ = 0o040;
const ATTEMPTS = 5;
const GIVE_UP_AFTER_MS = 30_000;

/** How `changeKeyFile` behaves. */
export interface ChangeOptions {
  /** Starts with an empty key file if there is none, and creates its directory (mode 0700). */
  readonly createIfMissing?: boolean;
  /** A holder of the lock that has not changed for this long (milliseconds) is assumed dead. */
  readonly staleAfterMs?: number;
}

/**
 * Changes the key file under a lock shared by all processes and machines on the volume. Readers, and a crash at any
 * point, leave either the old content or the new. When it returns, the change is on disk.
 *
 * The new file (mode 0600) keeps the owner and the group's right to read. A symbolic link is followed.
 *
 * @param change returns the new keys and a result; without side effects, since it is called again if the lock was lost
 * @throws KeyFileMissingError unless `createIfMissing`
 * @throws KeyFileError when the change cannot be made, including when the present file is not valid, which is never
 * overwritten; and whatever `change` throws, changing nothing
 */
export async function changeKeyFile<T>(
  path: string,
  change: (keys: KeyRecords) => { readonly keys: KeyRecords; readonly result: T },
  { createIfMissing = false, staleAfterMs = 3_000 }: ChangeOptions = {},
): Promise<T> {
  try {
    if (createIfMissing) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const target = await followed(path, createIfMissing);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const next = await takeLock(target, staleAfterMs);
      try {
        const present = await readKeyFile(target).catch((error: unknown) => {
          if (createIfMissing && error instanceof KeyFileMissingError) return [];
          throw error;
        });
        const { keys, result } = change(present);
        const text = serializeKeyFile(keys);
        if (keys.length > present.length) checkRoom(path, text);
        if (await commit(next, target, text)) return result;
      } finally {
        await rm(next, { force: true });
      }
    }
    throw notWritten(path, `the lock of ${target} was lost again and again; the volume is too slow`);
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    const advice = isFull ? 'Make room' : 'Set KEYS_FILE to where this user may write';
    throw notWritten(path, `${reasonOf(error)}. ${advice}`);
  }
}

function notWritten(path: string, reason: string): KeyFileError {
  return new KeyFileError(`The key file ${path} cannot be written: ${reason}.`);
}

/** The actual or future location of the file. */
async function followed(path: string, mayBeMissing: boolean): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    if (!mayBeMissing) throw new KeyFileMissingError(path);
    return join(await realpath(dirname(path)), basename(path));
  }
}

/** @returns a file that nobody else writes. Renaming or removing it frees the lock; if it is gone, the lock was lost. */
async function takeLock(path: string, staleAfterMs: number): Promise<string> {
  const mine = `${path}.lock-${randomUUID()}`;
  const holders = async (): Promise<string[]> =>
    (await readdir(dirname(path))).filter((name) => name.startsWith(`${basename(path)}.lock-`));
  const startedAt = performance.now();
  let holder: string | undefined;
  let heldSince = startedAt;
  while (performance.now() - startedAt < GIVE_UP_AFTER_MS) {
    const [found] = await holders();
    if (found === undefined) {
      await writeFile(mine, '', { flag: 'wx', mode: 0o600 });
      if ((await holders()).join() === basename(mine)) return mine;
      await rm(mine, { force: true });
    } else if (found !== holder) {
      holder = found;
      heldSince = performance.now();
    } else if (performance.now() - heldSince >= staleAfterMs) {
      await rm(join(dirname(path), found), { force: true });
    }
    await pause(5 + Math.random() * 20);
  }
  throw notWritten(path, `others kept it locked for ${GIVE_UP_AFTER_MS / 1000} s (see ${path}.lock-*)`);
}

/**
 * False if the lock was lost and nothing has been changed.
 *
 * Not with write-file-atomic, which takes a short write for a complete one (a full disk then leaves a truncated key
 * file), and does not make sure that the rename is on disk.
 */
async function commit(next: string, target: string, text: string): Promise<boolean> {
  try {
    // A service that runs as another user must not lose access because an administrator changed the file.
    const old = await stat(target).catch(() => stat(dirname(target)));
    if (process.getuid?.() === 0) await chown(next, old.uid, old.gid);
    else if (old.isFile() && (await stat(next)).uid !== old.uid) {
      throw notWritten(target, `it belongs to user ${old.uid}; run this command as that user or as root`);
    }
    if (old.isFile()) await chmod(next, 0o600 | (old.mode & GROUP_READ));
    await synced(next, 'r+', (handle) => handle.writeFile(text));
    await rename(next, target);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
  await synced(dirname(target), 'r');
  return true;
}

/** Makes sure that a file or a directory is on disk, after `write`. */
async function synced(
  path: string,
  flags: string,
  write?: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await open(path, flags);
  try {
    await write?.(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
