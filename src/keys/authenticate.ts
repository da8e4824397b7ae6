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

const MISSING = refusal(
  'unauthenticated',
  'The Authorization header is missing. Send your API key as "Authorization: Bearer <API_KEY>".',
);
const MALFORMED = refusal(
  'unauthenticated',
  'The Authorization header must read "Bearer <API_KEY>": the word Bearer, a space, and one API key.',
);
const UNKNOWN = refusal(
  'invalid_token',
  'The API key was not issued by this service. Check that it belongs to this address, or ask the operator for a key.',
);
const BY_SHAPE = {
  test: refusal(
    'invalid_token',
    `Keys that start with ${TEST_PREFIX} belong to a sandbox and are not issued today. Use a key that starts with ${LIVE_PREFIX}.`,
  ),
  wrong_shape: refusal(
    'invalid_token',
    `The API key does not have the form of a key: ${TOKEN_FORM}. Check that you copied all of it.`,
  ),
  wrong_checksum: refusal(
    'invalid_token',
    'The API key is mistyped. Copy it again from where it was issued.',
  ),
};

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
  if (header === undefined || header === '') return MISSING;
  const token = bearerToken(header);
  if (token === undefined) return MALFORMED;
  const shape = tokenShape(token);
  if (shape !== 'live') return BY_SHAPE[shape];
  const key = keysByHash.get(hashToken(token));
  if (key === undefined) return UNKNOWN;
  switch (statusOf(key, nowMs)) {
    case 'active':
      return { ok: true, keyId: key.id };
    case 'revoked': {
      const message = 'The API key has been revoked. Ask the service operator for a new one.';
      return refusal('revoked_token', message, key.id);
    }
    case 'expired': {
      const message = 'The API key has expired. Ask the service operator for a new one.';
      return refusal('expired_token', message, key.id);
    }
  }
}

/** True for a well-formed token that matches no key in force: it may have been issued since the key file was read. */
export function mayBeNew(authentication: Authentication): boolean {
  return authentication === UNKNOWN;
}

/** The keys of a file, ready for `authenticate`. */
export function indexKeys(keys: KeyRecords): KeysByHash {
  return new Map(keys.map((key) => [key.token_sha256, key]));
}

/** The single token after the scheme and one or more spaces (RFC 6750, 2.1), or undefined for any other header. */
function bearerToken(header: string): string | undefined {
  const [, token] = /^bearer +([^ \t]+)$/i.exec(header) ?? [];
  return token;
}

function refusal(code: AuthenticationCode, message: string, keyId: string | null = null): Authentication {
  return { ok: false, code, message, keyId };
}
