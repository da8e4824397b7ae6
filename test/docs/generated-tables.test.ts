import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import { REQUEST_COLUMNS } from '../../src/contract/field-list.js';
import { requestColumnTable } from '../../src/contract/openapi/csv-columns.js';
import { withTables } from '../support/with-tables.js';
import { renderConfigTable } from './config-table.js';
import { renderLimitsTable } from './limits-table.js';
import { documentText, ROOT } from './readme.js';

/** `npx vitest run test/docs -u` writes the tables into the documents, and the template. */
test.each([
  ['docs/configuration.md', { limits: renderLimitsTable(), config: renderConfigTable() }],
  ['docs/columns.md', { columns: requestColumnTable() }],
])('%s has its tables just as the service has them', async (file, tables) => {
  await expect(withTables(documentText(file), tables)).toMatchFileSnapshot(`${ROOT}/${file}`);
});

const YEAR = ['Fall 2026', 'Spring 2027'];
/** Three students: planned, changed after a payment, and a legacy borrower. What a term does not say is blank. */
const STUDENTS = [
  {
    facts: { student_id: '0012', dependency_status: 'dependent', degree_level: 'undergraduate' },
    more: { grade_level: 'first_year', subsidized_amount: '$3,500.00', is_legacy_borrower: 'no' },
    terms: [{ term_credits_enrolled: '12' }, { term_credits_enrolled: '9' }],
  },
  {
    facts: { student_id: '0013', dependency_status: 'independent', degree_level: 'undergraduate' },
    more: { grade_level: 'third_year_and_beyond', subsidized_amount: '5500', is_legacy_borrower: 'no' },
    terms: [
      {
        term_credits_enrolled: '12',
        term_actual_final_credits: '9',
        term_prior_disbursement_sub: '2750',
        term_prior_disbursement_unsub: '3500',
      },
      { term_credits_enrolled: '12' },
    ],
  },
  {
    facts: { student_id: '0014', dependency_status: 'independent', degree_level: 'graduate' },
    more: {
      subsidized_amount: '0',
      is_legacy_borrower: 'yes',
      cost_of_attendance: '32000',
      term_ft_credits: '9',
    },
    terms: [{ term_credits_enrolled: '9' }, { term_credits_enrolled: '6' }],
  },
];

test('docs/template.csv has every column, and rows to overwrite', async () => {
  const rows = STUDENTS.flatMap(({ facts, more, terms }) =>
    terms.map((term, at) => ({
      ...{ term_label: YEAR[at], term_required: 'yes', term_ft_credits: '12', plus_denied: 'no' },
      ...facts,
      ...more,
      ...term,
    })),
  );
  const text = stringify(rows, { header: true, columns: [...REQUEST_COLUMNS], record_delimiter: '\n' });
  await expect(text).toMatchFileSnapshot(`${ROOT}/docs/template.csv`);
});
