import { describe, expect, test } from 'vitest';
import { authenticate, indexKeys } from '../../src/keys/authenticate.js';
import { hashToken, issueToken } from '../../src/keys/token.js';
import { record } from './support.js';

const EXPIRY = '2026-06-30T00:00:00.000Z';
const tokens = {
  good: issueToken(),
  ending: issueToken(),
  revoked: issueToken(),
  both: issueToken(),
  early: issueToken(),
};
const keys = indexKeys([
  record('good', { token_sha256: hashToken(tokens.good) }),
  record('ending', { token_sha256: hashToken(tokens.ending), expires_at: EXPIRY }),
  record('revoked', { token_sha256: hashToken(tokens.revoked), revoked_at: '2026-02-01T00:00:00.000Z' }),
  record('both', {
    token_sha256: hashToken(tokens.both),
    expires_at: '2026-01-02T00:00:00.000Z',
    revoked_at: '2026-02-01T00:00:00.000Z',
  }),
  record('early', { token_sha256: hashToken(tokens.early), revoked_at: '2027-01-01T00:00:00.000Z' }),
  record('sandbox', { token_sha256: hashToken('svc_test_0') }),
  record('homemade', { token_sha256: hashToken('secret') }),
]);
const now = Date.parse('2026-03-01T00:00:00.000Z');

function codeFor(header: string | undefined, at = now): string {
  const outcome = authenticate(header, keys, at);
  return outcome.ok ? outcome.keyId : outcome.code;
}

describe('a key in force', () => {
  test('names its id', () => {
    expect(authenticate(`Bearer ${tokens.good}`, keys, now)).toEqual({
      ok: true,
      keyId: 'good',
    });
  });

  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('is accepted with the scheme written %s', (scheme) => {
    expect(codeFor(`${scheme} ${tokens.good}`)).toBe('good');
  });

  test('is accepted after several spaces, as RFC 6750 allows', () => {
    expect(codeFor(`Bearer   ${tokens.good}`)).toBe('good');
  });
});

describe('a header that is not Bearer and one token is unauthenticated', () => {
  const malformed: readonly (readonly [string, string | undefined])[] = [
    ['missing', undefined],
    ['empty', ''],
    ['one space', ' '],
    ['the scheme alone', 'Bearer'],
    ['the scheme and a space', 'Bearer '],
    ['the scheme and spaces', 'Bearer     '],
    ['the token alone', tokens.good],
    ['another scheme', `Basic ${tokens.good}`],
    ['a longer scheme', `Bearers ${tokens.good}`],
    ['no space', `Bearer${tokens.good}`],
    ['a colon', `Bearer: ${tokens.good}`],
    ['an equals sign', `Bearer=${tokens.good}`],
    ['a tab', `Bearer\t${tokens.good}`],
    ['a no-break space', `Bearer\u00a0${tokens.good}`],
    ['a space before', ` Bearer ${tokens.good}`],
    ['a space after', `Bearer ${tokens.good} `],
    ['two tokens', `Bearer ${tokens.good} ${tokens.good}`],
    ['two credentials', `Bearer ${tokens.good}, Bearer ${tokens.good}`],
    ['a tab in the token', `Bearer ${tokens.good}\tx`],
    ['the scheme twice', `Bearer Bearer ${tokens.good}`],
    ['quotes', `"Bearer ${tokens.good}"`],
    ['a Cyrillic e in the scheme', `B\u0435arer ${tokens.good}`],
    ['a full-width B in the scheme', `\uff22earer ${tokens.good}`],
    ['a zero-width space before', `\u200bBearer ${tokens.good}`],
    ['a very long scheme', `${'B'.repeat(100_000)} ${tokens.good}`],
    ['a very long run of spaces', `Bearer${' '.repeat(100_000)}`],
  ];
  test.each(malformed)('%s', (_, header) => {
    expect(codeFor(header)).toBe('unauthenticated');
  });
});

describe('a token that is not one of ours is invalid', () => {
  const random = tokens.good.slice(9);
  const wrong: readonly (readonly [string, string])[] = [
    ['unknown', issueToken()],
    ['mistyped', tokens.good.slice(0, -1) + (tokens.good.endsWith('a') ? 'b' : 'a')],
    ['cut', tokens.good.slice(0, -1)],
    ['lengthened', `${tokens.good}0`],
    ['upper case prefix', `SVC_LIVE_${random}`],
    ['sandbox', `svc_test_${random}`],
    ['sandbox with a hash in the file', 'svc_test_0'],
    ['free text with a hash in the file', 'secret'],
    ['quoted', `"${tokens.good}"`],
    ['with a comma', `${tokens.good},`],
    ['with a line feed', `${tokens.good}\n`],
    ['with a NUL', `${tokens.good}\0`],
    ['percent-encoded', `svc%5Flive%5F${random}`],
    ['Cyrillic s and c', `\u0455v\u0441_live_${random}`],
    ['full-width letters', `\uff53\uff56\uff43_live_${random}`],
    ['a combining mark', `${tokens.good}\u0301`],
    ['a zero-width joiner', `svc_live_\u200d${random}`],
    ['a lone surrogate', `svc_live_\ud800${random}`],
    ['the hash of a good token', hashToken(tokens.good)],
    ['very long', 'a'.repeat(1_000_000)],
    ['a good token and a very long tail', tokens.good + 'a'.repeat(1_000_000)],
    ['a prototype key', '__proto__'],
  ];
  test.each(wrong)('%s', (_, token) => {
    expect(codeFor(`Bearer ${token}`)).toBe('invalid_token');
  });

  test('and a sandbox token is told that none is issued today', () => {
    expect(authenticate(`Bearer svc_test_${random}`, keys, now)).toMatchObject({
      code: 'invalid_token',
      message: expect.stringContaining('not issued today'),
    });
  });
});

describe('expiry and revocation', () => {
  test('a key works until the last millisecond before its expiry and not after', () => {
    const end = Date.parse(EXPIRY);
    expect(codeFor(`Bearer ${tokens.ending}`, end - 1)).toBe('ending');
    expect(codeFor(`Bearer ${tokens.ending}`, end)).toBe('expired_token');
    expect(codeFor(`Bearer ${tokens.ending}`, end + 1)).toBe('expired_token');
  });

  test('a revoked key is refused and named for the log', () => {
    expect(authenticate(`Bearer ${tokens.revoked}`, keys, now)).toMatchObject({
      code: 'revoked_token',
      keyId: 'revoked',
    });
  });

  test('revoked wins over expired', () => {
    expect(codeFor(`Bearer ${tokens.both}`)).toBe('revoked_token');
  });

  test('a revocation by a machine whose clock is ahead counts at once', () => {
    expect(codeFor(`Bearer ${tokens.early}`)).toBe('revoked_token');
  });
});

test('no message repeats what was sent', () => {
  for (const token of [...Object.values(tokens).slice(1), issueToken(), 'svc_test_marked', 'marked']) {
    const outcome = authenticate(`Bearer ${token}`, keys, Date.parse('2027-03-01'));
    expect(outcome.ok).toBe(false);
    expect(JSON.stringify(outcome)).not.toContain(token);
  }
});
