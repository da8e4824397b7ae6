import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { columnLines } from '../../src/recipe/columns/column-lines.js';
import { placeColumns, placeRule } from '../../src/recipe/columns/place-columns.js';
import { suggestRecipe } from '../../src/recipe/columns/suggest.js';
import { examine } from '../../src/recipe/examine.js';
import { rivalText } from '../../src/recipe/format/column-texts.js';
import { pathText, type Recipe, withAnswer } from '../../src/recipe/format/recipe.js';
import type { TableFacts } from '../../src/table/column-facts.js';
import {
  answerTo,
  caseTable,
  factsIn,
  noneElse,
  notUsed,
  run,
  says,
  tableOf,
  withStatus,
} from './small-table.js';

const amounts = z.record(z.string(), z.unknown());
const caseSchema = z.object({ open: z.array(z.string()), right: z.record(z.string(), amounts) });

const HOURS = ['1st 8-Wk Hrs', '2nd 8-Wk Hrs', 'Full Term Hrs'];

const PLACED: Readonly<Record<string, (draft: Recipe, facts: TableFacts) => Recipe>> = {
  '01-audit-marked-x': (draft, facts) => withStatus(draft, facts, 'Aud', { X: 'leave_out', '': 'counts' }),
  '05-cumulative-paid-ignored': (draft, facts) => {
    const placed = placeColumns(draft, facts, 'term_prior_disbursement_sub', ['Cumulative Sub Paid']);
    return withAnswer(placed, ['decisions', 'paid_so_far'], 'most_so_far');
  },
  '06-credits-in-three-columns': (draft, facts) => placeColumns(draft, facts, 'term_credits_enrolled', HOURS),
  '09-dependency-corrected': (draft, facts) => {
    const placed = placeColumns(draft, facts, 'dependency_status', ['Dependency (Corrected)']);
    const recipe = withAnswer(placed, ['fields', 'dependency_status', 'values', 'I'], 'independent');
    return notUsed(recipe, facts, 'Dependency');
  },
  '16-second-payment-question-vanishes': (draft, facts) => {
    const one = placeColumns(draft, facts, 'term_prior_disbursement_sub', ['Loan 1 Disb']);
    return placeColumns(one, facts, 'term_prior_disbursement_unsub', ['Loan 2 Disb']);
  },
  '20-declined-read-as-plus-denial': (draft, facts) => notUsed(draft, facts, 'Declined'),
};

it.each(Object.entries(PLACED))('%s leaves open what decides, and is right once placed', (name, place) => {
  const text = readFileSync(new URL(`cases/${name}.json`, import.meta.url), 'utf8');
  const { open: columns, right } = caseSchema.parse(JSON.parse(text));
  const table = caseTable(name);
  const facts = factsIn(table);
  const draft = suggestRecipe(facts);
  const { unread, open } = columnLines(noneElse(draft), facts);
  expect(unread.map(({ column }) => column.name)).toEqual(columns);
  const paths = columns.map((column) => `not_used[${JSON.stringify(column)}]`);
  expect(open.map(({ path }) => pathText(path))).toEqual(expect.arrayContaining(paths));
  const placed = answerTo(table, noneElse(place(draft, facts)));
  expect(placed.open).toBeNull();
  for (const [id, amounts] of Object.entries(right))
    expect(placed.students?.get(id)?.result).toMatchObject(amounts);
});

it('a rival whose cell is blank says nothing, and a student is shown whose dollars differ where one is found', () => {
  const rivalIn = (column: string) => {
    const table = tableOf(
      `ID,Term,Hrs,Census,Dep,Class,Need\n1,Fall,12,,D,SO,0\n2,Fall,15,13,D,SO,0\n${column}`,
    );
    const facts = factsIn(table);
    const draft = placeRule(noneElse(suggestRecipe(facts)), 'degree_level', { value: 'undergraduate' });
    const recipe = placeRule(draft, 'term_ft_credits', { value: '12' });
    const { lines } = run(examine(table, facts, recipe, '2026-27')).examination;
    return lines.find(({ field }) => field === 'term_credits_enrolled')?.rivals.map(rivalText);
  };
  expect(rivalIn('3,Fall,12,6,D,SO,0')).toEqual([
    'Census holds values like these, but is lower in 2 of 2 rows, and is blank in others. Student 3 as placed: $0 subsidized and $6,500 unsubsidized. With Census where it is filled: $0 subsidized and $3,250 unsubsidized.',
  ]);
  expect(rivalIn('3,Fall,15,14,D,SO,0')).toEqual([
    'Census holds values like these, but is lower in 2 of 2 rows, and is blank in others.',
  ]);
});

it('columns of smaller numbers beside the credits are shown as a part of them, with the dollars of one student', () => {
  const table = caseTable('06-credits-in-three-columns');
  const facts = factsIn(table);
  const draft = placeColumns(suggestRecipe(facts), facts, 'term_credits_enrolled', ['Full Term Hrs']);
  const recipe = notUsed(noneElse(draft), facts, '1st 8-Wk Hrs', '2nd 8-Wk Hrs');
  const { lines } = run(examine(table, facts, recipe, '2026-27')).examination;
  const { rivals = [] } = lines.find(({ field }) => field === 'term_credits_enrolled') ?? {};
  expect(rivals.map(({ column, reading }) => [column, reading])).toEqual([
    ['1st 8-Wk Hrs', 'added'],
    ['2nd 8-Wk Hrs', 'added'],
  ]);
  // 15 and 18 of 24 credits: 63% and 75% of $4,500 and $6,500.
  expect(rivals.map(rivalText)[0]).toBe(
    '1st 8-Wk Hrs has smaller numbers in 2 rows, which may be a part of these. Student C1 as placed: $2,835 subsidized and $1,260 unsubsidized ($2,047 for Fall 2026 and $2,048 for Spring 2027). With 1st 8-Wk Hrs added: $3,375 subsidized and $1,500 unsubsidized ($2,437 for Fall 2026 and $2,438 for Spring 2027).',
  );
});

it('a rival by value is shown with how many rows differ, and the dollars of one student by either', () => {
  const table = caseTable('09-dependency-corrected');
  const facts = factsIn(table);
  const recipe = notUsed(noneElse(suggestRecipe(facts)), facts, 'Dependency (Corrected)');
  const { lines, unread } = run(examine(table, facts, recipe, '2026-27')).examination;
  expect(lines.find(({ field }) => field === 'dependency_status')?.rivals).toMatchObject([
    {
      column: 'Dependency (Corrected)',
      ...{ path: ['fields', 'dependency_status'], placed: ['Dependency'] },
      ...{ rows: 4, differ: 2, lower: 0, higher: 0, isNear: true },
      effects: [
        { student: 'E1', text: says('$3,960 subsidized and $1,760 unsubsidized (') },
        { student: 'E1', text: says('$3,960 subsidized and $5,280 unsubsidized (') },
      ],
    },
  ]);
  expect(unread).toMatchObject([{ alarms: ['corrected'], markedAs: 'not used' }]);
});
