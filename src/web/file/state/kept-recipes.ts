import { placedColumns } from '../../../recipe/places.js';
import { RECIPE_FORMAT, type Recipe, valueAt } from '../../../recipe/recipe.js';

/**
 * Recipes kept in this browser, so that next month's file need not be placed again. Only a recipe that a file was calculated
 * with is kept, and it holds nothing of the file but names of columns and codes.
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

/** The columns that a kept recipe reads. */
export function usesOf({ recipe }: KeptRecipe): readonly string[] {
  return [...placedColumns(recipe)];
}

/** The recipes with a new one in front. It replaces those for files of the same columns, and the one that the file was begun with. */
export function withKept(kept: readonly KeptRecipe[], latest: KeptRecipe): readonly KeptRecipe[] {
  const isSame = (one: readonly string[], other: readonly string[]): boolean =>
    String(one.toSorted()) === String(other.toSorted());
  const others = kept.filter(
    (each) => !isSame(each.columns, latest.columns) && !isSame(usesOf(each), usesOf(latest)),
  );
  return [latest, ...others].slice(0, MOST_KEPT);
}

/** The kept recipe that best fits a file with these columns; null if none has half of those that it reads. */
export function keptFor(kept: readonly KeptRecipe[], columns: readonly string[]): KeptRecipe | null {
  const shared = (each: KeptRecipe): number => usesOf(each).filter((name) => columns.includes(name)).length;
  const fitting = kept.filter((each) => shared(each) > 0 && shared(each) * 2 >= usesOf(each).length);
  return fitting.toSorted((one, other) => shared(other) - shared(one))[0] ?? null;
}
