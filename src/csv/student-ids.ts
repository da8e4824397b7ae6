import { bytesOf, isSameStretch, isTrimmed, QUOTE, textOf } from './text.js';

/**
 * The maximum memory that the ids of a file take, in bytes per student. A `Map` of strings takes 100 or more, on V8's
 * heap where no budget counts them: with one, splitting a million rows in random order, 51 MB, took 97 MB beside the
 * file where this takes 38, and twice the time.
 */
export const ID_BYTES = 48;

/** The load factor at which the number of slots is doubled. */
const MOST_FULL = 0.5;
const FIRST_SLOTS = 1024;

/** Maps each id of one file to its student: a hash table of positions in the file's bytes. */
export class StudentIds {
  readonly #bytes: Uint8Array;
  /** Chosen anew for each file, so that nobody can send ids that all hash to one slot. */
  readonly #key = crypto.getRandomValues(new Uint32Array(2));
  /** Numbers of entries, from 1; 0 is free. */
  #slots = new Uint32Array(FIRST_SLOTS);
  #count = 0;
  /** For each entry: the position of its id, the hash, the student. */
  #from = new Uint32Array(FIRST_SLOTS * MOST_FULL);
  #to = new Uint32Array(FIRST_SLOTS * MOST_FULL);
  #hashes = new Uint32Array(FIRST_SLOTS * MOST_FULL);
  #students = new Uint32Array(FIRST_SLOTS * MOST_FULL);

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The student whose id is in `bytes[from, to)`; a new id is assigned to `newStudent`. */
  studentOf(from: number, to: number, newStudent: number): number {
    if (this.#count === this.#from.length) this.#grow();
    const hash = this.#hashOf(from, to);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let entry = this.#slots[slot] ?? 0; entry > 0; entry = this.#slots[slot] ?? 0) {
      if (this.#hashes[entry - 1] === hash && this.#isSame(from, to, entry - 1)) {
        return this.#students[entry - 1] ?? 0;
      }
      slot = (slot + 1) & mask;
    }
    this.#from[this.#count] = from;
    this.#to[this.#count] = to;
    this.#hashes[this.#count] = hash;
    this.#students[this.#count] = newStudent;
    this.#count += 1;
    this.#slots[slot] = this.#count;
    return newStudent;
  }

  #isSame(from: number, to: number, entry: number): boolean {
    const [otherFrom, otherTo] = [this.#from[entry] ?? 0, this.#to[entry] ?? 0];
    if (isSameStretch(this.#bytes, from, to, otherFrom, otherTo)) return true;
    return idText(this.#bytes, from, to) === idText(this.#bytes, otherFrom, otherTo);
  }

  #hashOf(from: number, to: number): number {
    const bytes = this.#bytes;
    if (isTrimmed(bytes, from, to) && !hasQuote(bytes, from, to)) return hashed(bytes, from, to, this.#key);
    const text = bytesOf(idText(bytes, from, to));
    return hashed(text, 0, text.length, this.#key);
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let entry = 0; entry < this.#count; entry++) {
      let slot = (this.#hashes[entry] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry + 1;
    }
    this.#slots = slots;
    const room = slots.length * MOST_FULL;
    [this.#from, this.#to] = [larger(this.#from, room), larger(this.#to, room)];
    [this.#hashes, this.#students] = [larger(this.#hashes, room), larger(this.#students, room)];
  }
}

function larger(table: Uint32Array, room: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(room);
  grown.set(table);
  return grown;
}

/** The id in the form used for comparison: without surrounding blanks, a doubled quote read as one. */
function idText(bytes: Uint8Array, from: number, to: number): string {
  return textOf(bytes, from, to).replaceAll('""', '"').trim();
}

function hasQuote(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === QUOTE) return true;
  return false;
}

const BYTE_BITS = 8;
const WORD_BYTES = 4;

/**
 * HalfSipHash-1-3 of `bytes[from, to)`: 32 bits that nobody can predict without the key.
 * https://github.com/veorq/SipHash
 */
function hashed(bytes: Uint8Array, from: number, to: number, key: Uint32Array): number {
  const [k0 = 0, k1 = 0] = key;
  let [v0, v1, v2, v3] = [k0 | 0, k1 | 0, k0 ^ 0x6c796765, k1 ^ 0x74656462];
  const words = Math.floor((to - from) / WORD_BYTES);
  for (let n = 0, at = from; n < words + 4; n++, at += WORD_BYTES) {
    const word = n < words ? wordAt(bytes, at, at + WORD_BYTES) : 0;
    const m = n === words ? ((to - from) << 24) | wordAt(bytes, at, to) : word;
    if (n === words + 1) v2 ^= 0xff;
    v3 ^= m;
    v0 = (v0 + v1) | 0;
    v1 = rotated(v1, 5) ^ v0;
    v0 = rotated(v0, 16);
    v2 = (v2 + v3) | 0;
    v3 = rotated(v3, 8) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = rotated(v3, 7) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = rotated(v1, 13) ^ v2;
    v2 = rotated(v2, 16);
    v0 ^= m;
  }
  return (v1 ^ v3) >>> 0;
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function wordAt(bytes: Uint8Array, from: number, to: number): number {
  let word = 0;
  for (let at = from, bits = 0; at < to; at++, bits += BYTE_BITS) word |= (bytes[at] ?? 0) << bits;
  return word;
}
