import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { applyRecipe, joined } from '../../src/guessing/apply.js';
import { proposeRecipe } from '../../src/guessing/propose.js';
import { parseRecipe } from '../../src/guessing/recipe.js';
import { openSource } from '../../src/guessing/source.js';

const documentText = await readFile(new URL('../../docs/recipes.md', import.meta.url), 'utf8');

function blocks(info: string): string[] {
  return [...documentText.matchAll(/^```(.+)\n([\s\S]*?\n)```$/gm)].flatMap(([, kind, code = '']) =>
    kind === info ? [code] : [],
  );
}

const examples = blocks('text table').map((table, nth) => ({
  table,
  recipe: blocks('json recipe')[nth] ?? '',
  ours: blocks('text ours')[nth] ?? '',
}));

test('the documentation has an example of each shape', () => {
  expect(examples.map(({ recipe }) => parseRecipe(recipe).shape.rows)).toEqual(['term', 'student', 'fund']);
});

test.each(examples)(
  'a table of the documentation becomes ours by its recipe: $#',
  async ({ table, recipe, ours }) => {
    const source = await openSource(Buffer.from(table));
    const { pieces } = applyRecipe(source, parseRecipe(recipe));
    expect(Buffer.from(joined(pieces)).toString()).toBe(ours.replaceAll('\n', '\r\n'));
  },
);

test.each(examples)('a recipe that was proposed is read again as it was: $#', async ({ table }) => {
  const { recipe } = proposeRecipe(await openSource(Buffer.from(table)));
  expect(parseRecipe(JSON.stringify(recipe))).toEqual(recipe);
});
