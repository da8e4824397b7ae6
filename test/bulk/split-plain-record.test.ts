import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextComma, plainRecordEnd } from '../../src/bulk/split/plain-record.js';
import { FUZZ_RUNS, optionsWith, refusalOf, split } from './split-support.js';

const MOST_BYTES = 1020;
/** Rich in what means something, and in bytes that differ from it in one bit. */
const byte = fc.oneof(
  fc.integer({ min: 0, max: 255 }),
  fc.constantFrom(...Buffer.from(',,,,"\n\r*\x02ab7 -.$lj\x8a\xa2\xac\x0b\x23\x2d', 'latin1')),
);
const bytes = fc.array(byte, { maxLength: 60 }).map((list) => Buffer.from(list));

function viewOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
}

/** The same as {@link plainRecordEnd}, one byte at a time; null where that may give up. */
function expectedEnd(buffer: Buffer, start: number, to: number, commas: number): number | null {
  const end = buffer.subarray(0, to).indexOf('\n', start);
  if (end < 0) return -1;
  const record = buffer.subarray(start, end);
  const isPlain = !record.includes('"') && record.filter((each) => each === 44).length === commas;
  if (!isPlain) return -1;
  const mayGiveUp =
    record.includes('*') || record.includes(2) || to - end < 4 || record.length > MOST_BYTES - 4;
  return mayGiveUp ? null : end + 1;
}

describe('a plain record', () => {
  it('ends where its line feed is, if it has the right commas and no quote', () => {
    fc.assert(
      fc.property(bytes, fc.nat(60), fc.nat(60), fc.nat(5), (buffer, a, b, commas) => {
        const [start, to] = [Math.min(a, b, buffer.length), Math.min(Math.max(a, b), buffer.length)];
        const expected = expectedEnd(buffer, start, to, commas);
        const found = plainRecordEnd(viewOf(buffer), start, to, commas);
        if (expected !== null) expect(found).toBe(expected);
        else expect([-1, buffer.indexOf('\n', start) + 1]).toContain(found);
      }),
      { numRuns: 20 * FUZZ_RUNS },
    );
  });

  it('has its commas counted right, or is given up, however many there are in one place of its words', () => {
    for (let commas = 0; commas <= MOST_BYTES + 20; commas += 1) {
      const record = Buffer.from(`${','.repeat(commas)}\n    `);
      const endWith = (expected: number) => plainRecordEnd(viewOf(record), 0, record.length, expected);
      expect(endWith(commas)).toBe(commas <= MOST_BYTES - 4 || endWith(commas) > 0 ? commas + 1 : -1);
      for (const wrong of [commas + 1, commas - 255, commas - 256, 0]) {
        if (wrong !== commas) expect(endWith(wrong)).toBe(-1);
      }
    }
  });

  it('has its next comma where indexOf finds it', () => {
    fc.assert(
      fc.property(bytes, fc.nat(60), fc.nat(60), (buffer, a, b) => {
        const [from, to] = [Math.min(a, b, buffer.length), Math.min(Math.max(a, b), buffer.length)];
        const found = buffer.subarray(0, to).indexOf(',', from);
        expect(nextComma(viewOf(buffer), from, to)).toBe(found < 0 ? to : found);
      }),
      { numRuns: 5 * FUZZ_RUNS },
    );
  });

  it('is taken or left to the state machine with the same result, where it is as long as can be taken', () => {
    for (let length = 1000; length <= 1040; length += 1) {
      const record = (id: string) => `${id},${'x'.repeat(length - id.length - 2)}\n`;
      const file = Buffer.from(`id,t\n${['b', 'a', 'b', 'c'].map(record).join('')}`);
      for (const pieces of [[1], [file.length]]) {
        const [chunk] = split(file, pieces, optionsWith(0)).chunks(10);
        expect(chunk?.rows).toEqual([
          [1, 1],
          [3, 1],
          [2, 1],
          [4, 1],
        ]);
      }
    }
  });

  it('has no cell that is too long', () => {
    const more = { maxCellBytes: 6 };
    const file = (cell: string) => `id,t\n,${cell}\n,b\n,c\n`;
    expect(split(Buffer.from(file('123456')), [65536], optionsWith(0, more)).rowCount).toBe(3);
    expect(refusalOf(file('1234567'), more)).toMatchObject({ reason: 'CELL_TOO_LONG', line: 2, column: 2 });
  });
});
