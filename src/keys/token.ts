import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Prefix of every token; `svc_test_` is kept for a future sandbox. */
const PREFIX = 'svc_live_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * A new token: the prefix, 32 random base62 characters (190 bits), and 6 base62 characters of CRC-32 over the
 * text before. Show it once and never store or log it: store its `hashToken`.
 */
export function issueToken(): string {
  return withChecksum(PREFIX + randomBase62(RANDOM_LENGTH));
}

/** Whether a text has the form and the checksum of a token; a cut or mistyped token does not. */
export function isToken(text: string): boolean {
  return FORM.test(text) && text === withChecksum(text.slice(0, -CHECKSUM_LENGTH));
}

/** SHA-256 of a token as 64 lower-case hex digits: the only form in which a token is ever stored. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Random characters from 0-9, A-Z and a-z, each equally likely, from the system's secure generator. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(BASE62.length))).join('');
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
