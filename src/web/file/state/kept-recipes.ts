import { placedColumns } from '../../../recipe/places.js';
import { RECIPE_FORMAT, type Recipe, valueAt } from '../../../recipe/recipe.js';

/**
 * Recipes that files were calculated with, kept in this browser for next month. They hold nothing of a file but names of
 * columns, codes, and of amounts about the lowest and the highest.
 */

const MOST_KEPT = 20;

export interface KeptRecipe {
  /** The file that it was last used for, and its columns. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly recipe: Recipe;
}

/** The recipes in a text, latest first; anything else, such as recipes of another version of the page, is skipped. */
export function keptIn(text: string | null): readonly KeptRecipe[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKeptRecipe) : [];
  } catch {
    // Something else is stored under our key.
    return [];
  }
}

/** Whether it was written by this version of the page. The worker checks the recipe itself before it is used. */
function isKeptRecipe(value: unknown): value is KeptRecipe {
  return valueAt(value, ['recipe', 'format']) === RECIPE_FORMAT && Array.isArray(valueAt(value, ['columns']));
}

/** The recipes with a new one in front. It replaces those for files of the same columns, and the one that the file was begun with. */
export function withKept(kept: readonly KeptRecipe[], latest: KeptRecipe): readonly KeptRecipe[] {
  const isSame = (one: Iterable<string>, other: Iterable<string>): boolean =>
    String([...one].sort()) === String([...other].sort());
  const used = placedColumns(latest.recipe);
  const others = kept.filter(
    ({ columns, recipe }) => !isSame(columns, latest.columns) && !isSame(placedColumns(recipe), used),
  );
  return [latest, ...others].slice(0, MOST_KEPT);
}

/** The kept recipe that best fits a file with these columns; null if none has half of those that it reads. */
export function keptFor(kept: readonly KeptRecipe[], columns: readonly string[]): KeptRecipe | null {
  const fitting = kept.flatMap((each) => {
    const used = placedColumns(each.recipe);
    const shared = columns.filter((name) => used.has(name)).length;
    return shared > 0 && shared * 2 >= used.size ? [{ each, shared }] : [];
  });
  return fitting.sort((one, other) => other.shared - one.shared)[0]?.each ?? null;
}
