import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { fieldNamed } from '../../src/contract/field-list.js';
import { answerTo } from '../../src/web/one/answer.js';
import { withEntry } from '../../src/web/one/case.js';
import { answerBody } from '../support/answer-to.js';
import { TYPICAL } from './one-cases.js';

/** Without need, which the own limit of a program bounds. */
const STUDENT = withEntry(TYPICAL, { name: 'subsidized_amount', term: null }, '0');

/** The calculation, or null for an amount that is refused, typed into the page for one student. */
function typed(name: string, term: number | null, text: string): unknown {
  const answer = answerTo(withEntry(STUDENT, { name, term }, text));
  return answer.ok ? answer.result : null;
}

/** The same for the same student in a file. */
function inFile(name: string, term: number | null, text: string): unknown {
  const rows = STUDENT.terms.map((entries, index) => {
    const cells = {
      ...STUDENT.student,
      ...entries,
      ...(term === null || term === index ? { [name]: text } : {}),
    };
    return {
      student_id: '1',
      ...Object.fromEntries(Object.entries(cells).map(([key, cell]) => [fieldNamed(key).column, cell])),
    };
  });
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const file = Buffer.from(stringify(rows, { header: true, columns }));
  const body = answerBody(file, { format: 'ndjson', escapeFormulas: false }, rows.length);
  const { result, error } = JSON.parse(body.toString('utf8'));
  expect(result === undefined ? error.code : 'calculated').not.toBe(undefined);
  return result ?? null;
}

const FORMS = [
  ...['1000', '1000.', '1000.00', '1,000', '1,000.00', '$1000', '$ 1,000', '$1,000.00', '+1000', '+$1,000'],
  ...['0', '-', '$-', '$ -', '.5', '$.50', '0.25', '-5', '-$5', '1000.50'],
  ...['0,500', '00,500', '1,00', '10,00,000', '$', '$.', ',', '(100)', '1.000,00', '1000 $', 'much', '1e3'],
];

describe('an amount typed into the page for one student is read as in a file', () => {
  test.each(FORMS)('%s', (text) => {
    expect(typed('total_limit', null, text)).toEqual(inFile('total_limit', null, text));
    expect(typed('prior_disbursement_sub', 0, text)).toEqual(inFile('prior_disbursement_sub', 0, text));
  });

  test('with dollar sign and separators it is the plain amount', () => {
    expect(typed('total_limit', null, '$1,000.00')).toEqual(typed('total_limit', null, '1000'));
    const answer = answerTo(withEntry(STUDENT, { name: 'total_limit', term: null }, '0,500'));
    expect(answer.ok ? '' : answer.errors['total_limit']).toContain('“0,500”');
  });
});
