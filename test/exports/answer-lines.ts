import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { answerTo } from '../support/answer-to.js';

const recordsSchema = z.array(z.record(z.string(), z.string()));
const LOANS = ['subsidized', 'unsubsidized', 'grad_plus'];
const ANNUAL = ['sub', 'unsub', 'grad_plus'].map((loan) => `annual_basic_eligibility_${loan}`);

/** The dollars of a student in one line; `fails` for one who cannot be calculated. */
type Line = string;

/** The dollars of each student in the answer to a file of ours, as the right ones are written. */
export function answerLines(csv: Uint8Array): Readonly<Record<string, Line>> {
  const records = recordsSchema.parse(parse(answerTo(csv), { columns: true, record_delimiter: '\r\n' }));
  const students = new Map<string, Record<string, string>[]>();
  for (const record of records) {
    const id = record['student_id']?.trim() ?? '';
    students.set(id, [...(students.get(id) ?? []), record]);
  }
  return Object.fromEntries([...students].map(([id, rows]) => [id, lineOfRows(rows)]));
}

function lineOfRows(rows: readonly Record<string, string>[]): Line {
  if (rows.some((row) => row['error'] !== '')) return 'fails';
  const [first = {}] = rows;
  const amounts = (row: Record<string, string>, names: readonly string[]): readonly number[] =>
    names.map((name) => Number(row[name]));
  return lineOf(
    amounts(first, ANNUAL),
    rows.map((row) => {
      const equal = amounts(
        row,
        LOANS.map((loan) => `term_equal_${loan}`),
      );
      const proportional = LOANS.map((loan) => `term_proportional_${loan}`);
      const isEqual = proportional.every((name) => row[name] === '');
      return {
        label: row['term_label'] ?? '',
        equal,
        proportional: isEqual ? equal : amounts(row, proportional),
      };
    }),
  );
}

/** One student's dollars in a line: the annual limits, then each term in which something is paid, by label. */
function lineOf(
  annual: readonly number[],
  ofTerms: readonly {
    readonly label: string;
    readonly equal: readonly number[];
    readonly proportional: readonly number[];
  }[],
): Line {
  const parts = ofTerms
    .filter(({ equal, proportional }) => [...equal, ...proportional].some((amount) => amount > 0))
    .map(({ label, equal, proportional }) => `${label}: ${equal.join('/')} or ${proportional.join('/')}`);
  return [annual.join('/'), ...parts.sort()].join('; ');
}
