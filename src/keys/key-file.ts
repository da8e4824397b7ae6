import { chmod, chown, mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getSystemErrorMap } from 'node:util';
import { z } from 'zod';
import { OperatorError, systemCode } from '../ops/logged-errors.js';

const utcTime = z.iso.datetime();

/** Who a key is for: one line, trimmed, without control or invisible formatting characters. */
export const holderSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'must not contain control characters or line breaks');

const keyRecordSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  holder: holderSchema,
  token_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  issued_at: utcTime,
  expires_at: utcTime.nullable(),
  revoked_at: utcTime.nullable(),
  /** The id of the key that replaces this one. */
  replaced_by: z.string().optional(),
});

/** One key as stored in the file: times in UTC (ISO 8601), never the token. */
export type KeyRecord = z.infer<typeof keyRecordSchema>;

const keyFileSchema = z.strictObject({
  version: z.literal(1),
  keys: z
    .array(keyRecordSchema)
    .refine(
      (keys) => new Set(keys.flatMap((key) => [key.id, key.token_sha256])).size === 2 * keys.length,
      'two keys have the same id or the same token_sha256',
    ),
});

/** Messages name the file and say what to do; they never quote its content. */
function unusable(
  path: string,
  reason: string,
  advice = 'Repair it or restore it from a backup.',
): OperatorError {
  return new OperatorError(`The key file ${path} cannot be used: ${reason}. ${advice}`);
}

function notWritten(path: string, reason: string): OperatorError {
  return new OperatorError(`The key file ${path} cannot be written: ${reason}.`);
}

/** The system's text for its error (`no space left on device`); undefined for any other error. */
function systemReason(error: unknown): string | undefined {
  const isSystems = error instanceof Error && 'errno' in error && typeof error.errno === 'number';
  return isSystems ? getSystemErrorMap().get(Number(error.errno))?.[1] : undefined;
}

/** Whether there is no key file. A file that cannot be inspected is not missing, so its keys are kept. */
export async function isMissing(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error: unknown) => systemCode(error) === 'ENOENT',
  );
}

/** Reads the key file. @throws OperatorError if it cannot be read or is not exactly a key file. */
export async function readKeyFile(path: string): Promise<readonly KeyRecord[]> {
  return parseKeyFile(path, await readKeyBytes(path));
}

/** The key file's bytes; equal bytes hold the same keys. @throws OperatorError if they cannot be read. */
export async function readKeyBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    const advice = 'Issue a key to create it, let this user read it, or set KEYS_FILE to where it is.';
    throw unusable(path, reason, advice);
  }
}

/** Parses the bytes of the key file. @throws OperatorError when they are not exactly a key file. */
export function parseKeyFile(path: string, bytes: Buffer): readonly KeyRecord[] {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    // The parser's own message quotes the file.
    throw unusable(path, 'it is not valid JSON');
  }
  const parsed = keyFileSchema.safeParse(value);
  if (parsed.success) return parsed.data.keys;
  const issues = parsed.error.issues.slice(0, 3).map((issue) => {
    return `${issue.path.length === 0 ? 'the file' : issue.path.join('.')}: ${issue.message}`;
  });
  throw unusable(path, `it is not a key file of version 1 (${issues.join('; ')})`);
}

/** The text of a key file. @throws ZodError if it could not be read again (for example two equal ids). */
export function serializeKeyFile(keys: readonly KeyRecord[]): string {
  return `${JSON.stringify(keyFileSchema.parse({ version: 1, keys }), null, 2)}\n`;
}

/**
 * Changes the key file under a lock that all processes and machines on the volume share: `<key file>.lock`, a
 * file that only one can create. The new content is written into the lock file. Renaming that over the key
 * file commits the change and frees the lock. Readers, also after a crash, see either the old content or the
 * new. The change is on disk on return.
 *
 * The new file (mode 0600) keeps the owner and the group's right to read; a symbolic link is followed. A
 * missing file starts without keys, in a directory of mode 0700. An invalid file is never overwritten.
 * @param change edits the keys in place. If it throws, nothing is changed.
 * @throws OperatorError, or what `change` throws.
 */
export async function changeKeyFile<T>(path: string, change: (keys: KeyRecord[]) => T): Promise<T> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const target = await realpath(path).catch(() => path);
    const lock = await takeLock(target);
    let result: T;
    try {
      const keys = (await isMissing(target)) ? [] : [...(await readKeyFile(target))];
      result = change(keys);
      await fill(lock, target, serializeKeyFile(keys));
      await rename(lock, target);
    } catch (error) {
      await rm(lock, { force: true });
      throw error;
    }
    // Puts the rename on disk, too.
    const directory = await open(dirname(target));
    await directory.sync().finally(() => directory.close());
    return result;
  } catch (error) {
    const reason = systemReason(error);
    if (reason === undefined) throw error;
    throw notWritten(path, `${reason}. Make room, or set KEYS_FILE to where this user may write`);
  }
}

const GIVE_UP_AFTER_MS = 10_000;

/** @returns the file that is the lock: renaming or removing it frees the lock. */
async function takeLock(path: string): Promise<string> {
  const lock = `${path}.lock`;
  const startedAt = performance.now();
  for (;;) {
    try {
      await writeFile(lock, '', { flag: 'wx', mode: 0o600 });
      return lock;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
    if (performance.now() - startedAt > GIVE_UP_AFTER_MS) {
      throw notWritten(path, `${lock} is there. If no other command is changing the keys, remove that file`);
    }
    await pause(5 + Math.random() * 20);
  }
}

/** Writes the new content into `next`, with the owner and the permissions of the current file. */
async function fill(next: string, target: string, text: string): Promise<void> {
  // A service that runs as another user must not lose access because an administrator changed the file.
  const old = await stat(target).catch(() => stat(dirname(target)));
  const user = process.getuid?.();
  if (user === 0 || (old.isFile() && user !== old.uid)) await chown(next, old.uid, old.gid);
  if (old.isFile()) await chmod(next, 0o600 | (old.mode & 0o040));
  // Not with write-file-atomic: a full disk leaves a truncated key file, since it takes a short write for a
  // complete one. It also does not ensure that the rename is on disk.
  await writeFile(next, text, { flag: 'r+', flush: true });
}
