import { type KeyRecord, type KeyRecords, statusOf } from './key-file.js';
import { hashToken, LIVE_PREFIX, TEST_PREFIX, TOKEN_FORM, tokenShape } from './token.js';

/** Keys by the SHA-256 of their token (64 lower-case hex digits). */
export type KeysByHash = ReadonlyMap<string, KeyRecord>;

/** The reasons why authentication fails; the first two are answered with 401, the others with 403. */
export type AuthenticationCode = 'unauthenticated' | 'invalid_token' | 'expired_token' | 'revoked_token';

/** The caller, or why the caller is not known. `message` is safe to show the caller and never repeats the header. */
export type Authentication =
  | { readonly ok: true; readonly keyId: string }
  | {
      readonly ok: false;
      readonly code: AuthenticationCode;
      readonly message: string;
      /** The key's id if it is known (expired, revoked), for logs and metrics. */
      readonly keyId: string | null;
    };

const MISSING =
  'The Authorization header is missing. Send your API key as "Authorization: Bearer <API_KEY>".';
const MALFORMED =
  'The Authorization header must read "Bearer <API_KEY>": the word Bearer, a space, and one API key.';
const BY_SHAPE = {
  test: `Keys that start with ${TEST_PREFIX} belong to a sandbox and are not issued today. Use a key that starts with ${LIVE_PREFIX}.`,
  wrong_shape: `The API key does not have the form of a key: ${TOKEN_FORM}. Check that you copied all of it.`,
  wrong_checksum: 'The API key is mistyped. Copy it again from where it was issued.',
};
const UNKNOWN = refusal(
  'invalid_token',
  'The API key was not issued by this service. Check that it belongs to this address, or ask the operator for a key.',
);

/**
 * Decides who sends a request.
 *
 * @param header the Authorization header as received, undefined if there is none
 * @param nowMs the time of the request, milliseconds since the epoch
 */
export function authenticate(
  header: string | undefined,
  keysByHash: KeysByHash,
  nowMs: number,
): Authentication {
  if (header === undefined || header === '') return refusal('unauthenticated', MISSING);
  // One token after the scheme and one or more spaces (RFC 6750, 2.1).
  const [, token] = /^bearer +([^ \t]+)$/i.exec(header) ?? [];
  if (token === undefined) return refusal('unauthenticated', MALFORMED);
  const shape = tokenShape(token);
  if (shape !== 'live') return refusal('invalid_token', BY_SHAPE[shape]);
  const key = keysByHash.get(hashToken(token));
  if (key === undefined) return UNKNOWN;
  const status = statusOf(key, nowMs);
  if (status === 'active') return { ok: true, keyId: key.id };
  const message = `The API key has ${status === 'revoked' ? 'been revoked' : 'expired'}. Ask the service operator for a new one.`;
  return refusal(`${status}_token`, message, key.id);
}

/** True for a well-formed token that matches no key in force: it may have been issued since the key file was read. */
export function mayBeNew(authentication: Authentication): boolean {
  return authentication === UNKNOWN;
}

/** The keys of a file, ready for `authenticate`. */
export function indexKeys(keys: KeyRecords): KeysByHash {
  return new Map(keys.map((key) => [key.token_sha256, key]));
}

function refusal(code: AuthenticationCode, message: string, keyId: string | null = null): Authentication {
  return { ok: false, code, message, keyId };
}
