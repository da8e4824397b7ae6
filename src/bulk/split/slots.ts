const LEAST_CAPACITY = 16;
const HASH_BITS = 32;

/**
 * One part of a hash table: pairs of a hash and a number that is not 0, found by linear probing from the place that the upper
 * bits of the hash name. At most three quarters full.
 */
export class Slots {
  #pairs: Uint32Array;
  /** `hash >>> #shift` is the place to begin at. */
  #shift: number;
  #count = 0;

  /** @param expected pairs that there is room for before the table grows, which costs time. */
  constructor(expected: number) {
    const bits = Math.ceil(Math.log2(Math.max(LEAST_CAPACITY, (4 / 3) * expected)));
    this.#pairs = new Uint32Array(2 * 2 ** bits);
    this.#shift = HASH_BITS - bits;
  }

  get memoryBytes(): number {
    return this.#pairs.byteLength;
  }

  /** The place of the first pair with this hash, or, when there is none, of the free pair where it belongs. */
  first(hash: number): number {
    return this.#probe(2 * (hash >>> this.#shift), hash);
  }

  /** As `first`, for the next pair with the same hash behind `place`. */
  nextAfter(place: number, hash: number): number {
    return this.#probe(place + 2, hash);
  }

  /** The number at a place; 0 when it is free. */
  at(place: number): number {
    return this.#pairs[place + 1] ?? 0;
  }

  /** `place` must be free, and come from `first` or `nextAfter` for this hash since the last `fill`. */
  fill(place: number, hash: number, value: number): void {
    this.#pairs[place] = hash;
    this.#pairs[place + 1] = value;
    this.#count += 1;
    if (8 * this.#count > 3 * this.#pairs.length) this.#grow();
  }

  #probe(start: number, hash: number): number {
    const pairs = this.#pairs;
    const mask = pairs.length - 1;
    let place = start & mask;
    while (pairs[place + 1] !== 0 && pairs[place] !== hash) place = (place + 2) & mask;
    return place;
  }

  #grow(): void {
    const old = this.#pairs;
    const pairs = new Uint32Array(2 * old.length);
    const mask = pairs.length - 1;
    this.#pairs = pairs;
    this.#shift -= 1;
    for (let from = 0; from < old.length; from += 2) {
      const value = old[from + 1] ?? 0;
      if (value === 0) continue;
      const hash = old[from] ?? 0;
      let place = 2 * (hash >>> this.#shift);
      while (pairs[place + 1] !== 0) place = (place + 2) & mask;
      pairs[place] = hash;
      pairs[place + 1] = value;
    }
  }
}
