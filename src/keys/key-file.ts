import { open } from 'node:fs/promises';
import { z } from 'zod';
import { reasonOf, systemCode } from './system-error.js';

const MIB = 1024 * 1024;
/** A larger file is not a key file. */
const MOST_BYTES = 64 * MIB;
/** No key is added above this: what revocations add to such a file is far less than the rest. */
const MOST_BYTES_WITH_A_NEW_KEY: number = 32 * MIB;

const utcTime = z.iso.datetime();

/** Maximum length of a holder's name, in characters. */
export const MAX_HOLDER_LENGTH = 200;

/** Who a key is for: on one line, no control or invisible formatting characters, trimmed. */
export const holderSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_HOLDER_LENGTH)
  .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'must not contain control characters or line breaks');

const keyRecordSchema = z
  .strictObject({
    id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    holder: holderSchema,
    token_sha256: z.string().regex(/^[0-9a-f]{64}$/),
    issued_at: utcTime,
    expires_at: utcTime.nullable(),
    revoked_at: utcTime.nullable(),
  })
  .readonly();

/** One key as stored in the file: times in UTC (ISO 8601), never the token. */
export type KeyRecord = z.infer<typeof keyRecordSchema>;

/** The whole content of the key file, in the order in which keys were issued. */
export type KeyRecords = readonly KeyRecord[];

const keyFileSchema = z.strictObject({
  version: z.literal(1),
  keys: z
    .array(keyRecordSchema)
    .refine(areDifferentIn('id'), 'two keys have the same id')
    .refine(areDifferentIn('token_sha256'), 'two keys have the same token_sha256'),
});

function areDifferentIn(field: 'id' | 'token_sha256') {
  return (keys: KeyRecords): boolean => new Set(keys.map((key) => key[field])).size === keys.length;
}

/**
 * The status of a key at `nowMs`. Revoked wins over expired, and a key with a revocation time is revoked whatever that
 * time is, because the clocks of machines differ.
 */
export function statusOf(key: KeyRecord, nowMs: number): 'active' | 'expired' | 'revoked' {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && nowMs >= Date.parse(key.expires_at) ? 'expired' : 'active';
}

/** Any problem with the key file. The message names the file and says what to do; it never quotes content. */
export class KeyFileError extends Error {
  override readonly name: string = 'KeyFileError';
}

/** There is no key file at the path. */
export class KeyFileMissingError extends KeyFileError {
  constructor(path: string) {
    super(`There is no key file ${path}. Issue a key to create it, or set KEYS_FILE to where it is.`);
  }
}

/** The path holds something that is not a valid key file. It is left unchanged. */
function unusable(
  path: string,
  reason: string,
  advice = 'Repair it or restore it from a backup.',
): KeyFileError {
  return new KeyFileError(`The key file ${path} cannot be used: ${reason}. ${advice}`);
}

/**
 * Reads and validates the key file.
 *
 * @throws KeyFileMissingError when there is no such file
 * @throws KeyFileError when it cannot be read or is not exactly a key file
 */
export async function readKeyFile(path: string): Promise<KeyRecords> {
  return parseKeyFile(path, await readKeyBytes(path));
}

/** The bytes of the key file for {@link parseKeyFile}; equal ones hold the same keys. Throws what `readKeyFile` throws. */
export async function readKeyBytes(path: string): Promise<Buffer> {
  try {
    const handle = await open(path);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw unusable(path, 'it is not a regular file');
      if (stats.size > MOST_BYTES) throw unusable(path, `it is larger than ${MOST_BYTES / MIB} MiB`);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof KeyFileError) throw error;
    if (systemCode(error) === 'ENOENT') throw new KeyFileMissingError(path);
    const advice = 'Let the user of this process read it, or set KEYS_FILE to where it is.';
    throw unusable(path, reasonOf(error), advice);
  }
}

/**
 * Parses the bytes of a key file; `path` is for error messages.
 *
 * @throws KeyFileError when they are not exactly a key file
 */
export function parseKeyFile(path: string, bytes: Buffer): KeyRecords {
  const text = bytes.toString('utf8');
  if (text.trim() === '') throw unusable(path, 'it is empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
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

/**
 * The text of a key file, ending in a line feed.
 *
 * @throws ZodError when the content would not be readable again (for example two equal ids)
 */
export function serializeKeyFile(keys: KeyRecords): string {
  return `${JSON.stringify(keyFileSchema.parse({ version: 1, keys }), null, 2)}\n`;
}

/** @throws KeyFileError when a file of this text has no room for the key that was just added to it. */
export function checkRoom(path: string, text: string): void {
  if (Buffer.byteLength(text) <= MOST_BYTES_WITH_A_NEW_KEY) return;
  const most = MOST_BYTES_WITH_A_NEW_KEY / MIB;
  throw new KeyFileError(
    `The key file ${path} would be larger than ${most} MiB, so no key was issued. Remove keys from it that ended long ago.`,
  );
}
