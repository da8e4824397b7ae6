import { expect } from 'vitest';
import { csvFile } from '../support/requests.js';
import type { Outcome } from '../support/upload.js';

/** The label is long, so that an answer is longer than what the system keeps for a caller who does not read. */
const LABEL = 'x'.repeat(98);

/** A file in which every row bears its caller's name, a single letter that is in no column name and in no word of the answer. */
export function callersFile(caller: string, rows: number): string {
  return csvFile(
    ...Array.from({ length: rows }, (_, row) => `${caller}${row},dependent,first_year,${caller}${LABEL},9`),
  );
}

/** The lines of an answer. */
export function linesOf({ body }: Outcome): string[] {
  return body.toString('utf8').split('\r\n');
}

/** The answer is what `Q`, who was alone, got for a file of the same length, but with this caller's name. */
export function expectOwnRows(outcome: Outcome, linesOfQ: readonly string[], caller: string): void {
  const [header, ...rows] = linesOfQ;
  const expected = [header, ...rows.map((row) => row.replaceAll('Q', caller))];
  const lines = linesOf(outcome);
  expect(lines.findIndex((line, at) => line !== expected[at])).toBe(-1);
  expect(lines).toHaveLength(expected.length);
}
