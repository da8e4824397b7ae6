import { randomBytes } from 'node:crypto';

const secret = randomBytes(8);
const KEY_LOW = secret.readUInt32LE(0);
const KEY_HIGH = secret.readUInt32LE(4);

/**
 * HalfSipHash-1-3 of `bytes[from, to)` under a key drawn when the process starts, as an unsigned 32-bit integer.
 * A caller who does not know the key cannot write ids that collide, so no file makes grouping quadratic.
 */
export function keyedHash(bytes: Uint8Array, from: number, to: number): number {
  let v0 = KEY_LOW | 0;
  let v1 = KEY_HIGH | 0;
  let v2 = 0x6c796765 ^ KEY_LOW;
  let v3 = 0x74656462 ^ KEY_HIGH;

  // Each turn takes one word; the last word holds the left-over bytes and the length, and three empty turns finish.
  const wholeWordsEnd = from + ((to - from) & ~3);
  let finishing = 0;
  for (let at = from; finishing < 4; at += 4) {
    let word = 0;
    if (at < wholeWordsEnd) {
      word =
        (bytes[at] ?? 0) |
        ((bytes[at + 1] ?? 0) << 8) |
        ((bytes[at + 2] ?? 0) << 16) |
        ((bytes[at + 3] ?? 0) << 24);
    } else {
      if (finishing === 0) word = lastWord(bytes, at, to, to - from);
      else if (finishing === 1) v2 ^= 0xff;
      finishing += 1;
    }
    v3 ^= word;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 ^= word;
  }
  return (v1 ^ v3) >>> 0;
}

function lastWord(bytes: Uint8Array, from: number, to: number, length: number): number {
  let word = length << 24;
  for (let at = from; at < to; at += 1) word |= (bytes[at] ?? 0) << (8 * (at - from));
  return word;
}
