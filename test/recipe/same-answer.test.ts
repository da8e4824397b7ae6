import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joined } from '../../src/csv/text.js';
import { applyRecipe } from '../../src/recipe/apply-recipe.js';
import { NAME_HINTS } from '../../src/recipe/columns/usual-names.js';
import { examineRows } from '../../src/recipe/examine.js';
import { BLANK_RECIPE, type FieldRules, ourRecipe, type Recipe } from '../../src/recipe/format/recipe.js';
import { openTable } from '../../src/table/open-table.js';
import { runToEnd } from '../../src/table/steps.js';
import { TableError } from '../../src/table/table-error.js';
import { randomStudent } from '../reference/arbitraries.js';
import { csvText, REQUEST_COLUMNS, type Row, requestRows } from '../reference/csv-rows.js';
import { answerTo } from '../support/answer-to.js';
import { forAllAsync, fuzzRuns } from '../support/runs.js';
import { writtenWorkbook } from '../support/written-workbook.js';

/** The answer must not depend on how a table is written. */
const RUNS = fuzzRuns(20);

const LABELS = ['Otoño "26"', 'Winter; late', 'Spring | 2027', 'Summer\tor, later'];
const STUDENT_COLUMNS = REQUEST_COLUMNS.filter((column) => !column.startsWith('term_'));
const TERM_COLUMNS = REQUEST_COLUMNS.filter((name) => name.startsWith('term_') && name !== 'term_label');
const PAID = {
  DSUB: 'term_prior_disbursement_sub',
  DUNSUB: 'term_prior_disbursement_unsub',
  GPLUS: 'term_prior_disbursement_grad_plus',
} as const;
const FUNDS = { DSUB: 'sub', DUNSUB: 'unsub', GPLUS: 'grad_plus', PELL: 'none', '': 'none' } as const;
const isPaid = (column: string): boolean => column.startsWith('term_prior_disbursement');

/** Rows of random students; the terms of a student have different labels, in order. */
const table = fc.array(fc.nat(), { minLength: 1, maxLength: 6 }).map((seeds) =>
  seeds.flatMap((seed, nth) => {
    const student = randomStudent(seed);
    const terms = student.terms.map((term, index) => ({ ...term, label: LABELS[index] ?? '' }));
    return requestRows(`00${nth}é`, { ...student, terms });
  }),
);
const ourBytes = (rows: readonly Row[]): Buffer => Buffer.from(csvText([REQUEST_COLUMNS, ...rows]));

function delimited(rows: readonly Row[], delimiter: string, quoteAll: boolean, newline: string): string {
  const cell = (text: string): string =>
    quoteAll || /["\r\n,;|\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(cell).join(delimiter) + newline).join('');
}

const ENCODERS = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-8 with a mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  'utf-16le': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'windows-1252': (text: string) => Buffer.from(text, 'latin1'),
} as const;

/** Skips tables with a number that can be read in two ways: they are refused, which other tests cover. */
async function converted(bytes: Uint8Array, recipe?: Recipe): Promise<Uint8Array> {
  try {
    const table = await openTable(bytes, { hints: NAME_HINTS });
    const used = recipe ?? ourRecipe(table.header);
    const rowsFound = runToEnd(examineRows(table, used, '2026-27', NO_FACTS));
    // Unreadable cells are left open here, to check that their students fail.
    const { pieces } = applyRecipe(table, used, { rowsFound, open: [] }, '2026-27');
    return joined(pieces);
  } catch (error) {
    fc.pre(!(error instanceof TableError && error.message.includes('may be read in two ways')));
    throw error;
  }
}

const NO_FACTS = { rows: 0, columns: [] };

/** The service's own assumptions about a file in our format, as decisions of a recipe. */
const recipeOf = (blank: 'full_time' | 'not_in_year', own: Partial<Recipe>): Recipe => ({
  ...{ ...BLANK_RECIPE, confirmed: true, terms: LABELS.map((label) => ({ label, blank })) },
  decisions: {
    ...{ need_above_maximum: 'not_calculated', need_below_zero: 'not_calculated', need_blank: 'none' },
    term_order: LABELS.join(' > '),
  },
  ...own,
});
const BLANK: Readonly<Record<string, string>> = { degree_level: 'undergraduate', term_ft_credits: '12' };
const same = (columns: readonly string[], nameOf = (column: string) => column): FieldRules =>
  Object.fromEntries(
    columns.map((column) => {
      const blank = BLANK[column];
      const rule = { column: nameOf(column) };
      return [column, blank === undefined ? rule : { ...rule, values: { '': blank } }];
    }),
  );

/** Removes warnings of a cost or grade level without effect, which other tables do not pass on. */
function withoutEffectless(answer: string): string {
  const warning = '(?:cost_of_attendance|grade_level) has no effect[^.;]*\\.';
  return answer.replaceAll(new RegExp(`; ${warning}|${warning}(?:; )?`, 'g'), '');
}

describe('any table of ours has the same answer', () => {
  test.each(Object.entries(ENCODERS))('in %s, with any delimiter', async (_, encode) => {
    const layout = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      quoteAll: fc.boolean(),
      newline: fc.constantFrom('\n', '\r\n', '\r'),
      sep: fc.boolean(),
    });
    await forAllAsync(RUNS, table, layout, async (rows, { delimiter, quoteAll, newline, sep }) => {
      const text = delimited([REQUEST_COLUMNS, ...rows], delimiter, quoteAll, newline);
      const written = encode(sep && newline !== '\r' ? `sep=${delimiter}${newline}${text}` : text);
      expect(answerTo(await converted(written))).toBe(answerTo(ourBytes(rows)));
    });
  });

  test('as a workbook', async () => {
    await forAllAsync(RUNS, table, async (rows) => {
      const written = writtenWorkbook([REQUEST_COLUMNS, ...rows]);
      expect(answerTo(await converted(written))).toBe(answerTo(ourBytes(rows)));
    });
  });

  test.each(['student', 'award'] as const)('with terms beside each other, for each %s', async (shape) => {
    const isAward = shape === 'award';
    const columns = TERM_COLUMNS.filter((column) => !isAward || !isPaid(column));
    const terms = LABELS.map((label, nth) => {
      const own = same(columns, (column) => `${column} ${nth}`);
      const paid = isAward ? { fund_paid: { column: `Paid ${nth}` } } : {};
      return { label, blank: 'not_in_year' as const, fields: { ...own, ...paid } };
    });
    const fund = { column: 'Fund', values: FUNDS };
    const fields = { ...same(STUDENT_COLUMNS), ...(isAward && { fund }) };
    const recipe = recipeOf('not_in_year', { rows: shape, fields, terms });
    await forAllAsync(RUNS, table, async (random) => {
      // A term with blank credits would be left out.
      const rows = random.map((row) =>
        row.map((cell, at) => (REQUEST_COLUMNS[at] === 'term_credits_enrolled' ? cell || '12' : cell)),
      );
      const written = isAward ? awardsOf(beside(rows)) : beside(rows);
      expect(answerTo(await converted(Buffer.from(csvText(written)), recipe), 'without rows')).toBe(
        withoutEffectless(answerTo(ourBytes(rows), 'without rows')),
      );
    });
  });

  test('with a row for each fund', async () => {
    const byFund = recipeOf('full_time', {
      rows: 'fund',
      fields: {
        ...same(REQUEST_COLUMNS.filter((column) => !isPaid(column))),
        fund: { column: 'Fund', values: FUNDS },
        payment_number: 'none',
        fund_paid: { column: 'Paid' },
      },
    });
    await forAllAsync(RUNS, table, async (rows) => {
      const bytes = Buffer.from(csvText(fundRowsOf(rows)));
      expect(answerTo(await converted(bytes, byFund), 'without rows')).toBe(
        withoutEffectless(answerTo(ourBytes(rows), 'without rows')),
      );
    });
  });
});

/** One row per student, with the columns of all terms side by side. */
function beside(rows: readonly Row[]): Row[] {
  const names: readonly string[] = REQUEST_COLUMNS;
  const cellOf = (row: Row | undefined, column: string): string => row?.[names.indexOf(column)] ?? '';
  const ids = [...new Set(rows.map((row) => cellOf(row, 'student_id')))];
  const header = [
    ...STUDENT_COLUMNS,
    ...LABELS.flatMap((_, nth) => TERM_COLUMNS.map((column) => `${column} ${nth}`)),
  ];
  return [
    header,
    ...ids.map((id) => {
      const own = rows.filter((row) => cellOf(row, 'student_id') === id);
      const ofTerms = LABELS.flatMap((label) => {
        const row = own.find((each) => cellOf(each, 'term_label') === label);
        return TERM_COLUMNS.map((column) => cellOf(row, column));
      });
      return [...STUDENT_COLUMNS.map((column) => cellOf(own[0], column)), ...ofTerms];
    }),
  ];
}

/** One row per loan of a student and one for a grant, with the amount paid in each term. */
function awardsOf([header = [], ...students]: readonly Row[]): Row[] {
  const kept = header.flatMap((column, at) => (isPaid(column) ? [] : [at]));
  const paidOf = (row: Row, column = 'none') =>
    LABELS.map((_, nth) => row[header.indexOf(`${column} ${nth}`)] ?? '');
  const rows = students.flatMap((row) =>
    [...Object.entries(PAID), ['PELL'] as const].map(([fund, column]) => [
      ...kept.map((at) => row[at] ?? ''),
      ...paidOf(row, column),
      fund,
    ]),
  );
  return [[...kept.map((at) => header[at] ?? ''), ...LABELS.map((_, nth) => `Paid ${nth}`), 'Fund'], ...rows];
}

/** One row per amount paid, one without a fund for each term, and one for a grant. */
function fundRowsOf(rows: readonly Row[]): Row[] {
  const kept = REQUEST_COLUMNS.flatMap((column, at) => (isPaid(column) ? [] : [at]));
  const body = rows.flatMap((row) => {
    const own = kept.map((at) => row[at] ?? '');
    const paid = Object.entries(PAID).flatMap(([fund, column]) => {
      const amount = row[REQUEST_COLUMNS.indexOf(column)] ?? '';
      return amount === '' ? [] : [[...own, fund, amount]];
    });
    return [[...own, '', ''], ...paid, [...own, 'PELL', '100']];
  });
  return [[...kept.map((at) => REQUEST_COLUMNS[at] ?? ''), 'Fund', 'Paid'], ...body];
}
