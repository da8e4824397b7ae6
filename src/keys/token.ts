import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Prefix of every token issued today. */
export const LIVE_PREFIX = 'svc_live_';
/** Prefix of the tokens of a future sandbox; none is issued today. */
export const TEST_PREFIX = 'svc_test_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const LIVE_TOKEN = new RegExp(`^${LIVE_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Length of a whole token in characters, including the prefix. */
export const TOKEN_LENGTH = LIVE_PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;

/** What a token looks like, in words. */
export const TOKEN_FORM = `${LIVE_PREFIX} and ${RANDOM_LENGTH + CHECKSUM_LENGTH} letters and digits`;

/**
 * What a token shows by itself, without knowing which tokens exist.
 *
 * `live` well formed, with the right checksum; `test` for the sandbox, which does not exist yet; `wrong_shape` does not
 * have the form of a token; `wrong_checksum` has the right form, but was mistyped or invented.
 */
export type TokenShape = 'live' | 'test' | 'wrong_shape' | 'wrong_checksum';

/**
 * A new live token: the prefix, 32 random base62 characters (190 bits), and 6 base62 characters of CRC-32 over
 * everything before them. Show it once and never store or log it: store its `hashToken`.
 */
export function issueToken(): string {
  return withChecksum(LIVE_PREFIX + randomBase62(RANDOM_LENGTH));
}

/** Classifies a presented token, of any length. */
export function tokenShape(token: string): TokenShape {
  if (token.startsWith(TEST_PREFIX)) return 'test';
  if (!LIVE_TOKEN.test(token)) return 'wrong_shape';
  return token === withChecksum(token.slice(0, -CHECKSUM_LENGTH)) ? 'live' : 'wrong_checksum';
}

/** SHA-256 of a token as 64 lower-case hex digits: the only form in which a token is ever stored. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Random characters from 0-9, A-Z and a-z, each equally likely, from the system's secure generator. */
export function randomBase62(length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += BASE62.charAt(randomInt(BASE62.length));
  return text;
}

function withChecksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return body + digits;
}
