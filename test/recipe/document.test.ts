import { expect, test } from 'vitest';
import { joined } from '../../src/csv/text.js';
import { applyRecipe } from '../../src/recipe/apply-recipe.js';
import { examine } from '../../src/recipe/examine.js';
import { parseRecipe } from '../../src/recipe/format/recipe-file.js';
import { codeBlock, codeBlocks } from '../support/documents.js';
import { factsIn, run, tableOf } from './small-table.js';

const DOCUMENT = 'docs/recipes.md';
const recipeText = codeBlock(DOCUMENT, 'json recipe');

test('the table of the documentation becomes ours by its recipe, with nothing open', () => {
  const table = tableOf(codeBlock(DOCUMENT, 'text table'));
  const recipe = parseRecipe(recipeText);
  const examined = run(examine(table, factsIn(table), recipe, '2026-27'));
  expect(examined.open).toEqual([]);
  const { pieces } = applyRecipe(table, recipe, examined, '2026-27');
  const ours = codeBlock(DOCUMENT, 'text ours').replaceAll('\n', '\r\n');
  expect(Buffer.from(joined(pieces)).toString()).toBe(ours);
});

const parts = codeBlocks(DOCUMENT).filter(({ info }) => info === 'json part');

test.each(parts)('a part of a recipe in the documentation is one: %#', ({ code }) => {
  const recipe: unknown = JSON.parse(recipeText);
  const own: unknown = JSON.parse(`{${code}}`);
  expect(() => parseRecipe(JSON.stringify(Object.assign({}, recipe, own)))).not.toThrow();
});
