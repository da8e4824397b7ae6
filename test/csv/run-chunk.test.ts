import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESPONSE_COLUMNS } from '../../src/contract/csv-response.js';
import { REQUEST_COLUMNS } from '../../src/contract/field-list.js';
import { fuzzRuns } from '../support/runs.js';
import { answerOf, type Cells, someRecords } from './chunk-support.js';
import { groupedRows } from './split-support.js';

const RUNS = { numRuns: fuzzRuns(600) };

const hasSpecial = (cell: string) => /[",\n]|\r$/.test(cell);
/** First characters that a spreadsheet takes for a formula, full-width ones included. */
const FORMULA = /^[-=+@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Records that can be sent without any quote. */
const plainRecords = someRecords.map((records) => records.filter((cells) => !cells.some(hasSpecial)));

describe('the ways in which a file is written', () => {
  it('give the same bytes for the same records, sent without quotes and all in quotes', () => {
    fc.assert(
      fc.property(
        plainRecords,
        fc.constantFrom('csv', 'ndjson'),
        fc.boolean(),
        (records, format, escapeFormulas) => {
          const options = { format, escapeFormulas } as const;
          expect(answerOf(records, () => false, options)).toBe(answerOf(records, () => true, options));
        },
      ),
      RUNS,
    );
  });

  it('give the same bytes for LF and CRLF line ends', () => {
    fc.assert(
      fc.property(plainRecords, (records) => {
        expect(answerOf(records, () => false, { lineEnd: '\r\n' })).toBe(answerOf(records, () => false));
      }),
      RUNS,
    );
  });
});

describe('the text of an answer', () => {
  it('is what csv-stringify writes of the cells that csv-parse reads from it', () => {
    fc.assert(
      fc.property(someRecords, (records) => {
        const answer = answerOf(records, hasSpecial);
        const cells: string[][] = parse(answer, { record_delimiter: '\r\n' });
        expect(stringify(cells, { record_delimiter: '\r\n', quote_record_delimiter: true })).toBe(answer);
      }),
      RUNS,
    );
  });

  it('has one record for every record sent, with its id and label as sent or defused', () => {
    fc.assert(
      fc.property(someRecords, fc.boolean(), (records, escapeFormulas) => {
        const answer = answerOf(records, hasSpecial, { escapeFormulas });
        const cells: string[][] = parse(answer, { record_delimiter: '\r\n' });
        const idAndLabel = (record: Cells, index: number) => [
          (record[0] ?? '').trim() === '' ? `row:${index + 1}` : record[0],
          record[10],
        ];
        const defused = (cell = '') => (escapeFormulas && FORMULA.test(cell) ? `'${cell}` : cell);
        const sent = records.map((record, index) => idAndLabel(record, index).map(defused));
        const order = groupedRows(
          records.map((record) => [...record]),
          0,
        ).flat();
        expect(cells.map((record) => [record[0], record[1]])).toEqual(order.map((row) => sent[row - 1]));
      }),
      RUNS,
    );
  });

  it('defuses formulas in text cells, and leaves negative numbers alone, where the operator wants it', () => {
    const student: Readonly<Record<string, string>> = {
      student_id: '=1+1',
      dependency_status: 'dependent',
      grade_level: 'first_year',
      subsidized_amount: '2000',
    };
    const term = (cells: Readonly<Record<string, string>>): Cells =>
      REQUEST_COLUMNS.map((column) => cells[column] ?? student[column] ?? '');
    const fall = term({
      term_label: 'Fall',
      term_credits_enrolled: '9',
      term_actual_final_credits: '6',
      term_prior_disbursement_sub: '502',
    });
    const spring = term({ term_label: '+Spring', term_credits_enrolled: '12' });
    const answer = answerOf([fall, spring], () => false, { escapeFormulas: true });
    const [, second] = parse(answer, { record_delimiter: '\r\n' }) as string[][];
    expect(second?.slice(0, 2)).toEqual(["'=1+1", "'+Spring"]);
    expect(Number(second?.[RESPONSE_COLUMNS.indexOf('term_adjustment_sub')])).toBeLessThan(0);
  });
});
