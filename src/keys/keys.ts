import { OperatorError } from '../ops/logged-errors.js';
import { changeKeyFile, isMissing, type KeyRecord, readKeyFile } from './key-file.js';
import { hashToken, issueToken, randomBase62 } from './token.js';

/** A new key with its token, which is stored nowhere: show it once, never store or log it. */
export interface IssuedKey {
  readonly key: KeyRecord;
  readonly token: string;
}

/**
 * The status of a key at `nowMs`. Revoked wins over expired. A key with any revocation time is revoked,
 * because the clocks of machines differ.
 */
export function statusOf(key: KeyRecord, nowMs: number): 'active' | 'expired' | 'revoked' {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && nowMs >= Date.parse(key.expires_at) ? 'expired' : 'active';
}

/** Issues a key; the file and its directory are created if absent. Throws what `changeKeyFile` throws. */
export async function issueKey(
  path: string,
  holder: string,
  expiresAt: Date | null,
  now: Date,
): Promise<IssuedKey> {
  const issued = newKey(holder, expiresAt, now);
  await changeKeyFile(path, (keys) => keys.push(issued.key));
  return issued;
}

/**
 * Creates a missing key file, so that the service starts. With `issueFirst` it holds a first key, which is
 * returned only once per installation, however many processes start at once. @throws OperatorError
 */
export async function createMissingKeyFile(path: string, issueFirst: boolean): Promise<IssuedKey | null> {
  if (!(await isMissing(path))) return null;
  return changeKeyFile(path, (keys) => {
    if (!issueFirst || keys.length > 0) return null;
    const first = newKey('first start', null, new Date());
    keys.push(first.key);
    return first;
  });
}

/** Revokes a key; an earlier revocation time stays. @throws OperatorError, such as for an unknown key */
export async function revokeKey(path: string, id: string, now: Date): Promise<KeyRecord> {
  return changeKey(path, id, (key) => {
    key.revoked_at ??= now.toISOString();
    return key;
  });
}

/**
 * Issues a new key for the holder of an old one, which expires after the overlap, but never later than
 * before. Without `expiresAt` the new key gets the old one's lifetime. @throws like {@link revokeKey}, and
 * for a key that was already replaced
 */
export async function replaceKey(
  path: string,
  id: string,
  overlapMs: number,
  expiresAt: Date | undefined,
  now: Date,
): Promise<IssuedKey & { readonly replaced: KeyRecord }> {
  return changeKey(path, id, (old, keys) => {
    if (old.replaced_by !== undefined)
      throw new OperatorError(`The key "${id}" was replaced by "${old.replaced_by}". Replace that one.`);
    const issued = newKey(old.holder, expiresAt ?? renewedExpiry(old, now), now);
    const overlapEnd = now.getTime() + overlapMs;
    if (old.expires_at === null || overlapEnd < Date.parse(old.expires_at))
      old.expires_at = new Date(overlapEnd).toISOString();
    old.replaced_by = issued.key.id;
    keys.push(issued.key);
    return { ...issued, replaced: old };
  });
}

function newKey(holder: string, expiresAt: Date | null, now: Date): IssuedKey {
  const token = issueToken();
  const key = {
    id: `key_${randomBase62(12)}`,
    holder,
    token_sha256: hashToken(token),
    issued_at: now.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    revoked_at: null,
  };
  return { key, token };
}

/** {@link changeKeyFile} for an existing key. Does not create a missing file or its directory. */
async function changeKey<T>(
  path: string,
  id: string,
  change: (key: KeyRecord, keys: KeyRecord[]) => T,
): Promise<T> {
  await readKeyFile(path);
  return changeKeyFile(path, (keys) => {
    const key = keys.find((candidate) => candidate.id === id);
    if (key !== undefined) return change(key, keys);
    throw new OperatorError(`There is no key "${id}" in ${path}. List the keys to see their ids.`);
  });
}

/** The last time that the key file can contain: years have four digits. */
const LATEST_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z');

function renewedExpiry({ issued_at, expires_at }: KeyRecord, now: Date): Date | null {
  if (expires_at === null) return null;
  const lifetimeMs = Math.max(0, Date.parse(expires_at) - Date.parse(issued_at));
  return new Date(Math.min(now.getTime() + lifetimeMs, LATEST_TIME_MS));
}
