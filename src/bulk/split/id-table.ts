import { GrowingTable } from './growing-table.js';
import { keyedHash } from './keyed-hash.js';
import { Slots } from './slots.js';

const ID_FROM = 0;
const ID_LENGTH = 1;
const LAST_RUN = 2;
const WEIGHT = 3;
const FIELDS = 4;

/** So many that the growing of one part, which copies it, takes a fraction of a millisecond at two million ids. */
const PARTS = 256;

/** Per part; more come into being as the ids do. Zeroing much more at once would hold up the event loop. */
const MOST_EXPECTED = 768;

/** True when two stretches of the upload hold the same bytes. */
export function sameBytes(bytes: Uint8Array, left: number, right: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) {
    if (bytes[left + at] !== bytes[right + at]) return false;
  }
  return true;
}

/**
 * Finds a student by id without making a string of it: entries point into the upload. 16 bytes for an entry, and 11 to 21 to
 * find it by its hash.
 */
export class IdTable {
  readonly #hash: typeof keyedHash;
  readonly #entries = new GrowingTable(FIELDS);
  /** By the lower bits of the hash. The numbers in the slots are entries plus 1. */
  readonly #parts: readonly Slots[];

  /**
   * @param expectedIds a hint at how many there will be, 0 for none.
   * @param hash gives an unsigned 32-bit integer; ids with equal hashes are told apart, at the cost of time.
   */
  constructor(expectedIds: number, hash = keyedHash) {
    this.#parts = Array.from(
      { length: PARTS },
      () => new Slots(Math.min(expectedIds / PARTS, MOST_EXPECTED)),
    );
    this.#hash = hash;
  }

  get length(): number {
    return this.#entries.length;
  }

  get memoryBytes(): number {
    return this.#parts.reduce((sum, part) => sum + part.memoryBytes, this.#entries.memoryBytes);
  }

  /** The entry of the id in `bytes[from, to)`. A new one is numbered with the `length` of before. */
  findOrAdd(bytes: Uint8Array, from: number, to: number): number {
    const hash = this.#hash(bytes, from, to);
    const part = this.#parts[hash % PARTS];
    if (part === undefined) throw new RangeError(`No part for the hash ${hash}`);
    const entries = this.#entries;
    const length = to - from;
    let place = part.first(hash);
    for (let found = part.at(place); found !== 0; found = part.at(place)) {
      const entry = found - 1;
      if (
        entries.get(entry, ID_LENGTH) === length &&
        sameBytes(bytes, entries.get(entry, ID_FROM), from, length)
      ) {
        return entry;
      }
      place = part.nextAfter(place, hash);
    }
    const entry = entries.add();
    entries.set(entry, ID_FROM, from);
    entries.set(entry, ID_LENGTH, length);
    part.fill(place, hash, entry + 1);
    return entry;
  }

  /** The run noted last for the entry, 0 at first. */
  lastRun(entry: number): number {
    return this.#entries.get(entry, LAST_RUN);
  }

  noteLastRun(entry: number, run: number): void {
    this.#entries.set(entry, LAST_RUN, run);
  }

  /** The weight noted for the entry, 0 at first. */
  weight(entry: number): number {
    return this.#entries.get(entry, WEIGHT);
  }

  noteWeight(entry: number, weight: number): void {
    this.#entries.set(entry, WEIGHT, weight);
  }
}
