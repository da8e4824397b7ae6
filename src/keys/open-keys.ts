import { KeyFileMissingError } from './key-file-errors.js';
import { createEmptyKeyFile, type IssuedKey, issueFirstKey } from './key-operations.js';
import { KeyStore, type KeyStoreOptions } from './key-store.js';

/** An open key store, and the key that was issued because this is the first start. */
export interface OpenedKeys {
  readonly store: KeyStore;
  /** Present once in the life of an installation; its token is shown now or never. */
  readonly firstKey: IssuedKey | null;
}

const FIRST_HOLDER = 'first start';

/**
 * Opens the key file. Where there is none yet, one is made: with a first key when `issueFirst` (a first look on one
 * machine), else empty, so that the service starts and an operator can issue keys.
 *
 * @throws KeyFileError when the file cannot be used or made.
 */
export async function openKeys(
  path: string,
  issueFirst: boolean,
  options: KeyStoreOptions,
): Promise<OpenedKeys> {
  try {
    return { store: await KeyStore.open(path, options), firstKey: null };
  } catch (error) {
    if (!(error instanceof KeyFileMissingError)) throw error;
  }
  const firstKey = issueFirst ? await issueFirstKey(path, FIRST_HOLDER, new Date()) : null;
  if (!issueFirst) await createEmptyKeyFile(path);
  return { store: await KeyStore.open(path, options), firstKey };
}
