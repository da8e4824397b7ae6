import { expect, test } from 'vitest';
import { issueToken, isToken, randomBase62 } from '../../src/keys/token.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

test('an issued token is the live prefix, 32 random characters and their CRC-32 in base62', () => {
  for (let i = 0; i < 200; i++) {
    const token = issueToken();
    expect(token).toMatch(/^svc_live_[0-9A-Za-z]{38}$/);
    expect(isToken(token)).toBe(true);
  }
  // Computed by another CRC-32 implementation (IEEE 802.3): 3,737,744,829, in base 62.
  expect(isToken('svc_live_0123456789abcdefghijABCDEFGHIJ4244xCAv')).toBe(true);
});

test('an issued token is refused after any single changed character', () => {
  const replacements = [...BASE62, '_', '-', ' ', '\n', 'е', 'ａ', '\0'];
  for (const token of Array.from({ length: 4 }, issueToken)) {
    for (let at = 0; at < token.length; at++) {
      for (const replacement of replacements) {
        if (replacement === token[at]) continue;
        const changed = token.slice(0, at) + replacement + token.slice(at + 1);
        expect(isToken(changed), changed).toBe(false);
      }
    }
  }
});

test('random characters come from the whole alphabet with equal chances', () => {
  const counts = new Map<string, number>();
  for (const character of randomBase62(310_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
  expect([...counts.keys()].sort()).toEqual([...BASE62].sort());
  // 5,000 of each are expected (standard deviation 70); a modulo of a random byte would give some 6,050.
  for (const count of counts.values()) expect(Math.abs(count - 5_000)).toBeLessThan(560);
});
