import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHead } from '../../src/csv/head.js';
import { forAll, fuzzRuns } from '../support/runs.js';
import { LIMITS } from './split-support.js';

const READING = { ...LIMITS, ignoreColumns: '*' } as const;

/** Other column names, with everything that delimiters, quotes and line breaks can do to a first line. */
const otherName = fc.oneof(
  fc.constantFrom('', 'a;b;c', 'a\tb\tc', 'a|b|c', 'x"y', 'one\ntwo', 'one\r\ntwo', 'one\rtwo', '\uFEFF'),
  fc.constantFrom('<b>', '[Name]', '{x}', 'sep=;', '%PDF', 'https://x.example/?a=1,2'),
  fc.constantFrom('independent', 'Report: a b c', '0017'),
  fc.string({ unit: fc.constantFrom(...'zq;\t|^~: "\n\r,<[{=é😀') }),
);

const rightHeaders = fc
  .array(otherName, { maxLength: 8 })
  .chain((others) => {
    const cells = ['student_id', 'dependency_status', 'term_label', 'term_credits_enrolled', ...others];
    return fc.shuffledSubarray(cells, { minLength: cells.length });
  })
  .chain((cells) =>
    fc.tuple(
      fc.constant(cells),
      fc.boolean(),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\uFEFF', '\n', ',,\n'),
    ),
  );

test('a right header is read under every way of writing it, whatever the other columns are called, and however it arrives', () => {
  forAll(fuzzRuns(3000), rightHeaders, fc.nat(), ([cells, quoted, lineEnd, above], cut) => {
    const record = stringify([cells], { record_delimiter: lineEnd, quoted, quoted_match: /[\r\n]/ });
    const bytes = Buffer.from(`${above}${record}${stringify([cells.map(() => 'x')])}`);
    expect(readHead(bytes, true, READING)?.header.columns).toHaveLength(cells.length);
    // A part of the file is read as incomplete, or as the whole header.
    const part = readHead(bytes.subarray(0, cut % bytes.length), false, READING);
    expect(part?.header.columns.length ?? cells.length).toBe(cells.length);
  });
});
