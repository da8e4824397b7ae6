import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Anything that is wrong with the key file. The message names the file and says what to do; it never quotes content. */
export class KeyFileError extends Error {
  override readonly name: string = 'KeyFileError';
}

/** There is no key file at the path, or not even its directory. */
export class KeyFileMissingError extends KeyFileError {
  override readonly name = 'KeyFileMissingError';

  constructor(path: string, options?: ErrorOptions) {
    const directory = dirname(path);
    const what = existsSync(directory)
      ? `There is no key file ${path}.`
      : `The directory ${directory} of the key file does not exist.`;
    super(`${what} Issue a key to create it, or set KEYS_FILE to where it is.`, options);
  }
}

/** There is something at the path, but it cannot be read or is no valid key file. It is left as it is. */
export class KeyFileUnusableError extends KeyFileError {
  override readonly name = 'KeyFileUnusableError';

  /** Options with a `cause` mean that the system does not let the file be read, none that its content is wrong. */
  constructor(path: string, reason: string, options?: ErrorOptions) {
    const advice =
      options?.cause === undefined
        ? 'Repair it or restore it from a backup.'
        : 'Let the user of this process read it, or set KEYS_FILE to where it is.';
    super(`The key file ${path} cannot be used: ${reason}. ${advice}`, options);
  }
}

/** The key file could not be changed; it is as it was before. */
export class KeyFileWriteError extends KeyFileError {
  override readonly name = 'KeyFileWriteError';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`The key file ${path} cannot be written: ${reason}.`, options);
  }

  /** Because of what the system says. */
  static of(path: string, error: unknown): KeyFileWriteError {
    const reason = reasonOf(error);
    const advice = reason === FULL ? 'Make room' : 'Set KEYS_FILE to where this user may write';
    return new KeyFileWriteError(path, `${reason}. ${advice}`, { cause: error });
  }
}

const FULL = 'the disk is full';
const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', FULL],
  ['EDQUOT', FULL],
  ['ENOENT', 'no file can be made there'],
  ['ENOTDIR', 'a part of the path is not a directory'],
  ['EEXIST', 'a part of the path is not a directory'],
  ['EPIPE', 'nobody reads it'],
  ['ELOOP', 'its symbolic links run in a circle'],
]);

/** The code of a system error (`ENOENT`), or undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** An error in words, to follow a colon. */
export function reasonOf(error: unknown): string {
  const code = systemCode(error);
  if (code !== undefined) return REASONS.get(code) ?? `the system reports ${code}`;
  return error instanceof Error ? error.message : String(error);
}
