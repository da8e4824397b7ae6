import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CsvLimits } from '../../src/csv/head.js';
import { forAll } from '../support/runs.js';
import {
  chunksOf,
  csvParse,
  dataRows,
  expectedRecords,
  FUZZ_RUNS,
  groupedRows,
  LIMITS,
  nearlyWellFormed,
  noise,
  refusalOf,
  split,
  wellFormed,
} from './split-support.js';

const idColumn = fc.constantFrom(null, 0, 0, 0, 1, 2);
const smallLimits = { ...LIMITS, maxColumns: 3, maxCellBytes: 6 };

function expectSame(bytes: Uint8Array, limits: CsvLimits, column: number | null, targetRows: number): void {
  const expected = expectedRecords(bytes, limits);
  if (expected === undefined) {
    expect(refusalOf(bytes, column, limits)).toBeDefined();
    return;
  }
  const file = split(bytes, column, limits);
  const rows = expected.slice(1);
  const groups = groupedRows(rows, column);
  expect(file.rowCount).toBe(rows.length);
  expect(file.studentCount).toBe(groups.length);
  const chunks = chunksOf(bytes, file, targetRows);
  expect(chunks.flatMap(dataRows)).toEqual(groups.flat());

  let rest = groups;
  for (const chunk of chunks) {
    const own = dataRows(chunk);
    const count = rest.findIndex((_, nth) => rest.slice(0, nth + 1).flat().length === own.length) + 1;
    expect(rest.slice(0, count).flat()).toEqual(own);
    rest = rest.slice(count);
    expect(csvParse(chunk.records, false)).toEqual(own.map((row) => rows[row - 1]));
    expect(chunk.records.at(-1)).toBe(10);
  }
}

describe('the splitter and csv-parse', () => {
  for (const [name, files] of [
    ['noise', noise],
    ['files as people send them', wellFormed],
    ['files with small mistakes', nearlyWellFormed],
  ] as const) {
    it(`agree on ${name}: same verdict, same records, grouped by student`, () => {
      forAll(FUZZ_RUNS, files, idColumn, fc.integer({ min: 1, max: 9 }), (bytes, column, rows) => {
        expectSame(bytes, LIMITS, column, rows);
      });
    });

    it(`agree on ${name} with limits that bite`, () => {
      forAll(FUZZ_RUNS, files, (bytes) => expectSame(bytes, smallLimits, 0, 2));
    });
  }

  it('the generated files are accepted and refused often enough to mean something', () => {
    const verdicts = (files: fc.Arbitrary<Buffer>): number =>
      fc.sample(files, { numRuns: 300, seed: 1 }).filter((bytes) => expectedRecords(bytes, LIMITS)).length;
    expect(verdicts(wellFormed)).toBeGreaterThan(250);
    expect(verdicts(nearlyWellFormed)).toBeGreaterThan(30);
    expect(verdicts(nearlyWellFormed)).toBeLessThan(270);
    expect(verdicts(noise)).toBeGreaterThan(10);
  });
});
