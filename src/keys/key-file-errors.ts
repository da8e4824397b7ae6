import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from './system-error.js';

/** Any problem with the key file. The message names the file and says what to do; it never quotes content. */
export class KeyFileError extends Error {
  override readonly name: string = 'KeyFileError';
}

/** There is no key file at the path, or the directory does not exist. */
export class KeyFileMissingError extends KeyFileError {
  override readonly name = 'KeyFileMissingError';

  constructor(path: string, cause: unknown) {
    const directory = dirname(path);
    const what = existsSync(directory)
      ? `There is no key file ${path}.`
      : `The directory ${directory} of the key file does not exist.`;
    super(`${what} Issue a key to create it, or set KEYS_FILE to where it is.`, { cause });
  }
}

/** The path holds something that is not a valid key file. It is left unchanged. */
export function notAKeyFile(path: string, reason: string): KeyFileError {
  const advice = 'Repair it or restore it from a backup.';
  return new KeyFileError(`The key file ${path} cannot be used: ${reason}. ${advice}`);
}

/** The system does not allow reading the key file. */
export function unreadable(path: string, cause: unknown): KeyFileError {
  const advice = 'Let the user of this process read it, or set KEYS_FILE to where it is.';
  return new KeyFileError(`The key file ${path} cannot be used: ${reasonOf(cause)}. ${advice}`, { cause });
}

/** The key file could not be changed and is as before. `cause` is the system's error, if there is one. */
export function notWritten(path: string, reason: string, cause?: unknown): KeyFileError {
  return new KeyFileError(`The key file ${path} cannot be written: ${reason}.`, { cause });
}
