import { describe, expect, test } from 'vitest';
import { applyRecipe, joined } from '../../src/recipe/apply.js';
import { proposeRecipe } from '../../src/recipe/propose.js';
import { parseRecipe, type Recipe } from '../../src/recipe/recipe.js';
import { RecipeError } from '../../src/recipe/recipe-error.js';
import { openSource, type Source } from '../../src/recipe/source.js';
import { exported } from './exports.js';

const source = (text: string) => openSource(Buffer.from(text));
const recipe = (more: object) => parseRecipe(JSON.stringify({ format: 'prorata-recipe/1', ...more }));
const applied = (table: Source, by: Recipe) => {
  const { pieces, origins } = applyRecipe(table, by);
  const lines = Buffer.from(joined(pieces)).toString().split('\r\n');
  return { lines: lines.slice(0, -1), origins };
};
const refusal = (take: () => unknown): string => {
  try {
    take();
  } catch (error) {
    if (error instanceof RecipeError) return error.message;
    throw error;
  }
  throw new Error('Nothing was refused.');
};

describe('rows of terms', () => {
  const columns = {
    student_id: { column: 'ID' },
    term_label: { column: 'term' },
    dependency_status: { column: 'Dep', values: { d: 'dependent' }, blank: 'independent' },
    term_ft_credits: { constant: '12' },
  };
  const byTerm = recipe({ shape: { rows: 'term' }, columns });

  test('keep their numbers, with blank lines for titles and blank rows', async () => {
    const table = await source('Aid report\n\nID;Term;Dep\n1;Fall;D\n\n2;"Fall, late"; \n3;Fall;x\n');
    const { lines, origins } = applied(table, byTerm);
    expect(lines).toEqual([
      '',
      '',
      'student_id,dependency_status,term_label,term_ft_credits',
      '1,dependent,Fall,12',
      '',
      '2,independent,"Fall, late",12',
      '3,x,Fall,12',
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
      '1,dependent,Fall,12,first_year',
      '2,independent,Fall,12,',
    ]);
  });

  test('are refused when the file lacks a column, all such columns at once', async () => {
    const table = await source('ID;Semester;Dep;dep\n1;Fall;D;D\n');
    const message = refusal(() => applyRecipe(table, byTerm));
    expect(message).toContain('no column "term", which the recipe reads term_label from');
    const twice = await source('ID;Term;DEP;dep\n1;Fall;D;D\n');
    expect(refusal(() => applyRecipe(twice, byTerm))).toContain(
      '"Dep", which the recipe reads dependency_status from, stands 2 times',
    );
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

test('rows of students become a row for each term; blank credits are none, so that the term counts for the year', async () => {
  const table = await exported('colleague');
  const { lines, origins } = applied(table, proposeRecipe(table).recipe);
  expect(lines).toEqual([
    'student_id,dependency_status,grade_level,term_label,term_credits_enrolled',
    '0000017,Dependent,second_year,Fall,9',
    '0000017,Dependent,second_year,Spring,12',
    '0000018,Independent,third_year_and_beyond,Fall,6',
    '0000018,Independent,third_year_and_beyond,Spring,0',
    // Without any credits the student must not vanish: the blank label makes them fail.
    '0000019,Dependent,first_year,,',
  ]);
  expect([2, 3, 4, 5, 6].map((row) => origins.of(row))).toEqual([[5], [5], [6], [6], [7]]);
});

test('a term with blank credits is left out where the recipe does not say what blank means, as is proposed for a summer', async () => {
  const table = await source('ID;FALL_CREDITS;SUMMER_CREDITS\n1;6;\n');
  const { recipe } = proposeRecipe(table);
  expect(recipe.shape).toEqual({
    rows: 'student',
    terms: [
      { label: 'Fall', columns: { term_credits_enrolled: { column: 'FALL_CREDITS', blank: '0' } } },
      { label: 'Summer', columns: { term_credits_enrolled: { column: 'SUMMER_CREDITS' } } },
    ],
  });
  expect(applied(table, recipe).lines).toEqual(['student_id,term_label,term_credits_enrolled', '1,Fall,6']);
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
    expect(lines).toEqual([
      'student_id,term_label,term_prior_disbursement_sub,term_prior_disbursement_unsub',
      '1,Fall,1001,5',
      '2,Fall,,',
      '1,Spring,,',
    ]);
    expect([2, 3, 4].map((row) => origins.of(row))).toEqual([[2, 4, 5], [3], [6]]);
  });

  test('are refused with every fund that the recipe does not know, and with rows of a term that disagree', async () => {
    const table = await exported('powerfaids');
    const { recipe: proposed } = proposeRecipe(table);
    expect(() => applied(table, proposed)).toThrow(
      'Row 6, column "Award.FundCode": the recipe does not know the fund "PRIVATE9", which this row has.',
    );
    const odd = await source('ID|Dep|Term|FUND_CODE|Paid\n1|D|Fall|DSUB|5\n1|I|Fall|DUNSUB|5\n');
    expect(() => applied(odd, proposeRecipe(odd).recipe)).toThrow(
      'Row 3: this row and row 2 are the same student and term, but say different things of dependency_status',
    );
  });
});

test('a recipe file that cannot be used is refused with the place in it', () => {
  const text = (more: object) =>
    JSON.stringify({ format: 'prorata-recipe/1', shape: { rows: 'term' }, ...more });
  expect(refusal(() => parseRecipe('x'))).toBe('The recipe is no JSON file.');
  expect(refusal(() => parseRecipe(text({ columns: { credits: { constant: '1' } } })))).toContain(
    'columns: "credits" means nothing here.',
  );
  expect(refusal(() => parseRecipe(text({ columns: {}, colums: {} })))).toContain('colums');
  expect(refusal(() => parseRecipe('{"format":"prorata-recipe/9"}'))).toContain('format');
});
