import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeKeyFile, type KeyRecord, readKeyFile, serializeKeyFile } from '../../src/keys/key-file.js';
import { hashToken, issueToken } from '../../src/keys/token.js';
import { ownFolder } from '../support/with-us.js';
import { ROOT } from '../support/yaml-files.js';

export const KEYS_CLI = join(ROOT, 'dist/src/keys/cli.js');

export const keyFile = (...keys: readonly KeyRecord[]) => keyFileOf(serializeKeyFile(keys));

export async function keyFileOf(text: string): Promise<string> {
  const path = join(ownFolder('keys'), 'keys.json');
  await writeFile(path, text);
  return path;
}

export function record(id: string, fields: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id,
    holder: 'State University',
    token_sha256: hashToken(id),
    issued_at: '2026-01-01T00:00:00.000Z',
    expires_at: null,
    revoked_at: null,
    ...fields,
  };
}

/** A key record with a valid token, and the header that a caller would send. */
export function hashedRecord(id: string, fields: Partial<KeyRecord> = {}) {
  const token = issueToken();
  return { key: record(id, { token_sha256: hashToken(token), ...fields }), header: `Bearer ${token}` };
}

/** Adds a key to a file, which is created if missing. */
export async function add(path: string, key: KeyRecord): Promise<void> {
  await changeKeyFile(path, (keys) => keys.push(key));
}

export async function idsIn(path: string): Promise<string[]> {
  return (await readKeyFile(path)).map((key) => key.id);
}
