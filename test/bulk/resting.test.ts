import { describe, expect, it } from 'vitest';
import { type ChunkHead, chunkParts, joined } from '../../src/bulk/chunk/chunk-format.js';
import { runChunk } from '../../src/bulk/chunk/run-chunk.js';

const columns = ['student_id', 'dependency_status', 'grade_level', 'term_label', 'term_credits_enrolled'];
const RECORDS = [
  '1,dependent,first_year,Fall,9',
  '1,dependent,first_year,Spring,9',
  '2,nobody,first_year,Fall,9',
  '3,dependent,first_year,Fall,12',
];
const STUDENTS = 3;

/** Calculates {@link RECORDS} on the machine `here` and counts the rests. */
function calculated(records: readonly string[], restOn?: string): { text: string; rests: number } {
  let rests = 0;
  const resting = {
    machine: 'here',
    rest: () => {
      rests += 1;
    },
  };
  const head: ChunkHead = {
    columns,
    rows: [[1, records.length]],
    format: 'csv',
    escapeFormulas: false,
    ...(restOn === undefined ? {} : { restOn }),
  };
  const chunk = chunkParts(head, Buffer.from(records.map((record) => `${record}\n`).join('')));
  return { text: joined(runChunk(joined(chunk), resting)).toString('utf8'), rests };
}

describe.each([
  ['without quotes', RECORDS],
  ['in quotes', RECORDS.map((record) => `"${record.split(',').join('","')}"`)],
])('a chunk %s', (_, records) => {
  it('that asks for rests on this machine rests once for each student, and gives the same bytes', () => {
    const resting = calculated(records, 'here');
    expect(resting.rests).toBe(STUDENTS);
    expect(resting.text).toBe(calculated(records).text);
  });

  it('that asks for rests on another machine, or for none, is calculated without', () => {
    expect(calculated(records, 'elsewhere').rests).toBe(0);
    expect(calculated(records).rests).toBe(0);
  });
});
