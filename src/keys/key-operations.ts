import type { KeyFile, KeyRecord } from './key-file.js';
import { readKeyFile } from './key-file.js';
import { changeKeyFile } from './key-file-change.js';
import { KeyFileError } from './key-file-errors.js';
import { LATEST_TIME_MS } from './times.js';
import { hashToken, issueToken, randomBase62 } from './token.js';

/** A new key with its token, which exists nowhere else: show it once, never store or log it. */
export interface IssuedKey {
  readonly key: KeyRecord;
  readonly token: string;
}

/** What `replaceKey` did: the new key, and the old one as it is now. */
export interface ReplacedKey extends IssuedKey {
  readonly replaced: KeyRecord;
}

/** Issues a key; the file and its directory are created when absent. Throws what `changeKeyFile` throws. */
export async function issueKey(
  path: string,
  holder: string,
  expiresAt: Date | null,
  now: Date,
): Promise<IssuedKey> {
  const issued = newKey(holder, expiresAt?.toISOString() ?? null, now);
  return changeKeyFile(path, (file) => ({ file: withKey(file, issued.key), result: issued }), {
    createIfMissing: true,
  });
}

/** Issues a key without expiry unless there are keys already; null then. Of several callers at once, one gets a key. */
export async function issueFirstKey(path: string, holder: string, now: Date): Promise<IssuedKey | null> {
  const issued = newKey(holder, null, now);
  return changeKeyFile<IssuedKey | null>(
    path,
    (file) =>
      file.keys.length > 0 ? { file, result: null } : { file: withKey(file, issued.key), result: issued },
    { createIfMissing: true },
  );
}

/** Makes a key file without keys where there is none. Throws what `changeKeyFile` throws. */
export async function createEmptyKeyFile(path: string): Promise<void> {
  await changeKeyFile(path, (file) => ({ file, result: undefined }), { createIfMissing: true });
}

/** All keys, oldest first. Throws what `readKeyFile` throws. */
export async function listKeys(path: string): Promise<readonly KeyRecord[]> {
  return (await readKeyFile(path)).keys;
}

/**
 * Revokes a key for good. One that is revoked already keeps its first revocation time.
 *
 * @throws KeyFileError when there is no such key, and what `changeKeyFile` throws
 */
export async function revokeKey(path: string, id: string, now: Date): Promise<KeyRecord> {
  return changeKeyFile(path, (file) => {
    const old = findKey(path, file, id);
    const revoked = { ...old, revoked_at: old.revoked_at ?? now.toISOString() };
    return { file: withUpdate(file, revoked), result: revoked };
  });
}

/**
 * Issues a new key for the holder of an old one, which expires after the overlap and never later than it would have.
 * A revoked key stays revoked.
 *
 * @param expiresAt of the new key; undefined gives it the lifetime for which the old one was issued
 * @throws KeyFileError when there is no such key, and what `changeKeyFile` throws
 */
export async function replaceKey(
  path: string,
  id: string,
  overlapMs: number,
  expiresAt: Date | undefined,
  now: Date,
): Promise<ReplacedKey> {
  return changeKeyFile(path, (file) => {
    const old = findKey(path, file, id);
    const issued = newKey(old.holder, expiresAt?.toISOString() ?? renewedExpiry(old, now), now);
    const oldEndMs = Math.min(now.getTime() + overlapMs, expiryMs(old));
    const replaced = { ...old, expires_at: new Date(oldEndMs).toISOString() };
    return { file: withKey(withUpdate(file, replaced), issued.key), result: { ...issued, replaced } };
  });
}

function newKey(holder: string, expiresAt: string | null, now: Date): IssuedKey {
  const token = issueToken();
  const key = {
    id: `key_${randomBase62(12)}`,
    holder,
    token_sha256: hashToken(token),
    issued_at: now.toISOString(),
    expires_at: expiresAt,
    revoked_at: null,
  };
  return { key, token };
}

function findKey(path: string, file: KeyFile, id: string): KeyRecord {
  const key = file.keys.find((candidate) => candidate.id === id);
  if (key === undefined) {
    throw new KeyFileError(`There is no key "${id}" in ${path}. List the keys to see their ids.`);
  }
  return key;
}

function withKey(file: KeyFile, key: KeyRecord): KeyFile {
  return { ...file, keys: [...file.keys, key] };
}

function withUpdate(file: KeyFile, key: KeyRecord): KeyFile {
  return { ...file, keys: file.keys.map((other) => (other.id === key.id ? key : other)) };
}

function expiryMs(key: KeyRecord): number {
  return key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at);
}

function renewedExpiry(old: KeyRecord, now: Date): string | null {
  if (old.expires_at === null) return null;
  const lifetimeMs = Math.max(0, expiryMs(old) - Date.parse(old.issued_at));
  return new Date(Math.min(now.getTime() + lifetimeMs, LATEST_TIME_MS)).toISOString();
}
