import { expect, test } from 'vitest';
import { parseRecipe } from '../../src/recipe/format/recipe-file.js';
import { codeBlock, codeBlocks } from '../support/documents.js';
import { examined, ourText, tableOf } from './small-table.js';

const DOCUMENT = 'docs/recipes.md';
const recipeText = codeBlock(DOCUMENT, 'json recipe');

test('the table of the documentation becomes ours by its recipe, with nothing open', () => {
  const table = tableOf(codeBlock(DOCUMENT, 'text table'));
  const recipe = parseRecipe(recipeText);
  expect(examined(table, recipe).open).toEqual([]);
  const ours = codeBlock(DOCUMENT, 'text ours').replaceAll('\n', '\r\n');
  expect(ourText(table, recipe)).toBe(ours);
});

const parts = codeBlocks(DOCUMENT).filter(({ info }) => info === 'json part');

test.each(parts)('a part of a recipe in the documentation is one: %#', ({ code }) => {
  const recipe: unknown = JSON.parse(recipeText);
  const own: unknown = JSON.parse(`{${code}}`);
  expect(() => parseRecipe(JSON.stringify(Object.assign({}, recipe, own)))).not.toThrow();
});
