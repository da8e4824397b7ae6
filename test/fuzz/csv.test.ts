import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ourColumn } from '../../src/contract/header.js';
import { csvText, REQUEST_COLUMNS } from '../reference/csv-rows.js';
import { tableOf } from '../support/csv-answer.js';
import { mutated } from '../support/mutations.js';
import { FUZZ_TIMEOUT_MS, fuzzRuns } from '../support/runs.js';
import { ownService } from '../support/shared-service.js';
import { someRows } from '../support/some-rows.js';

/** Only documented responses, and no row lost, doubled or swapped. */

const { client } = await ownService({ BULK_CHUNK_ROWS: '3' });

const file = fc
  .tuple(fc.constantFrom('', '\uFEFF'), someRows, fc.constantFrom('\n' as const, '\r\n' as const))
  .map(([mark, rows, newline]) => mark + csvText([REQUEST_COLUMNS, ...rows], newline));

const EXAMPLE = csvText([
  ['student_id', 'dependency_status', 'grade_level', 'term_label', 'term_credits_enrolled'],
  ['A', 'dependent', 'first_year', 'Fall, "main"', '12'],
  ['A', 'dependent', 'first_year', 'Spring\nterm', '9'],
  ['', 'independent', 'second_year', 'Fall', '7.5'],
]);
const damaged = mutated(EXAMPLE, [...',"\n\r\0\uFEFFé ;A1', '""', '\r\n']);

const table = z.array(z.array(z.string()));

/** Ids and labels of all records that a strict reader finds, without the header. */
function textRows(text: string): string[][] {
  const [header = [], ...rows] = table.parse(
    parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n'],
      skip_records_with_empty_values: true,
      // A blank record may have any number of cells.
      relax_column_count: true,
    }),
  );
  const names = header.map(ourColumn);
  const at = (row: readonly string[], name: string) => row[names.indexOf(name)] ?? '';
  return rows.map((row, index) => {
    const id = at(row, 'student_id');
    return [id.trim() === '' ? `row:${index + 1}` : id, at(row, 'term_label')];
  });
}

test(
  'whatever file is sent, each row comes back once, or the whole file is refused as documented',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: file }, damaged), async (text) => {
        const answer = await client.bulk(text);
        if (answer.status !== 200) {
          expect(answer.status).toBe(400);
          return;
        }
        const rows = tableOf(answer)
          .slice(1)
          .map((row) => row.slice(0, 2));
        expect(rows.map(String).toSorted()).toEqual(textRows(text).map(String).toSorted());
      }),
      { numRuns: fuzzRuns(200) },
    );
  },
  FUZZ_TIMEOUT_MS,
);

test(
  'whatever bytes are sent, plain or as gzip, the answer is a documented one',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, isGzip) => {
        const { status } = await client.bulk(bytes, isGzip ? { 'content-encoding': 'gzip' } : {});
        expect([200, 400]).toContain(status);
      }),
      { numRuns: fuzzRuns(100) },
    );
  },
  FUZZ_TIMEOUT_MS,
);
