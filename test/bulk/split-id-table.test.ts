import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdTable } from '../../src/bulk/split/id-table.js';
import { keyedHash } from '../../src/bulk/split/keyed-hash.js';
import { FUZZ_RUNS } from './split-support.js';

/** Looks every id up twice in one table, from two places of one buffer. */
function entriesOf(ids: readonly string[], table: IdTable): number[] {
  const bytes = Buffer.from([...ids, ...ids].join(''));
  let at = 0;
  return [...ids, ...ids].map((id) => {
    const from = at;
    at += Buffer.byteLength(id);
    return table.findOrAdd(bytes, from, at);
  });
}

describe('the table of ids', () => {
  const ids = Array.from({ length: 400 }, (_, nth) => `${'a'.repeat(nth % 7)}${nth}`);
  const numbers = ids.map((_, nth) => nth);

  for (const [name, hash] of [
    ['all hashes are equal', () => 0xffffffff],
    [
      'hashes fall on the last places',
      (_: Uint8Array, from: number, to: number) => -(1 + ((to - from) % 3)) >>> 0,
    ],
    ['hashes are spread', keyedHash],
  ] as const) {
    it(`numbers ids in the order of their first mention and finds them again when ${name}`, () => {
      const table = new IdTable(0, hash);
      expect(entriesOf(ids, table)).toEqual([...numbers, ...numbers]);
      expect(table.length).toBe(ids.length);
    });
  }

  it('finds and numbers as a Map does, whatever part of the ids is in order', () => {
    const id = fc.stringMatching(/^[ab1]{1,4}$/);
    const sorted = fc.array(id).map((list) => list.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)));
    const lists = fc.tuple(sorted, fc.array(id), sorted).map((parts) => parts.flat());
    fc.assert(
      fc.property(lists, (list) => {
        const known = new Map<string, number>();
        const expected = [...list, ...list].map((each) => {
          if (!known.has(each)) known.set(each, known.size);
          return known.get(each);
        });
        expect(entriesOf(list, new IdTable(0))).toEqual(expected);
      }),
      { numRuns: FUZZ_RUNS },
    );
  });

  it('keeps nothing but an entry for each id that is in order', () => {
    const memoryOf = (list: readonly string[]): number => {
      const table = new IdTable(100_000);
      entriesOf(list, table);
      return table.memoryBytes;
    };
    const inOrder = Array.from({ length: 4000 }, (_, nth) => `S${100_000 + nth}`);
    expect(memoryOf(inOrder)).toBe(4096 * 16);
    expect(memoryOf(inOrder.toReversed())).toBeGreaterThan(4096 * 16);
  });

  describe('finds sorted ids without a hash', () => {
    const sorted = Array.from({ length: 1000 }, (_, nth) => `S${10_000 + nth}`);
    /** How many ids are hashed while the list is looked up from its first to its last. */
    const hashesFor = (list: readonly string[]): number => {
      let hashes = 0;
      const hash = (bytes: Uint8Array, from: number, to: number): number => {
        hashes += 1;
        return keyedHash(bytes, from, to);
      };
      const table = new IdTable(0, hash);
      const bytes = Buffer.from(list.join(''));
      let at = 0;
      for (const id of list) {
        table.findOrAdd(bytes, at, at + id.length);
        at += id.length;
      }
      return hashes;
    };

    it('when they come once, or in the same order again', () => {
      expect(hashesFor([...sorted, ...sorted])).toBe(0);
    });

    it('and not because ids behind them come out of order', () => {
      expect(hashesFor([...sorted, 'S8', 'S9000000', 'S8000000', ...sorted.slice(1)])).toBeLessThan(20);
    });

    it('until they are searched for in no order: then they change over, each once', () => {
      const mixed = sorted.map((_, nth) => sorted[(nth * 7) % sorted.length] ?? '');
      const twice = [...sorted, ...mixed, ...mixed];
      expect(hashesFor(twice)).toBeGreaterThan(sorted.length);
      const onceMore = hashesFor([...twice, ...mixed]) - hashesFor(twice);
      // All but a few at the very beginning, which are found without a search.
      expect(onceMore).toBeGreaterThan(sorted.length - 10);
      expect(onceMore).toBeLessThanOrEqual(sorted.length);
    });

    it('unless they are so long that changing over would take time', () => {
      const ids = (length: number) => sorted.map((id) => id.padEnd(length, '-'));
      expect(hashesFor(ids(64))).toBe(0);
      expect(hashesFor(ids(65))).toBe(1000);
    });
  });

  it('tells an id from its own beginning when their hashes are equal', () => {
    expect(entriesOf(['S12', 'S1', 'S', 'S123'], new IdTable(0, () => 7))).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
  });

  it('spreads ids that follow each other over all 32 bits of the hash', () => {
    const hashes = Array.from({ length: 20_000 }, (_, nth) => {
      const id = Buffer.from(`S${100_000_000 + nth}`);
      return keyedHash(id, 0, id.length);
    });
    expect(new Set(hashes).size).toBeGreaterThan(19_990);
    for (const bitsOf of [(hash: number) => hash & 0xff, (hash: number) => hash >>> 24]) {
      const counts = new Array<number>(256).fill(0);
      for (const hash of hashes) counts[bitsOf(hash)] = (counts[bitsOf(hash)] ?? 0) + 1;
      expect(Math.min(...counts)).toBeGreaterThan(20);
      expect(Math.max(...counts)).toBeLessThan(200);
    }
  });
});
