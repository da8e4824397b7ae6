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

/** Longer ids are found by their hash from the start, so that to change over costs little however long they are. */
const MOST_SORTED_BYTES = 64;

/** True when two stretches of the upload hold the same bytes. */
export function sameBytes(bytes: Uint8Array, left: number, right: number, length: number): boolean {
  for (let at = 0; at < length; at += 1) {
    if (bytes[left + at] !== bytes[right + at]) return false;
  }
  return true;
}

/**
 * Finds a student by id without making a string of it: entries point into the upload. 16 bytes for an entry.
 *
 * Most files are sorted by student. The ids from the start of the file up to the first that stands out of order (shorter ids
 * first, ids of one length byte by byte) need nothing more: they are found by bisection. All later ids are found by their hash,
 * for another 11 to 21 bytes each. Bisection is slow where every step leaves the processor's cache: so with each search
 * that the first guess does not answer, one sorted id changes over to the hash, the last one first. The sorted part never
 * grows again once there is an id outside it.
 */
export class IdTable {
  readonly #hash: typeof keyedHash;
  readonly #expectedIds: number;
  readonly #entries = new GrowingTable(FIELDS);
  /** The first so many entries are found by bisection, the others by their hash. */
  #sorted = 0;
  /** The entry that a search found last: a file may name the same students once more in the same order. */
  #foundLast = -1;
  /** By the lower bits of the hash. The numbers in the slots are entries plus 1. */
  #parts: readonly Slots[] = [];

  /**
   * @param expectedIds a hint at how many there will be, 0 for none.
   * @param hash gives an unsigned 32-bit integer; ids with equal hashes are told apart, at the cost of time.
   */
  constructor(expectedIds: number, hash = keyedHash) {
    this.#expectedIds = expectedIds;
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
    const length = to - from;
    const order = this.#sorted === 0 ? 1 : this.#order(bytes, from, length, this.#sorted - 1);
    if (order === 0) return this.#sorted - 1;
    if (order > 0 && this.#sorted === this.#entries.length && length <= MOST_SORTED_BYTES) {
      this.#sorted += 1;
      return this.#add(from, length);
    }
    const found = order < 0 ? this.#search(bytes, from, length) : -1;
    return found < 0 ? this.#findOrAddHashed(bytes, from, to) : found;
  }

  #add(from: number, length: number): number {
    const entry = this.#entries.add();
    this.#entries.set(entry, ID_FROM, from);
    this.#entries.set(entry, ID_LENGTH, length);
    return entry;
  }

  /** The entry of an id that stands before the last sorted one; -1 when it is not among the sorted ones. */
  #search(bytes: Uint8Array, from: number, length: number): number {
    // It may have changed over since. An entry that is equal is the right one all the same.
    const guess = this.#foundLast + 1;
    const isRight = this.#order(bytes, from, length, guess) === 0;
    this.#foundLast = isRight ? guess : this.#bisect(bytes, from, length);
    if (!isRight) this.#changeOver(bytes);
    return this.#foundLast;
  }

  #bisect(bytes: Uint8Array, from: number, length: number): number {
    let low = 0;
    let high = this.#sorted - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = this.#order(bytes, from, length, middle);
      if (order === 0) return middle;
      if (order > 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Has the last sorted entry found by its hash. Not several: in the shortest rows there are thousands of searches to a piece. */
  #changeOver(bytes: Uint8Array): void {
    this.#sorted -= 1;
    const entry = this.#sorted;
    const from = this.#entries.get(entry, ID_FROM);
    const hash = this.#hash(bytes, from, from + this.#entries.get(entry, ID_LENGTH));
    const part = this.#part(hash);
    let place = part.first(hash);
    while (part.at(place) !== 0) place = part.nextAfter(place, hash);
    part.fill(place, hash, entry + 1);
  }

  /** Negative, 0 or positive as the id stands before the entry's, is the same or stands behind it. Shorter ids stand before longer ones. */
  #order(bytes: Uint8Array, from: number, length: number, entry: number): number {
    const difference = length - this.#entries.get(entry, ID_LENGTH);
    if (difference !== 0) return difference;
    const other = this.#entries.get(entry, ID_FROM);
    for (let at = 0; at < length; at += 1) {
      const step = (bytes[from + at] ?? 0) - (bytes[other + at] ?? 0);
      if (step !== 0) return step;
    }
    return 0;
  }

  #findOrAddHashed(bytes: Uint8Array, from: number, to: number): number {
    const hash = this.#hash(bytes, from, to);
    const part = this.#part(hash);
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
    const entry = this.#add(from, length);
    part.fill(place, hash, entry + 1);
    return entry;
  }

  #part(hash: number): Slots {
    if (this.#parts.length === 0) {
      const expected = Math.min(this.#expectedIds / PARTS, MOST_EXPECTED);
      this.#parts = Array.from({ length: PARTS }, () => new Slots(expected));
    }
    const part = this.#parts[hash % PARTS];
    if (part === undefined) throw new RangeError(`No part for the hash ${hash}`);
    return part;
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
