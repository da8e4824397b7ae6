import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from './system-error.js';

/** Anything that is wrong with the key file. The message names the file and says what to do; it never quotes content. */
export class KeyFileError extends Error {
  override readonly name: string = 'KeyFileError';
}

/** There is no key file at the path, or not even its directory. */
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

/** What is at the path is no valid key file. It is left as it is. */
export function notAKeyFile(path: string, reason: string): KeyFileError {
  const advice = 'Repair it or restore it from a backup.';
  return new KeyFileError(`The key file ${path} cannot be used: ${reason}. ${advice}`);
}

/** The system does not let the key file be read. */
export function unreadable(path: string, cause: unknown): KeyFileError {
  const advice = 'Let the user of this process read it, or set KEYS_FILE to where it is.';
  return new KeyFileError(`The key file ${path} cannot be used: ${reasonOf(cause)}. ${advice}`, { cause });
}

/** The key file could not be changed; it is as it was before. `cause` is what the system says, where it is to blame. */
export function notWritten(path: string, reason: string, cause?: unknown): KeyFileError {
  return new KeyFileError(`The key file ${path} cannot be written: ${reason}.`, { cause });
}
