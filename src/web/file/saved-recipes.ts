import * as z from 'zod';
import { store, stored } from '../browser-store.js';

/** Recipes that this browser keeps, so that a file with the same columns need not be matched again. No student's data is in them. */

const STORE = 'prorata-recipes';
const MOST_KEPT = 20;

const savedSchema = z.object({
  columns: z.string(),
  text: z.string(),
  isDraft: z.boolean().default(false),
});

/** A recipe that is kept: for files with these columns, as the text of a recipe file. A draft was left before its columns were used. */
export type SavedRecipe = Readonly<z.infer<typeof savedSchema>>;

/** The columns of a header as recipes are found by; the column of errors that failed rows have does not count. */
export function columnsKey(header: readonly string[]): string {
  return header.filter((name) => name.toLowerCase() !== 'error').join(', ');
}

/** What is no recipe, such as one of a later version of the page, is passed over. */
const keptSchema = z.array(savedSchema.nullable().catch(null));

/** All that are kept, the latest first; none where the browser keeps nothing, or something else under our name. */
export function savedRecipes(): readonly SavedRecipe[] {
  try {
    const kept = keptSchema.parse(JSON.parse(stored('localStorage', STORE) ?? '[]'));
    return kept.filter((each) => each !== null);
  } catch {
    return [];
  }
}

/** Keeps a recipe for files with its columns, instead of the one before. */
export function saveRecipe(recipe: SavedRecipe): void {
  const others = savedRecipes().filter(({ columns }) => columns !== recipe.columns);
  write([recipe, ...others].slice(0, MOST_KEPT));
}

/** Forgets the recipe for files with these columns. */
export function forgetRecipe(columns: string): void {
  write(savedRecipes().filter((each) => each.columns !== columns));
}

function write(recipes: readonly SavedRecipe[]): void {
  store('localStorage', STORE, JSON.stringify(recipes));
}
