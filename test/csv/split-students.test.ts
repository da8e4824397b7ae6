import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../support/runs.js';
import { type Chunk, chunksOf, csvParse, dataRows, FUZZ_RUNS, groupedRows, split } from './split-support.js';

const HEADER = 'student_id,term\n';

function chunks(text: string, targetRows: number): Chunk[] {
  const bytes = Buffer.from(text);
  return chunksOf(bytes, split(bytes, 0), targetRows);
}

const studentCount = (text: string) => split(Buffer.from(text), 0).studentCount;
const runs = ({ rows }: Chunk) => rows.map(([first, , count]) => [first, count]);

describe('students', () => {
  it('are one when their ids differ in padding or quoting only, and two when they differ in zeros or case', () => {
    const rows = ['"x""y"', '" x""y "', '"\u00a0x""y"', '07', '7', ' 7', '7\u3000', '"7\n"', 'a', 'A'];
    const found = chunks(HEADER + rows.map((id) => `${id},t\n`).join(''), 1);
    expect(found.map(runs)).toEqual([[[1, 3]], [[4, 1]], [[5, 4]], [[9, 1]], [[10, 1]]]);
  });

  it('are two when their ids have the same hash', () => {
    const rows = ['A256219', 'A1028404', 'A256219', 'A1028405', 'A1028404', 'A256218', 'A256219'];
    const found = chunks(HEADER + rows.map((id) => `${id},t\n`).join(''), 1);
    expect(found.map(dataRows)).toEqual([[1, 3, 7], [2, 5], [4], [6]]);
  });

  it('are grouped as a Map of trimmed strings groups them, in files of thousands of ids', () => {
    const idOf = fc
      .integer({ min: 0, max: 3000 })
      .map((n) => (n % 50 === 0 ? '' : `${'0'.repeat(n % 4)}${n}`));
    const written = fc
      .tuple(idOf, fc.constantFrom('', ' ', '\u2003'), fc.boolean())
      .map(([id, pad, quoted]) => (quoted ? `"${pad}${id}${pad}"` : `${id}${pad}`));
    const files = fc.array(written, { minLength: 1000, maxLength: 6000, size: 'max' });
    forAll(Math.ceil(FUZZ_RUNS / 40), files, fc.integer({ min: 1, max: 700 }), (ids, targetRows) => {
      const text = ids.map((id, nth) => `${id},${nth}\n`).join('');
      const groups = groupedRows(csvParse(Buffer.from(text), false) ?? [], 0);
      const found = chunks(HEADER + text, targetRows);
      expect(found.flatMap(dataRows)).toEqual(groups.flat());
      expect(studentCount(HEADER + text)).toBe(groups.length);
      const terms = found.flatMap((chunk) => csvParse(chunk.records, false) ?? []).map((row) => row[1]);
      expect(terms).toEqual(groups.flat().map((row) => String(row - 1)));
    });
  });

  it('are found in a file whose lines are short far below long ones, and the other way round', () => {
    const long = Array.from({ length: 200 }, (_, row) => `L${row},${'x'.repeat(1000)}\n`).join('');
    const short = Array.from({ length: 30_000 }, (_, row) => `S${row},\n`).join('');
    for (const file of [long + short, short + long]) {
      const records = chunks(HEADER + file, 1000).map((chunk) => chunk.records.toString());
      expect(records.join('')).toBe(file);
      expect(studentCount(HEADER + file)).toBe(30_200);
    }
  });

  it('may weigh 32 MiB wherever their rows stand, 512 bytes counted for each row', () => {
    const rows = (count: number) => `id,t\n${'A,1\n'.repeat(count)}B,1\n`;
    const most = Math.floor((32 * 1024 * 1024) / (4 + 512));
    expect(studentCount(rows(most))).toBe(2);
    expect(() => studentCount(rows(most + 1))).toThrow(
      `Line ${most + 2}, column 1: more than 33554432 bytes of rows have the student_id`,
    );
  });
});

it('chunks close with the student that brings them to the target, and never split one', () => {
  const rows = ['A', 'A', 'B', 'B', 'B', 'C', 'D', 'D'].map((id) => `${id},t\n`).join('');
  expect(chunks(HEADER + rows, 3).map(runs)).toEqual([[[1, 5]], [[6, 3]]]);
  expect(chunks(HEADER + rows, 1)).toHaveLength(4);
});

it('chunks close at 512 KiB however few rows that is', () => {
  const rows = Array.from({ length: 300 }, (_, nth) => `${nth},${'x'.repeat(4000)}\n`).join('');
  const sizes = chunks(HEADER + rows, 500).map((chunk) => chunk.records.length);
  expect(sizes.length).toBe(3);
  expect(Math.max(...sizes)).toBeLessThan(512 * 1024 + 4100);
});

it('chunks keep a CR at the end of the file that is text', () => {
  const [chunk] = chunks(`${HEADER}A,1\r`, 5);
  expect(chunk && csvParse(chunk.records, false)).toEqual([['A', '1\r']]);
});
