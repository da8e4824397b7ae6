import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { columnLabel } from '../../src/contract/field-labels.js';
import { columnLines } from '../../src/recipe/column-lines.js';
import { columnsOf } from '../../src/recipe/recipe.js';
import { readFacts, suggestRecipe } from '../../src/recipe/suggest.js';
import { documentedNames, NAME_HINTS } from '../../src/recipe/usual-names.js';
import { openTable } from '../../src/table/open-table.js';
import { allAtOnce } from '../../src/table/steps.js';
import { documentText, ROOT } from './readme.js';

/** What the page of systems says of one: its sample, what is suggested for its columns, and which are placed by hand. */
interface Section {
  readonly system: string;
  readonly sample: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly placed: readonly string[];
}

const PAGE = documentText('docs/systems.md');
const SECTIONS = PAGE.split('\n## ').flatMap((text): Section[] => {
  const sample = /\((samples\/systems\/[^)]+)\)/.exec(text)?.[1];
  if (sample === undefined) return [];
  const columns = [...text.matchAll(/^\| `([^`]+)` \| ([^|]+) \|$/gm)];
  const placed = /^You place: (.+)\.$/m.exec(text)?.[1] ?? '';
  return [
    {
      system: text.split('\n', 1)[0] ?? '',
      sample,
      columns: Object.fromEntries(columns.map(([, theirs = '', label = '']) => [theirs, label])),
      placed: [...placed.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    },
  ];
});

test('the page has the systems that aid offices use', () => {
  const names = ['Banner', 'Colleague', 'PeopleSoft', 'Jenzabar', 'PowerFAIDS', 'Anthology'];
  expect(SECTIONS.map(({ system }) => system)).toEqual(names);
});

test.each(SECTIONS)('$system: its sample has the suggestions that the page says', async (section) => {
  const bytes = await readFile(join(ROOT, 'docs', section.sample));
  const facts = allAtOnce(readFacts(await openTable(bytes, { hints: NAME_HINTS })));
  const { lines, unread } = columnLines(suggestRecipe(facts), facts);
  const columns = lines.flatMap(({ field, rule }) =>
    columnsOf(rule).map((name) => [name, columnLabel(field)] as const),
  );
  expect(Object.fromEntries(columns)).toEqual(section.columns);
  expect(unread.map(({ column }) => column.name)).toEqual(section.placed);
});

test('the page has the usual names, as they are suggested', () => {
  const others: Readonly<Record<string, string>> = {
    fund: 'Fund of a row',
    fund_paid: 'Paid, of the fund of a row',
    course: 'Course of a row',
  };
  const table = documentedNames().map(
    ([field, names]) => `| ${others[field] ?? columnLabel(field)} | ${names.join(', ')} |`,
  );
  expect(PAGE).toContain(`\n${table.join('\n')}\n`);
});
