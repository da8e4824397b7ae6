import { expect, test } from 'vitest';
import { CURRENT_AWARD_YEAR } from '../../src/engine/current-award-year.js';
import type { CellRule } from '../../src/recipe/recipe.js';
import { FileSession } from '../../src/web/file/worker/file-session.js';

const CALL = { signal: new AbortController().signal, tell: () => {} };
const CSV = `student_id,dependency_status,grade_level,term_label,term_credits_enrolled
1,independent,first_year,Fall,12
1,independent,first_year,Spring,
`;

/** The answer to a file in our format, with one rule of its recipe replaced. */
async function answerWith(column: string, rule: CellRule): Promise<string> {
  const session = new FileSession();
  const { understood } = await session.open(CALL, 1, new Blob([CSV]), null, CURRENT_AWARD_YEAR);
  if (understood === null) throw new Error('The file was refused.');
  const { recipe } = understood;
  const changed = { ...recipe, columns: { ...recipe.columns, [column]: rule } };
  const plan = { file: 1, recipe: changed, awardYear: CURRENT_AWARD_YEAR, mends: [] };
  return (await session.calculate(CALL, plan, 2)).answer.text();
}

test.each([
  ['a value for everybody', 'total_limit', { constant: '1000' }],
  ['what a blank means', 'term_credits_enrolled', { column: 'term_credits_enrolled', blank: '0' }],
  ['what a word means', 'grade_level', { column: 'grade_level', values: { first_year: 'second_year' } }],
] satisfies [string, string, CellRule][])(
  'a file in our format is calculated with %s',
  async (_, column, rule) => {
    const asWritten = await answerWith('grade_level', { column: 'grade_level' });
    expect(await answerWith(column, rule)).not.toBe(asWritten);
  },
);
