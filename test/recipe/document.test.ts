import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { joined } from '../../src/csv/text.js';
import { applyRecipe } from '../../src/recipe/apply-recipe.js';
import { examine } from '../../src/recipe/examine.js';
import { parseRecipe } from '../../src/recipe/recipe-file.js';
import { factsIn, run, tableOf } from './small-table.js';

const documentText = await readFile(new URL('../../docs/recipes.md', import.meta.url), 'utf8');

function blocks(info: string): readonly string[] {
  return [...documentText.matchAll(/^```(.+)\n([\s\S]*?\n)```$/gm)].flatMap(([, kind, code = '']) =>
    kind === info ? [code] : [],
  );
}

const [recipeText = ''] = blocks('json recipe');

test('the table of the documentation becomes ours by its recipe, with nothing open', () => {
  const table = tableOf(blocks('text table')[0] ?? '');
  const recipe = parseRecipe(recipeText);
  const examined = run(examine(table, factsIn(table), recipe, '2026-27'));
  expect(examined.open).toEqual([]);
  const { pieces } = applyRecipe(table, recipe, examined, '2026-27');
  expect(Buffer.from(joined(pieces)).toString()).toBe(blocks('text ours')[0]?.replaceAll('\n', '\r\n'));
});

test.each(blocks('json part'))('a part of a recipe in the documentation is one: $#', (part) => {
  const recipe: unknown = JSON.parse(recipeText);
  const own: unknown = JSON.parse(`{${part}}`);
  expect(() => parseRecipe(JSON.stringify(Object.assign({}, recipe, own)))).not.toThrow();
});
