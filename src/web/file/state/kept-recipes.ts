import type { Recipe } from '../../../recipe/recipe.js';
import { placedColumns } from '../../../recipe/recipe.js';

/**
 * Recipes kept in this browser, so that next month's file need not be placed again. Only a recipe that a file was calculated
 * with is kept, and it holds nothing of the file but names of columns and codes.
 */

const MOST_KEPT = 20;

/** A kept recipe. */
export interface KeptRecipe {
  /** The file that it was last used for. */
  readonly name: string;
  /** The columns that it reads. */
  readonly uses: readonly string[];
  /** All columns that it says something of. */
  readonly header: readonly string[];
  /** The text of the recipe file. */
  readonly text: string;
}

/** What is kept of a file that was calculated. */
export function keptOf(name: string, recipe: Recipe, header: readonly string[]): KeptRecipe {
  const uses = [...placedColumns(recipe)];
  return { name, uses, header, text: JSON.stringify(recipe) };
}

/** The recipes in a text, latest first; anything else, such as recipes of another version of the page, is skipped. */
export function keptIn(text: string): readonly KeptRecipe[] {
  const kept = parsed(text);
  return Array.isArray(kept) ? kept.filter(isKeptRecipe) : [];
}

/** The recipes with a new one in front. It replaces those for files of the same columns, and the one that the file was begun with. */
export function withKept(kept: readonly KeptRecipe[], recipe: KeptRecipe): readonly KeptRecipe[] {
  const others = kept.filter(
    (each) => keyOf(each.header) !== keyOf(recipe.header) && keyOf(each.uses) !== keyOf(recipe.uses),
  );
  return [recipe, ...others].slice(0, MOST_KEPT);
}

/** The kept recipe that best fits a file with these columns; null if none has half of those that it reads. */
export function keptFor(kept: readonly KeptRecipe[], columns: readonly string[]): KeptRecipe | null {
  const names = new Set(columns);
  const shared = ({ uses }: KeptRecipe): number => uses.filter((name) => names.has(name)).length;
  const fitting = kept.filter((each) => shared(each) * 2 >= each.uses.length && shared(each) > 0);
  return fitting.reduce<KeptRecipe | null>(
    (best, each) => (best === null || shared(each) > shared(best) ? each : best),
    null,
  );
}

/** The differences from the file that a recipe was kept for: new columns, and missing ones that it reads. */
export function differences(
  { header, uses }: KeptRecipe,
  today: readonly string[],
): { readonly added: readonly string[]; readonly gone: readonly string[] } {
  const [before, now] = [new Set(header), new Set(today)];
  return {
    added: today.filter((name) => !before.has(name)),
    gone: uses.filter((name) => !now.has(name)),
  };
}

function keyOf(columns: readonly string[]): string {
  return JSON.stringify([...columns].sort());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Something else is stored under our key.
    return null;
  }
}

function isKeptRecipe(value: unknown): value is KeptRecipe {
  if (typeof value !== 'object' || value === null) return false;
  const { name, header, uses, text } = value as Partial<Record<keyof KeptRecipe, unknown>>;
  const isTold = typeof name === 'string' && isTexts(header) && isTexts(uses);
  return isTold && typeof text === 'string' && text.includes('"prorata-recipe/3"');
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
