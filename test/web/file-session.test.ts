import { expect, test } from 'vitest';
import { CURRENT_AWARD_YEAR } from '../../src/engine/current-award-year.js';
import type { CellRule, Recipe } from '../../src/guessing/recipe.js';
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

const REPORT = `Student ID,Term,Credits,Dep,Class
1001,Fall 2026,12,D,FR
1001,Spring 2027,9,D,FR
Total,,21,,
1002,Fall 2026,6,I,SR
Run by the registrar,,,,
1002,Spring 2027,,I,SR
Total,,27,,
`;

test('rows that are looked at again say what they said, those set aside included', async () => {
  const session = new FileSession();
  const { understood } = await session.open(CALL, 1, new Blob([REPORT]), null, CURRENT_AWARD_YEAR);
  if (understood === null) throw new Error('The file was refused.');
  expect(understood.setAside.rows.map(({ row }) => row)).toEqual([4, 6, 8]);
  expect(understood.decisions.some(({ open }) => open)).toBe(true);
  const { recipe } = understood;
  expect(await session.match(CALL, 1, recipe, recipe.read, CURRENT_AWARD_YEAR)).toEqual(understood);
});

test('lines that are read as students instead are students at once, those with an id included', async () => {
  const file = new Blob([
    `Student ID,Term,Credits,Dep,Class
1001,Fall 2026,12,D,FR
1001,Spring 2027,9,D,FR
1001,,21,,
1002,Fall 2026,6,I,SR
1002,Spring 2027,6,I,SR
1003,,12,,
`,
  ]);
  const session = new FileSession();
  const { understood } = await session.open(CALL, 1, file, null, CURRENT_AWARD_YEAR);
  expect(understood?.setAside).toMatchObject({ count: 2, rows: [{ row: 4 }, { row: 7 }] });
  expect(understood?.students).toBe(2);
  const read = understood?.setAside.backIn;
  const again = await session.match(CALL, 1, null, read, CURRENT_AWARD_YEAR);
  expect(again).toMatchObject({ students: 3, setAside: { count: 0, rows: [] }, recipe: { read } });
});

test('a loaded recipe whose columns are gone leaves each of them open, whatever it decides; with none left it is refused', async () => {
  const session = new FileSession();
  const { understood } = await session.open(CALL, 1, new Blob([REPORT]), null, CURRENT_AWARD_YEAR);
  if (understood === null) throw new Error('The file was refused.');
  const { recipe } = understood;
  const load = (columns: Recipe['columns']) =>
    session.match(CALL, 1, JSON.stringify({ ...recipe, columns }), undefined, CURRENT_AWARD_YEAR);
  const gone = { column: 'Gone' };
  const optional = [
    'plus_denied',
    'is_legacy_borrower',
    'total_limit',
    'cost_of_attendance',
    'term_ft_credits',
  ];
  const paid = ['term_prior_disbursement_sub', 'term_actual_final_credits', 'academic_year_terms'];
  for (const ours of [...optional, ...paid, 'grade_level', 'dependency_status']) {
    const { lost, decisions } = await load({ ...recipe.columns, [ours]: gone });
    expect(lost).toEqual(['Gone']);
    const open = decisions.filter((each) => each.open).map(({ name }) => name);
    expect(open).toContain(`column:${ours}`);
  }
  await expect(load({ student_id: gone })).rejects.toThrow('The file has no column "Gone"');
});
