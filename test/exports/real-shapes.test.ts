import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CURRENT_AWARD_YEAR } from '../../src/engine/limits.js';
import { applyRecipe, joined, NO_EDITS } from '../../src/recipe/apply-recipe.js';
import { factsOf } from '../../src/recipe/column-facts.js';
import { openPlaces } from '../../src/recipe/open-places.js';
import { parseRecipe, pathText, type Recipe } from '../../src/recipe/recipe.js';
import { examineRows } from '../../src/recipe/row-questions.js';
import { openTable, type Table } from '../../src/table/open-table.js';
import { allAtOnce } from '../../src/table/steps.js';
import { answerLines } from './answer-lines.js';

/**
 * Exports as student systems and reports make them, each with a finished recipe. The right dollars beside them were worked
 * out by the second implementation of the rules, from the students that the files were written for.
 */
const FOLDER = new URL('files/', import.meta.url);
const NAMES = readdirSync(FOLDER).flatMap((file) => (/\.(?:csv|xlsx)$/.test(file) ? [file] : []));

const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');
const beside = (file: string, kind: string): string => file.replace(/\.[a-z]+$/, `.${kind}.json`);

function examined(table: Table, recipe: Recipe) {
  const rowsFound = allAtOnce(examineRows(table, recipe, CURRENT_AWARD_YEAR));
  const facts = allAtOnce(factsOf(table));
  return { rowsFound, open: openPlaces(recipe, facts, rowsFound.questions) };
}

describe('an export with its recipe leaves nothing open, and pays to the dollar:', () => {
  test.each(NAMES)('%s', async (file) => {
    const table = await openTable(readFileSync(new URL(file, FOLDER)));
    const recipe = parseRecipe(read(beside(file, 'recipe')));
    const found = examined(table, recipe);
    expect(found.open.map(({ path, message }) => `${pathText(path)}: ${message}`)).toEqual([]);
    const { pieces } = applyRecipe(table, recipe, NO_EDITS, found, CURRENT_AWARD_YEAR);
    expect(answerLines(joined(pieces))).toEqual(JSON.parse(read(beside(file, 'right'))));
  });
});
