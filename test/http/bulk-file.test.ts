import { describe, expect, test } from 'vitest';
import { rowsOf } from '../support/csv-answer.js';
import { csvFile } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

/** Ways in which people write cells. Amounts in every spelling are in test/contract, whole files in test/csv and test/fuzz. */

const { client } = await sharedService();

describe('cells', () => {
  const COLUMNS =
    'dependency_status,grade_level,term_label,subsidized_amount,plus_denied,term_credits_enrolled';
  const answerTo = async (cells: string) => rowsOf(await client.bulk(`${COLUMNS}\n${cells}\n`))[0];
  const amountCell = (cell: string) => answerTo(`dependent,first_year,Fall,${cell},,12`);
  const gradeCell = (cell: string) => answerTo(`DEPENDENT,${cell},Fall,3500,,12`);
  const creditsCell = (cell: string) => answerTo(`dependent,first_year,Fall,0,,${cell}`);
  const flagCell = (cell: string) => answerTo(`dependent,first_year,Fall,0,${cell},12`);

  test.each([
    ['an amount', amountCell, ' 3500. ', '3500'],
    ['zero dollars', amountCell, '-', '0'],
    ['zero dollars', amountCell, '" $-   "', '0'],
    ['a choice', gradeCell, 'First Year', '3500'],
    ['a choice', gradeCell, ' first\u00a0 year ', '3500'],
  ])('%s may be written %3$s', async (_, ask, cell, subsidized) => {
    expect(await ask(cell)).toMatchObject({ error: '', annual_basic_eligibility_sub: subsidized });
  });

  test.each([
    ['an amount', amountCell, '3 500', 'subsidized_amount'],
    ['an amount', amountCell, '#REF!', 'subsidized_amount'],
    ['a choice', gradeCell, 'freshman', 'grade_level'],
    ['credits', creditsCell, '"7,5"', 'term_credits_enrolled'],
    ['credits', creditsCell, 'FT', 'term_credits_enrolled'],
    ['credits', creditsCell, '1e1', 'term_credits_enrolled'],
    ['a flag', flagCell, 'maybe', 'plus_denied'],
  ])('%s may not be written %3$s', async (_, ask, cell, column) => {
    expect((await ask(cell))?.['error']).toMatch(new RegExp(`^${column}: .* \\(row 2\\)$`));
  });

  test('a flag is true, 1, yes or y, or false, 0, no, n or blank, in any case', async () => {
    for (const yes of ['true', 'TRUE', '1', 'Yes', 'y'])
      expect(await flagCell(yes), yes).toMatchObject({ error: '', annual_basic_eligibility_unsub: '9500' });
    for (const no of ['false', '0', 'NO', 'n', ''])
      expect(await flagCell(no), no).toMatchObject({ error: '', annual_basic_eligibility_unsub: '5500' });
  });

  test('labels and ids come back as sent, quotes, commas and line ends inside them', async () => {
    for (const text of [
      'Fall, "main"\r\ncampus',
      ' 7 ',
      '=1+1',
      'Été 😀',
      'a\nb',
      'a\rb',
      '""',
      '007',
      '__proto__',
    ]) {
      const cell = `"${text.replaceAll('"', '""')}"`;
      const [row] = rowsOf(await client.bulk(csvFile(`${cell},dependent,first_year,${cell},12`)));
      expect(row).toMatchObject({ student_id: text, term_label: text, error: '' });
    }
  });
});
