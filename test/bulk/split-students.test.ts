import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkSlice } from '../../src/bulk/split/chunk-cutter.js';
import { trimmedEnd, trimmedStart } from '../../src/bulk/split/trim.js';
import { csvParse, FUZZ_RUNS, groupedRows, optionsWith, rowNumbers, split } from './split-support.js';

const HEADER = 'student_id,term\n';

function chunksOf(text: string, targetRows: number, studentIdColumn: number | null = 0): ChunkSlice[] {
  const file = split(Buffer.from(text), [65536], optionsWith(studentIdColumn, { maxBytes: 1 << 24 }));
  return [...file.chunks(targetRows)];
}

const textOf = (slice: ChunkSlice): string => Buffer.from(slice.records).toString();

describe('students', () => {
  it('are gathered from wherever their rows stand, in the order of their first rows', () => {
    const [chunk] = chunksOf(`${HEADER}A,1\nB,1\nA,2\nC,1\nB,2\nA,3\n`, 500);
    expect(chunk && textOf(chunk)).toBe('A,1\nA,2\nA,3\nB,1\nB,2\nC,1\n');
    expect(chunk?.rows).toEqual([
      [1, 1],
      [3, 1],
      [6, 1],
      [2, 1],
      [5, 1],
      [4, 1],
    ]);
    expect(chunk?.studentCount).toBe(3);
  });

  it('whose rows stand together are cut as one view of the upload with one range of rows', () => {
    const [chunk, other] = chunksOf(`${HEADER}A,1\nA,2\n\nB,1\r\nC,1\n`, 3);
    expect(chunk && textOf(chunk)).toBe('A,1\nA,2\n\nB,1\r\n');
    expect(chunk?.rows).toEqual([[1, 3]]);
    expect(chunk?.records.buffer).toBe(other?.records.buffer);
    expect(other?.rows).toEqual([[4, 1]]);
  });

  it('are one when their ids differ in padding or quoting only, and two when they differ in zeros or case', () => {
    const rows = ['"x""y"', '" x""y "', '"\u00a0x""y"', '07', '7', ' 7', '7\u3000', '"7\n"', 'a', 'A'];
    const chunks = chunksOf(HEADER + rows.map((id) => `${id},t\n`).join(''), 1);
    expect(chunks.map((chunk) => chunk.rows)).toEqual([[[1, 3]], [[4, 1]], [[5, 4]], [[9, 1]], [[10, 1]]]);
  });

  it('without an id, or in a file without the column, are one for each row', () => {
    const file = `${HEADER}A,1\n,1\n" ",2\n\u00a0,3\nA,2\n`;
    const counts = (column: number | null) => chunksOf(file, 500, column).map((chunk) => chunk.studentCount);
    expect(counts(0)).toEqual([4]);
    expect(counts(null)).toEqual([5]);
  });

  it('are grouped as a Map of trimmed strings groups them, in files of thousands of ids', () => {
    const idOf = fc
      .integer({ min: 0, max: 3000 })
      .map((n) => (n % 50 === 0 ? '' : `${'0'.repeat(n % 4)}${n}`));
    const written = fc
      .tuple(idOf, fc.constantFrom('', ' ', '\u2003'), fc.boolean())
      .map(([id, pad, quoted]) => (quoted ? `"${pad}${id}${pad}"` : `${id}${pad}`));
    const files = fc.array(written, { minLength: 1000, maxLength: 6000, size: 'max' });
    fc.assert(
      fc.property(files, fc.integer({ min: 1, max: 700 }), (ids, targetRows) => {
        const text = ids.map((id, nth) => `${id},${nth}\n`).join('');
        const rows = csvParse(Buffer.from(text), false) ?? [];
        const groups = groupedRows(rows, 0);
        const chunks = chunksOf(HEADER + text, targetRows);
        expect(chunks.flatMap(rowNumbers)).toEqual(groups.flat());
        expect(chunks.reduce((sum, chunk) => sum + chunk.studentCount, 0)).toBe(groups.length);
        const terms = chunks.flatMap((chunk) => csvParse(chunk.records, false) ?? []).map((row) => row[1]);
        expect(terms).toEqual(groups.flat().map((row) => String(row - 1)));
      }),
      { numRuns: Math.ceil(FUZZ_RUNS / 40) },
    );
  });

  it('are told apart by ids trimmed exactly as String.prototype.trim does', () => {
    for (let codePoint = 0; codePoint < 0x11000; codePoint += 1) {
      if (codePoint >= 0xd800 && codePoint < 0xe000) continue;
      const character = String.fromCodePoint(codePoint);
      const text = `${character} ${character}x${character}\u00a0${character}`;
      const bytes = Buffer.from(text);
      const from = trimmedStart(bytes, 0, bytes.length);
      const to = trimmedEnd(bytes, from, bytes.length);
      if (bytes.toString('utf8', from, to) !== text.trim()) expect.fail(`U+${codePoint.toString(16)}`);
    }
    const blank = Buffer.from(' \u00a0\u2028\ufeff\t');
    expect(trimmedStart(blank, 0, blank.length)).toBe(blank.length);
  });
});

describe('chunks', () => {
  it('close with the student that brings them to the target, and never split one', () => {
    const rows = ['A', 'A', 'B', 'B', 'B', 'C', 'D', 'D'].map((id) => `${id},t\n`).join('');
    expect(chunksOf(HEADER + rows, 3).map((chunk) => chunk.rows)).toEqual([[[1, 5]], [[6, 3]]]);
    expect(chunksOf(HEADER + rows, 1).map((chunk) => chunk.studentCount)).toEqual([1, 1, 1, 1]);
  });

  it('close at 256 KiB however few rows that is', () => {
    const rows = Array.from({ length: 300 }, (_, nth) => `${nth},${'x'.repeat(4000)}\n`).join('');
    const sizes = chunksOf(HEADER + rows, 500).map((chunk) => chunk.records.length);
    expect(sizes.length).toBe(5);
    expect(Math.max(...sizes)).toBeLessThan(256 * 1024 + 4100);
  });

  it('hold all rows of a student with a great many', () => {
    const rows = Array.from({ length: 20_000 }, (_, nth) => `big,1\nother${nth},1\n`).join('');
    const [first, second] = chunksOf(HEADER + rows, 500);
    expect(first?.studentCount).toBe(1);
    expect(first?.rows.length).toBe(20_000);
    expect(second?.rows[0]).toEqual([2, 1]);
  });

  it('leave long stretches of blank lines out, even between two rows of one student', () => {
    const gap = '\r\n'.repeat(200_000);
    const chunks = chunksOf(`${gap}${HEADER}${gap}A,1\n${gap}A,2\n${gap},3\n${gap}`, 500);
    expect(chunks.map(textOf)).toEqual(['A,1\nA,2\n,3\n']);
    expect(chunks[0]?.rows).toEqual([[1, 3]]);
    expect(chunks[0]?.studentCount).toBe(2);
  });

  it('end with a line end where the file does not, and keep a CR that is text', () => {
    expect(chunksOf(`${HEADER}A,1`, 5).map(textOf)).toEqual(['A,1\n']);
    expect(chunksOf(`${HEADER}A,"1"`, 5).map(textOf)).toEqual(['A,"1"\n']);
    const [chunk] = chunksOf(`${HEADER}A,1\r`, 5);
    expect(chunk && csvParse(chunk.records, false)).toEqual([['A', '1\r']]);
  });

  it('do not exist for a file of a header only', () => {
    for (const header of ['student_id,term', HEADER, `${HEADER}\n\n`]) {
      expect(chunksOf(header, 5)).toEqual([]);
    }
  });

  it('can be cut again, and refuse a target that is no positive integer', () => {
    const file = split(Buffer.from(`${HEADER}A,1\nB,1\n`), [3], optionsWith(0));
    expect([...file.chunks(1)]).toEqual([...file.chunks(1)]);
    for (const target of [0, -1, 1.5, Number.NaN]) expect(() => file.chunks(target)).toThrow(RangeError);
  });
});

describe('the declared length', () => {
  it('may be right, missing, too small, too large or nonsense', () => {
    const rows = Array.from({ length: 30_000 }, (_, nth) => `${nth >> 1},${nth}\n`).join('');
    const bytes = Buffer.from(HEADER + rows);
    const declared = [
      bytes.length,
      undefined,
      0,
      10,
      7_000_000,
      -1,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      1.5,
    ];
    for (const expectedBytes of declared) {
      const more = expectedBytes === undefined ? {} : { expectedBytes };
      const file = split(bytes, [9000], optionsWith(0, { maxBytes: 8_000_000, ...more }));
      expect([file.rowCount, file.studentCount, file.byteLength]).toEqual([30_000, 15_000, bytes.length]);
      const records = [...file.chunks(500)].map((chunk) => Buffer.from(chunk.records));
      expect(Buffer.concat(records).equals(Buffer.from(rows))).toBe(true);
    }
  });
});
