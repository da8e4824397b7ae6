import { describe, expect, test } from 'vitest';
import { rowsOf } from '../support/csv-answer.js';
import { CSV_HEADER, csvFile } from '../support/requests.js';
import { sharedService } from '../support/shared-service.js';

/** Ways in which people and programs write the same file. */

const LINES = [
  '0017,dependent,first_year,Fall,12',
  '0017,dependent,first_year,Spring,7.5',
  '0018,independent,second_year,Fall,6',
];
const PLAIN = csvFile(...LINES);

const { client } = await sharedService();
const { text: plainAnswer } = await client.bulk(PLAIN);

/** Every record of {@link PLAIN} written another way. */
const rewritten = (change: (line: string) => string) => PLAIN.trimEnd().split('\n').map(change);
const lines = (all: readonly string[], end = '\n') => all.map((line) => line + end).join('');
const swapped = (line: string) => line.split(',').toReversed().join(',');

describe('the same students give the same answer', () => {
  test.each([
    ['with a byte order mark', `\uFEFF${PLAIN}`],
    ['with CRLF', PLAIN.replaceAll('\n', '\r\n')],
    ['with CRLF and LF mixed', PLAIN.replace('\n', '\r\n')],
    ['without the last line end', PLAIN.trimEnd()],
    ['with blank lines everywhere', `\n\r\n${PLAIN.replaceAll('\n', '\n\n\r\n')}\n\n`],
    [
      'with every cell in quotes',
      lines(
        rewritten((line) => `"${line.replaceAll(',', '","')}"`),
        '\r\n',
      ),
    ],
    ['with the columns in another order', lines(rewritten(swapped))],
    ['with the header in capitals', PLAIN.replace(CSV_HEADER, CSV_HEADER.toUpperCase())],
    ['with padded names', PLAIN.replace(CSV_HEADER, CSV_HEADER.replaceAll(',', ' ,\t '))],
    ['with a column that nobody knows', lines(rewritten((line) => `${line},anything`))],
    ['with trailing empty columns', lines(rewritten((line) => `${line},,,`))],
    [
      'with blanks around the values',
      PLAIN.replaceAll(',12\n', ', 12\t\n').replaceAll(',dependent', ',\u00a0dependent '),
    ],
    ['with credits written longer', PLAIN.replace(',7.5\n', ',+07.500\n').replace(',6\n', ',6.\n')],
  ])('%s', async (_, file) => {
    expect((await client.bulk(file, {}, '?ignore_columns=*')).text).toBe(plainAnswer);
  });

  test('as a spreadsheet saves it', async () => {
    const saved = [
      '\uFEFF"student_id","dependency_status","grade_level","term_label","term_credits_enrolled",,',
      '"0017","dependent","first_year","Fall",12,,',
      '"0017","dependent","first_year","Spring",7.5,,',
      '"0018","independent","second_year","Fall",6,,',
      '',
    ].join('\r\n');
    expect((await client.bulk(saved, {}, '?ignore_columns=*')).text).toBe(plainAnswer);
  });
});

describe('cells', () => {
  const header =
    'dependency_status,grade_level,term_label,subsidized_amount,plus_denied,total_limit,term_credits_enrolled';
  const answerTo = async (cells: string) => rowsOf(await client.bulk(`${header}\n${cells}\n`))[0];

  test.each(['3500', '"3,500"', '$3500', '"$3,500.00"', '3500.', ' 3500.0 ', '+3500', '"$3,500"'])(
    'an amount may be written %s',
    async (amount) => {
      const row = await answerTo(`dependent,first_year,Fall,${amount},,,12`);
      expect(row).toMatchObject({ error: '', annual_basic_eligibility_sub: '3500' });
    },
  );

  test.each(['-', '$-', '$ -', '" $-   "', '-   ', '$0.00', '-0', '0.0'])(
    'zero dollars may be written %s',
    async (amount) => {
      const row = await answerTo(`dependent,first_year,Fall,${amount},,,12`);
      expect(row).toMatchObject({ error: '', annual_basic_eligibility_sub: '0' });
    },
  );

  test.each(['first_year', 'First Year', 'FIRST-YEAR', ' first  year ', 'first\u00a0year', '"First_Year"'])(
    'a choice may be written %s',
    async (grade) => {
      const row = await answerTo(`DEPENDENT,${grade},Fall,3500,,,12`);
      expect(row).toMatchObject({ error: '', annual_basic_eligibility_sub: '3500' });
    },
  );

  test.each(['freshman', '1', 'FR', 'first_year_', 'firstyear', 'second-year-'])(
    'a choice may not be written %s',
    async (grade) => {
      const row = await answerTo(`dependent,${grade},Fall,0,,,12`);
      expect(row?.['error']).toMatch(/^grade_level: Expected first_year, .* \(row 2\)$/);
    },
  );

  test.each(['"7,5"', '-', '$12', '12 hrs', 'FT', '87.5%', '1e1', '"1,200"'])(
    'credits may not be written %s',
    async (credits) => {
      const row = await answerTo(`dependent,first_year,Fall,0,,,${credits}`);
      expect(row?.['error']).toMatch(/^term_credits_enrolled: .* \(row 2\)$/);
    },
  );

  test.each(['3 500', '"0,500"', '"($100.00)"', '"3,500.00 USD"', '"3.500,00"', '50%', '#REF!'])(
    'an amount may not be written %s',
    async (amount) => {
      const row = await answerTo(`dependent,first_year,Fall,${amount},,,12`);
      expect(row?.['error']).toMatch(/^subsidized_amount: .* \(row 2\)$/);
    },
  );

  test.each([
    ['true', '9500'],
    ['TRUE', '9500'],
    ['1', '9500'],
    ['Yes', '9500'],
    ['y', '9500'],
    ['false', '5500'],
    ['0', '5500'],
    ['NO', '5500'],
    ['n', '5500'],
    ['', '5500'],
  ])('a flag of "%s" gives a limit of %s', async (flag, limit) => {
    const row = await answerTo(`dependent,first_year,Fall,0,${flag},,12`);
    expect(row).toMatchObject({ error: '', annual_basic_eligibility_unsub: limit });
  });

  test.each(['maybe', '2', 't', 'truee'])('a flag of "%s" is refused', async (flag) => {
    expect((await answerTo(`dependent,first_year,Fall,0,${flag},,12`))?.['error']).toMatch(/^plus_denied: /);
  });

  test('blank cells are absent fields, whatever the column', async () => {
    const all =
      'student_id,dependency_status,degree_level,grade_level,subsidized_amount,plus_denied,is_legacy_borrower,' +
      'cost_of_attendance,total_limit,academic_year_terms,term_label,term_required,term_ft_credits,' +
      'term_credits_enrolled,term_actual_final_credits,term_prior_disbursement_sub,' +
      'term_prior_disbursement_unsub,term_prior_disbursement_grad_plus';
    const file = `${all}\nA,dependent, ,first_year,,\t,,,,,Fall,,,,,,,\n`;
    const short =
      'student_id,dependency_status,grade_level,term_label,term_credits_enrolled\nA,dependent,first_year,Fall,\n';
    expect((await client.bulk(file)).text).toBe((await client.bulk(short)).text);
  });

  test('quotes, commas and line ends inside a label come back as sent', async () => {
    for (const label of ['Fall, "main"\r\ncampus', ' Fall ', '=1+1', 'Été 2026 😀', 'a\nb', 'a\rb', '""']) {
      const cell = `"${label.replaceAll('"', '""')}"`;
      const [row] = rowsOf(await client.bulk(csvFile(`A,dependent,first_year,${cell},12`)));
      expect(row).toMatchObject({ term_label: label, error: '' });
    }
  });

  test.each(['007', ' 7 ', '1e5', '=A1', '"', 'a,b', 'row:1', 'ÄÖ', '__proto__', '9'.repeat(40)])(
    'a student_id of %s comes back as sent',
    async (id) => {
      const cell = `"${id.replaceAll('"', '""')}"`;
      const [row] = rowsOf(await client.bulk(csvFile(`${cell},dependent,first_year,Fall,12`)));
      expect(row).toMatchObject({ student_id: id, error: '' });
    },
  );
});
