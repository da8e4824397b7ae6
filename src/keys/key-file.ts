import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { KeyFileError, KeyFileMissingError, notAKeyFile, unreadable } from './key-file-errors.js';
import { systemCode } from './system-error.js';

const MAX_MIB = 32;
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

/**
 * The status of a key at `nowMs`. Revoked wins over expired, and a key with a revocation time is revoked whatever that
 * time is, because the clocks of machines differ.
 */
export function statusOf(key: KeyRecord, nowMs: number): 'active' | 'expired' | 'revoked' {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && nowMs >= Date.parse(key.expires_at) ? 'expired' : 'active';
}

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
    // Without O_NONBLOCK, opening a named pipe would wait for its writer forever.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw notAKeyFile(path, 'it is not a regular file');
      if (stats.size > MAX_MIB * 2 ** 20) throw notAKeyFile(path, `it is larger than ${MAX_MIB} MiB`);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof KeyFileError) throw error;
    throw systemCode(error) === 'ENOENT' ? new KeyFileMissingError(path, error) : unreadable(path, error);
  }
}

/**
 * Parses the bytes of a key file; `path` is for error messages.
 *
 * @throws KeyFileError when they are not exactly a key file
 */
export function parseKeyFile(path: string, bytes: Buffer): KeyRecords {
  const text = bytes.toString('utf8');
  if (text.trim() === '') throw notAKeyFile(path, 'it is empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the file.
    throw notAKeyFile(path, 'it is not valid JSON');
  }
  const parsed = keyFileSchema.safeParse(value);
  if (parsed.success) return parsed.data.keys;
  const issues = parsed.error.issues.slice(0, 3).map((issue) => {
    return `${issue.path.length === 0 ? 'the file' : issue.path.join('.')}: ${issue.message}`;
  });
  throw notAKeyFile(path, `it is not a key file of version 1 (${issues.join('; ')})`);
}

/**
 * The text of a key file, ending in a line feed.
 *
 * @throws ZodError when the content would not be readable again (for example two equal ids)
 */
export function serializeKeyFile(keys: KeyRecords): string {
  return `${JSON.stringify(keyFileSchema.parse({ version: 1, keys }), null, 2)}\n`;
}
