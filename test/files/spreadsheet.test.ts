import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rowsOf } from '../support/csv-answer.js';
import { sharedService } from '../support/shared-service.js';

/**
 * One sheet of four students, saved by LibreOffice in many ways. `plain.csv` is how a programmer writes it;
 * `accounting.csv` is how Excel saves the accounting format. It has currency and accounting amounts,
 * percents, dates, ids with leading zeros, a name of two lines, blank rows and a negative amount.
 */

const { client } = await sharedService();
const FOLDER = join(import.meta.dirname, 'calculated');
const answerTo = async (name: string) =>
  rowsOf(await client.bulk(readFileSync(join(FOLDER, name)), {}, '?ignore_columns=*&award_year=2026-27'));
const plain = await answerTo('plain.csv');
const withoutErrors = (rows: typeof plain) => rows.map(({ error: _, ...row }) => row);

test('the plain file gives the dollars of the rules', () => {
  const amounts = plain.map((row) => [
    row['student_id'],
    row['term_label'],
    row['reduced_annual_pct'],
    row['total_equal_subsidized'],
    row['total_equal_unsubsidized'],
    row['error']?.replace(/:.*\(/, ' ('),
  ]);
  expect(amounts).toEqual([
    // 19.5 of 24 credits are 81%: 2,835 of 3,500 subsidized, and 4,455 of 5,500 in total.
    ['00017', 'Otoño 2026', '81', '2835', '1620', ''],
    ['00017', 'Spring 2027', '81', '2835', '1620', ''],
    // 21 of 24 credits are 88%: 3,960 of 4,500, and 9,240 of 10,500.
    ['00018', 'Otoño 2026', '88', '3960', '5280', ''],
    ['00018', 'Spring 2027', '88', '3960', '5280', ''],
    // 6 of 12 credits are 50%: 2,750 of 5,500, and 6,250 of 12,500, since PLUS was denied.
    ['00019', 'Fall', '50', '2750', '3500', ''],
    ['00020', 'Fall', '', '', '', 'term_prior_disbursement_sub (row 9)'],
  ]);
});

describe('however the sheet was saved, its answer is that of the plain file', () => {
  const SAVED = ['shown.csv', 'quoted.csv', 'values.csv', 'saved-again-id-as-text.csv', 'accounting.csv'];
  test.each(SAVED)('%s', async (name) => {
    const rows = await answerTo(name);
    expect(withoutErrors(rows)).toEqual(withoutErrors(plain));
    expect(rows.at(-1)?.['error']).toMatch(/^term_prior_disbursement_sub: Expected .* \(row 9\)$/);
  });

  test('saved-again.csv, in which the spreadsheet took the ids for numbers', async () => {
    const rows = await answerTo('saved-again.csv');
    const trimmed = plain.map((row) => ({ ...row, student_id: String(Number(row['student_id'])) }));
    expect(withoutErrors(rows)).toEqual(withoutErrors(trimmed));
  });
});
