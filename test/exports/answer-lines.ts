import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { answerTo } from '../support/answer-to.js';

const recordsSchema = z.array(z.record(z.string(), z.string()));
const LOANS = ['subsidized', 'unsubsidized', 'grad_plus'];
const EQUAL = LOANS.map((loan) => `term_equal_${loan}`);
const PROPORTIONAL = LOANS.map((loan) => `term_proportional_${loan}`);
const ANNUAL = ['sub', 'unsub', 'grad_plus'].map((loan) => `annual_basic_eligibility_${loan}`);

/**
 * The dollars of each student in the answer to a file of ours, as the right ones are written: the annual limits, then each term in which
 * something is paid, by label; `fails` for one who cannot be calculated.
 */
export function answerLines(csv: Uint8Array): Readonly<Record<string, string>> {
  const records = recordsSchema.parse(parse(answerTo(csv), { columns: true, record_delimiter: '\r\n' }));
  const students = new Map<string, Record<string, string>[]>();
  for (const record of records) {
    const id = record['student_id']?.trim() ?? '';
    students.set(id, [...(students.get(id) ?? []), record]);
  }
  return Object.fromEntries([...students].map(([id, rows]) => [id, lineOf(rows)]));
}

function lineOf(rows: readonly Record<string, string>[]): string {
  if (rows.some((row) => row['error'] !== '')) return 'fails';
  const amounts = (row: Record<string, string> | undefined, names: readonly string[]): string =>
    names.map((name) => Number(row?.[name])).join('/');
  const terms = rows.map((row) => {
    const equal = amounts(row, EQUAL);
    const byCredits = PROPORTIONAL.every((name) => row[name] === '') ? equal : amounts(row, PROPORTIONAL);
    return `${row['term_label']}: ${equal} or ${byCredits}`;
  });
  const paid = terms.filter((term) => !term.endsWith(': 0/0/0 or 0/0/0'));
  return [amounts(rows[0], ANNUAL), ...paid.sort()].join('; ');
}
