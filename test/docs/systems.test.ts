import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { columnLabel } from '../../src/contract/field-labels.js';
import { openDecisions } from '../../src/guessing/examine.js';
import { proposeRecipe } from '../../src/guessing/propose.js';
import type { Recipe } from '../../src/guessing/recipe.js';
import { openSource } from '../../src/guessing/source.js';
import { documentText, ROOT } from './readme.js';

/** What the page of systems says of one: its sample, how the columns are read, and the decisions that are asked. */
interface Section {
  readonly system: string;
  readonly sample: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly asked: readonly string[];
}

const SECTIONS = documentText('docs/systems.md')
  .split('\n## ')
  .flatMap((text): Section[] => {
    const sample = /\((samples\/systems\/[^)]+)\)/.exec(text)?.[1];
    if (sample === undefined) return [];
    const columns = [...text.matchAll(/^\| `([^`]+)` \| ([^|]+) \|$/gm)];
    const asked = [...text.matchAll(/\| `([^`]+)` \|$/gm)];
    return [
      {
        system: text.split('\n', 1)[0] ?? '',
        sample,
        columns: Object.fromEntries(columns.map(([, theirs = '', label = '']) => [theirs, label])),
        asked: asked.map(([, name = '']) => name).sort(),
      },
    ];
  });

/** Which column of theirs is read as what, in the words of the pages. */
function labelsOf({ columns, shape }: Recipe): Record<string, string> {
  const ofTerms = shape.rows === 'student' ? shape.terms.map((term) => term.columns) : [];
  return Object.fromEntries(
    [columns, ...ofTerms].flatMap((rules) =>
      Object.entries(rules).flatMap(([ours, rule]) =>
        rule !== undefined && 'column' in rule ? [[rule.column, columnLabel(ours)]] : [],
      ),
    ),
  );
}

test('the page has the systems that aid offices use', () => {
  const names = ['Banner', 'Colleague', 'PeopleSoft', 'Jenzabar', 'PowerFAIDS', 'Anthology'];
  expect(SECTIONS.map(({ system }) => system)).toEqual(names);
});

test.each(SECTIONS)('$system: its sample is read, and asked about, as the page says', async (section) => {
  const bytes = await readFile(join(ROOT, 'docs', section.sample));
  const { recipe, decisions } = proposeRecipe(await openSource(bytes));
  const asked = [...new Set(openDecisions(decisions).map(({ name }) => name))].sort();
  expect({ columns: labelsOf(recipe), asked }).toEqual({ columns: section.columns, asked: section.asked });
});
