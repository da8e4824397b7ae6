import type { Recipe } from '../../recipe/recipe.js';
import type { Table } from './match-table.js';
import { saveBlob } from './save-blob.js';
import { columnsKey, savedRecipes } from './saved-recipes.js';
import { Refusal, type WorkerClient } from './worker-client.js';

/** A recipe that was kept, perhaps as a draft. */
export interface KeptRecipe {
  readonly recipe: Recipe;
  readonly isDraft: boolean;
}

/** What is kept for files with the columns of this one; null where that is nothing that can still be read. */
export async function keptFor(worker: WorkerClient, { info }: Table): Promise<KeptRecipe | null> {
  const columns = columnsKey(info.header);
  const saved = savedRecipes().find((each) => each.columns === columns);
  if (saved === undefined) return null;
  try {
    return { recipe: await worker.ask('parseRecipe', saved.text), isDraft: saved.isDraft };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** A table that is to be matched as a recipe says, instead of as was guessed; a draft leaves what it does not say to the guesses. */
export function withRecipe(table: Table, { recipe, isDraft }: KeptRecipe): Table {
  const guesses = isDraft ? table.proposal.guesses : [];
  return { ...table, proposal: { ...table.proposal, recipe, guesses } };
}

/** Saves a recipe as a file, for the next time and for the command line. */
export function saveRecipeFile(fileName: string, recipe: Recipe): void {
  const text = `${JSON.stringify(recipe, null, 2)}\n`;
  const name = fileName.replace(/\.\w+$/, '');
  saveBlob(new Blob([text], { type: 'application/json' }), `${name}-recipe.json`);
}

/** Whether every column of a table has our name and nothing is open, so that nobody need be asked. */
export function isCertain({ proposal: { decisions, guesses } }: Table): boolean {
  return (
    decisions.every(({ open }) => !open) && guesses.every(({ sure }) => sure === 'certain' || sure === 'none')
  );
}
