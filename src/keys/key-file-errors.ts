import { dirname } from 'node:path';

/** Anything that is wrong with the key file. The message names the file and says what to do; it never quotes content. */
export class KeyFileError extends Error {
  override readonly name: string = 'KeyFileError';
  readonly path: string;

  constructor(path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}

/** There is no key file at the path, or not even its directory. */
export class KeyFileMissingError extends KeyFileError {
  override readonly name = 'KeyFileMissingError';

  constructor(path: string, directoryMissing: boolean, options?: ErrorOptions) {
    const what = directoryMissing
      ? `The directory ${dirname(path)} of the key file does not exist.`
      : `There is no key file ${path}.`;
    super(path, `${what} Issue a key to create it, or set KEYS_FILE to where it is.`, options);
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
    super(path, `The key file ${path} cannot be used: ${reason}. ${advice}`, options);
  }
}

/** The key file could not be changed; it is as it was before. */
export class KeyFileWriteError extends KeyFileError {
  override readonly name = 'KeyFileWriteError';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(path, `The key file ${path} was not changed: ${reason}.`, options);
  }
}

/** The code of a system error (`ENOENT`), or undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A system error in words, to follow a colon. */
export function reasonOf(error: unknown): string {
  const code = systemCode(error);
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission is denied';
    case 'EROFS':
      return 'the file system is read-only';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    case 'ENOTDIR':
      return 'a part of the path is not a directory';
    case 'ELOOP':
      return 'its symbolic links run in a circle';
    default:
      return code === undefined ? String(error) : `the system reports ${code}`;
  }
}
