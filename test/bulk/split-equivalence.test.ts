import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SplitterOptions } from '../../src/bulk/split/options.js';
import { CsvRefusal } from '../../src/bulk/split/refusal.js';
import {
  csvParse,
  cuts,
  expectedRecords,
  FUZZ_RUNS,
  groupedRows,
  LIMITS,
  nearlyWellFormed,
  noise,
  optionsWith,
  rowNumbers,
  split,
  wellFormed,
} from './split-support.js';

const idColumn = fc.constantFrom(null, 0, 0, 0, 1, 2);
const smallLimits = { maxColumns: 3, maxCellBytes: 6 };

/** Everything a caller can see of a split, or of the refusal. */
function outcome(bytes: Uint8Array, sizes: readonly number[], options: SplitterOptions, targetRows: number) {
  try {
    const file = split(bytes, sizes, options);
    const chunks = [...file.chunks(targetRows)];
    return { file, chunks, refusal: undefined };
  } catch (error) {
    if (!(error instanceof CsvRefusal)) throw error;
    return { file: undefined, chunks: [], refusal: error.message + error.reason };
  }
}

function expectSameAsCsvParse(
  bytes: Uint8Array,
  sizes: readonly number[],
  options: SplitterOptions,
  column: number | null,
  targetRows: number,
): void {
  const expected = expectedRecords(bytes, options);
  const actual = outcome(bytes, sizes, options, targetRows);
  if (expected === undefined) {
    expect(actual.refusal).toBeDefined();
    return;
  }
  expect(actual.refusal).toBeUndefined();
  const rows = expected.slice(1);
  const groups = groupedRows(rows, column);
  expect(actual.file?.rowCount).toBe(rows.length);
  expect(actual.file?.studentCount).toBe(groups.length);
  expect(actual.file?.byteLength).toBe(bytes.length);
  expect(actual.chunks.flatMap(rowNumbers)).toEqual(groups.flat());

  let studentsBefore = 0;
  for (const chunk of actual.chunks) {
    const students = groups.slice(studentsBefore, studentsBefore + chunk.studentCount);
    studentsBefore += chunk.studentCount;
    expect(rowNumbers(chunk)).toEqual(students.flat());
    expect(csvParse(chunk.records, false)).toEqual(students.flat().map((row) => rows[row - 1]));
    expect(chunk.records.at(-1)).toBe(10);
  }
  expect(studentsBefore).toBe(groups.length);
}

describe('the splitter and csv-parse', () => {
  for (const [name, files] of [
    ['noise', noise],
    ['files as people send them', wellFormed],
    ['files with small mistakes', nearlyWellFormed],
  ] as const) {
    it(`agree on ${name}: same verdict, same records, grouped by student, for every way of cutting`, () => {
      fc.assert(
        fc.property(files, cuts, idColumn, fc.integer({ min: 1, max: 9 }), (bytes, sizes, column, rows) => {
          expectSameAsCsvParse(bytes, sizes, optionsWith(column), column, rows);
        }),
        { numRuns: FUZZ_RUNS },
      );
    });

    it(`agree on ${name} with limits that bite`, () => {
      fc.assert(
        fc.property(files, cuts, (bytes, sizes) => {
          expectSameAsCsvParse(bytes, sizes, optionsWith(0, smallLimits), 0, 2);
        }),
        { numRuns: FUZZ_RUNS },
      );
    });
  }

  it('gives the same refusal, line and column for every way of cutting', () => {
    fc.assert(
      fc.property(
        fc.oneof(noise, nearlyWellFormed),
        cuts,
        fc.constantFrom(LIMITS, smallLimits),
        (bytes, sizes, limits) => {
          const options = optionsWith(0, limits);
          expect(outcome(bytes, sizes, options, 3).refusal).toBe(outcome(bytes, [65536], options, 3).refusal);
        },
      ),
      { numRuns: FUZZ_RUNS },
    );
  });

  it('the generated files are accepted and refused often enough to mean something', () => {
    const verdicts = (files: fc.Arbitrary<Buffer>): number =>
      fc.sample(files, { numRuns: 300, seed: 1 }).filter((bytes) => expectedRecords(bytes, LIMITS)).length;
    expect(verdicts(wellFormed)).toBeGreaterThan(250);
    expect(verdicts(nearlyWellFormed)).toBeGreaterThan(30);
    expect(verdicts(nearlyWellFormed)).toBeLessThan(270);
    expect(verdicts(noise)).toBeGreaterThan(10);
  });
});
