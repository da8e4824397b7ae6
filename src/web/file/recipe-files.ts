import type { Recipe } from '../../recipe/recipe.js';
import type { Table } from './file-session.js';
import { saveBlob } from './save-blob.js';
import { columnsKey, savedRecipes } from './saved-recipes.js';
import { Refusal, type WorkerClient } from './worker-client.js';

/** The recipe that is kept for files with the columns of this one; null where there is none that can still be read. */
export async function recipeOf(worker: WorkerClient, { info }: Table): Promise<Recipe | null> {
  const columns = columnsKey(info.header);
  const saved = savedRecipes().find((each) => each.columns === columns);
  if (saved === undefined) return null;
  try {
    return await worker.ask('parseRecipe', saved.text);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** A table that is to be matched as a recipe says, instead of as was guessed. */
export function withRecipe(table: Table, recipe: Recipe): Table {
  return { ...table, proposal: { ...table.proposal, recipe, guesses: [] } };
}

/** Saves a recipe as a file, for the next time and for the command line. */
export function saveRecipeFile(fileName: string, recipe: Recipe): void {
  const text = `${JSON.stringify(recipe, null, 2)}\n`;
  const name = fileName.replace(/\.\w+$/, '');
  saveBlob(new Blob([text], { type: 'application/json' }), `${name}-recipe.json`);
}
