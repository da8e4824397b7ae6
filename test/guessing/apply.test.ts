import { describe, expect, test } from 'vitest';
import { findMistake } from '../../src/contract/json-mistakes.js';
import { applyRecipe, joined } from '../../src/guessing/apply.js';
import { proposeRecipe } from '../../src/guessing/propose.js';
import { parseRecipe, type Recipe } from '../../src/guessing/recipe.js';
import { settle } from '../../src/guessing/settle.js';
import { openSource } from '../../src/guessing/source.js';
import type { Table } from '../../src/table/open-table.js';
import { TableError } from '../../src/table/table-error.js';
import { exported } from './exports.js';

const source = (text: string) => openSource(Buffer.from(text));
const recipe = (more: { readonly columns: object; readonly shape: object }) =>
  parseRecipe(
    JSON.stringify({
      format: 'prorata-recipe/2',
      ...more,
      columns: { ...SAID, ...more.columns },
      decisions: { year_terms: { terms: 2, missing: 'as_listed' }, repeated_terms: 'add_up' },
    }),
  );
/** What these tests are not about, so that nothing is open. */
const SAID = {
  degree_level: { constant: 'graduate' },
  dependency_status: { constant: 'independent' },
  term_ft_credits: { constant: '12' },
  term_credits_enrolled: { constant: '6' },
};
/** The columns of ours that are looked at, of all that a recipe makes. */
const only = (lines: readonly string[], columns: readonly string[]): readonly string[] => {
  const header = lines.find((line) => line.includes(',')) ?? '';
  const places = columns.map((column) => header.split(',').indexOf(column));
  return lines.map((line) => places.map((place) => line.split(',')[place] ?? '').join(','));
};
const applied = (table: Table, by: Recipe) => {
  const { pieces, origins } = applyRecipe(table, by);
  const lines = Buffer.from(joined(pieces)).toString().split('\r\n');
  return { lines: lines.slice(0, -1), origins };
};
const refusal = (take: () => unknown): string => {
  try {
    take();
  } catch (error) {
    if (error instanceof TableError) return error.message;
    throw error;
  }
  throw new Error('Nothing was refused.');
};

describe('rows of terms', () => {
  const columns = {
    student_id: { column: 'ID' },
    term_label: { column: 'term' },
    dependency_status: { column: 'Dep', values: { d: 'dependent', I: 'independent' }, blank: 'independent' },
    term_ft_credits: { constant: '12' },
  };
  const byTerm = recipe({ shape: { rows: 'term' }, columns });

  test('keep their numbers, with blank lines for titles and blank rows', async () => {
    const table = await source('Aid report\n\nID;Term;Dep\n1;Fall;D\n\n2;"Spring, late"; \n3;Fall;i\n');
    const { lines, origins } = applied(table, byTerm);
    expect(lines).toEqual([
      '',
      '',
      'student_id,dependency_status,degree_level,term_label,term_ft_credits,term_credits_enrolled',
      '1,dependent,graduate,Fall,12,6',
      '',
      '2,independent,graduate,"Spring, late",12,6',
      '3,independent,graduate,Fall,12,6',
    ]);
    expect(origins.of(6)).toEqual([6]);
  });

  test('take what was mended instead of what the recipe makes', async () => {
    const table = await source('ID;Term;Dep\n1;Fall;D\n2;Fall;D\n');
    const cells = new Map([
      ['dependency_status', new Map([[3, 'independent']])],
      ['grade_level', new Map([[2, 'first_year']])],
    ]);
    const edits = { cells, leftOut: new Set<number>() };
    const { pieces } = applyRecipe(table, byTerm, edits);
    expect(Buffer.from(joined(pieces)).toString().split('\r\n').slice(1, 3)).toEqual([
      '1,dependent,graduate,Fall,12,6,first_year',
      '2,independent,graduate,Fall,12,6,',
    ]);
  });

  test('have a cost of attendance only where it may matter', async () => {
    const rows = ['1;UG;N', '2;GR;N', '3;GR;', '4;GR;Y', '5;PR;Y'].map((row) => `${row};Fall;20000`);
    const table = await source(`ID;Level;Legacy;Term;COA\n${rows.join('\n')}\n`);
    const values = { UG: 'undergraduate', GR: 'graduate', PR: 'professional' };
    const withCost = recipe({
      shape: { rows: 'term' },
      columns: {
        student_id: { column: 'ID' },
        term_label: { column: 'Term' },
        degree_level: { column: 'Level', values },
        grade_level: { constant: '' },
        is_legacy_borrower: { column: 'Legacy', values: { Y: 'yes', N: 'no' }, blank: 'no' },
        cost_of_attendance: { column: 'COA' },
      },
    });
    const decided = { ...withCost, decisions: { ...withCost.decisions, need: 'none' as const } };
    expect(only(applied(table, decided).lines, ['student_id', 'cost_of_attendance'])).toEqual([
      'student_id,cost_of_attendance',
      '1,',
      '2,',
      '3,',
      '4,20000',
      '5,20000',
    ]);
  });

  test('end before remarks below the table', async () => {
    const table = await source('ID;Term;Dep\n1;Fall;D\n\n1 row selected.\nEnd of report\n');
    expect(applied(table, byTerm).lines).toHaveLength(2);
    await expect(source('ID;Term;Dep\n1;Fall;D\nA0\n2;Fall;D\n')).rejects.toThrow(
      /^Row 3: this row has fewer cells/,
    );
  });

  test('are refused where a row is cut short or has too many cells, with its number', async () => {
    await expect(source('ID;Term;Dep\n1;Fall;D\n1;Fall\n')).rejects.toThrow(
      /^Row 3: this row has fewer cells \(2\) than the header \(3\)/,
    );
    // A download that broke off in an id is no remark.
    await expect(source('ID;Term;Dep\n1;Fall;D\nA0001')).rejects.toThrow(/^Row 3: this row has fewer cells/);
    await expect(source('ID;Term;Dep\n1;Fall;D;;\n1;Fall;D;x\n')).rejects.toThrow(
      /^Row 3: this row has more cells/,
    );
  });
});

test('rows of students become a row for each term, with what blank credits were decided to be', async () => {
  const table = await exported('colleague');
  const { recipe: proposed } = proposeRecipe(table);
  const meaning = (fall: string, spring: string) => {
    const decisions = {
      blank_credits: { FALL: fall, 'spring ': spring },
      full_time_credits: { undergraduate: '12' },
      need: 'none',
    };
    const { lines, origins } = applied(table, settle(proposed, { path: ['decisions'], value: decisions }));
    return { lines: only(lines, ['student_id', 'term_label', 'term_credits_enrolled']), origins };
  };
  const none = meaning('not_enrolled', 'not_enrolled');
  expect(none.lines).toEqual([
    'student_id,term_label,term_credits_enrolled',
    '0000017,Fall,9',
    '0000017,Spring,12',
    '0000018,Fall,6',
    '0000018,Spring,0',
    '0000019,Fall,0',
    '0000019,Spring,0',
  ]);
  expect([2, 3, 4, 5, 6].map((row) => none.origins.of(row))).toEqual([[5], [5], [6], [6], [7]]);
  // Without any term the student must not vanish: the blank label makes them fail.
  expect(meaning('no_term', 'no_term').lines.slice(3)).toEqual(['0000018,Fall,6', '0000019,,']);
  expect(meaning('leave_out', 'full_time').lines.slice(3)).toEqual(['0000018,Fall,6', '0000018,Spring,']);
});

describe('rows of funds', () => {
  test('of one term become one row, amounts of a loan added exactly', async () => {
    const table = await source(
      'ID|Term|Fund|Paid\n1|Fall|DSUB|1,000.10\n2|Fall|PELL|7\n1|Fall|dsub|$.90\n1|Fall|DUNSUB|5\n1|Spring||\n',
    );
    const byFund = recipe({
      shape: {
        rows: 'fund',
        fund: 'Fund',
        paid: 'Paid',
        funds: {
          DSUB: 'term_prior_disbursement_sub',
          DUNSUB: 'term_prior_disbursement_unsub',
          Pell: null,
        },
      },
      columns: { student_id: { column: 'ID' }, term_label: { column: 'Term' } },
    });
    const { lines, origins } = applied(table, byFund);
    const shown = [
      'student_id',
      'term_label',
      'term_prior_disbursement_sub',
      'term_prior_disbursement_unsub',
    ];
    expect(only(lines, shown)).toEqual([shown.join(','), '1,Fall,1001,5', '2,Fall,,', '1,Spring,,']);
    expect([2, 3, 4].map((row) => origins.of(row))).toEqual([[2, 4, 5], [3], [6]]);
  });

  test('are refused with every fund that nobody explained', async () => {
    const table = await exported('powerfaids');
    expect(() => applied(table, proposeRecipe(table).recipe)).toThrow('What is the fund "PRIVATE9"?');
  });

  test('of a term that disagree fail their student, and nobody else', async () => {
    const odd = await source(
      'ID|Dep|Term|FUND_CODE|Paid\n1|D|Fall|DSUB|5\n1|I|Fall|DUNSUB|5\n2|I|Fall|DSUB|5\n2|I|Fall|DUNSUB|5\n',
    );
    const columns = { ...proposeRecipe(odd).recipe.columns };
    const byFund = recipe({ shape: proposeRecipe(odd).recipe.shape, columns });
    const [, first, second] = applied(odd, byFund).lines;
    expect(first).toContain(
      '"Not calculated, rows differ: rows 2 and 3 differ in ""Dep"" (""dependent"" and ""independent"")"',
    );
    expect(second).toMatch(/^2,.*,6,/);
  });

  test('an amount without a fund is asked about like an unknown fund; one without an amount is not', async () => {
    const table = await source(
      'ID|Term|FUND_CODE|Paid\n1|Fall|DSUB|5\n1|Fall||7\n1|Spring|| 0 \n1|Spring||\n',
    );
    const { decisions } = proposeRecipe(table);
    const funds = decisions.filter(({ name }) => name === 'funds');
    expect(funds).toMatchObject([{ of: '', open: true, students: 1, rows: [3] }]);
  });
});

test('a recipe file that cannot be used is refused with the place in it', () => {
  const text = (more: object) =>
    JSON.stringify({ format: 'prorata-recipe/1', shape: { rows: 'term' }, ...more });
  for (const other of ['', 'ID,Term\n1,Fall\n', '{"a": 1}', '[', '\x89PNG']) {
    expect(refusal(() => parseRecipe(other))).toMatch(/^This is not a recipe\. Choose the file [^{}\n]+$/);
  }
  const cutOff = '{"format":"prorata-recipe/2"';
  expect(refusal(() => parseRecipe(cutOff, findMistake))).toContain(
    'The recipe is no JSON file. It is not valid JSON at line 1',
  );
  expect(refusal(() => parseRecipe(cutOff))).toBe('The recipe is no JSON file. It is not valid JSON.');
  const twice = '{"format":"prorata-recipe/2","shape":{"rows":"term"},"columns":{},"columns":{}}';
  expect(refusal(() => parseRecipe(twice))).toContain('appears twice');
  const marked = `\uFEFF${text({ columns: {} })}`;
  expect(parseRecipe(marked).columns).toEqual({});
  const toCredits = { rows: 'fund', fund: 'F', paid: 'P', funds: { A: 'term_credits_enrolled' } };
  expect(refusal(() => parseRecipe(text({ columns: {}, shape: toCredits })))).toContain(
    'term_prior_disbursement_sub',
  );
  const words = JSON.parse('{"__proto__":"dependent","constructor":"independent"}');
  const dependency_status = { column: 'Dep', values: words };
  expect(parseRecipe(text({ columns: { dependency_status } })).columns).toEqual({ dependency_status });
  expect(refusal(() => parseRecipe(text({ columns: { credits: { constant: '1' } } })))).toContain(
    'columns: "credits" means nothing here.',
  );
  expect(refusal(() => parseRecipe(text({ columns: {}, colums: {} })))).toContain('colums');
  expect(refusal(() => parseRecipe('{"format":"prorata-recipe/9"}'))).toContain(
    'format: The recipe is of another version',
  );
});

test('funds that are all none of the loans are rows of one term', async () => {
  const table = await source(
    'Student ID,Term,Fund,Paid\n1,Fall,PELL,500\n1,Fall,STATE,300\n1,Spring,PELL,500\n1,Spring,STATE,300\n',
  );
  const shape = { rows: 'fund', fund: 'Fund', paid: 'Paid', funds: { PELL: null, STATE: null } };
  const columns = { student_id: { column: 'Student ID' }, term_label: { column: 'Term' } };
  const { lines } = applied(table, recipe({ columns, shape }));
  expect(only(lines, ['student_id', 'term_label']).filter((line) => line.startsWith('1'))).toEqual([
    '1,Fall',
    '1,Spring',
  ]);
});
