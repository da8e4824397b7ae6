import { valueAt } from '../../../recipe/recipe.js';

/**
 * Recipes that files were calculated with, kept in this browser for next month. They hold nothing of a file but names of
 * columns, and codes.
 */

const MOST_KEPT = 20;

export interface KeptRecipe {
  /** The file that it was last used for, its columns, and the columns that are read. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly placed: readonly string[];
  /** As in a recipe file: the worker reads it before it is used. */
  readonly text: string;
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

function isKeptRecipe(value: unknown): value is KeptRecipe {
  const isText = (each: unknown): boolean => typeof each === 'string';
  const lists = ['columns', 'placed'].map((key) => valueAt(value, [key]));
  return (
    ['name', 'text'].every((key) => isText(valueAt(value, [key]))) &&
    lists.every((list) => Array.isArray(list) && list.every(isText))
  );
}

/** The recipes with a new one in front. It replaces those for files of the same columns, and the one that the file was begun with. */
export function withKept(kept: readonly KeptRecipe[], latest: KeptRecipe): readonly KeptRecipe[] {
  const isSame = (one: readonly string[], other: readonly string[]): boolean =>
    String(one.toSorted()) === String(other.toSorted());
  const others = kept.filter(
    ({ columns, placed }) => !isSame(columns, latest.columns) && !isSame(placed, latest.placed),
  );
  return [latest, ...others].slice(0, MOST_KEPT);
}

/** The kept recipe that best fits a file with these columns; null if none has half of those that it reads. */
export function keptFor(kept: readonly KeptRecipe[], columns: readonly string[]): KeptRecipe | null {
  const fitting = kept.flatMap((each) => {
    const shared = each.placed.filter((name) => columns.includes(name)).length;
    return shared > 0 && shared * 2 >= each.placed.length ? [{ each, shared }] : [];
  });
  return fitting.sort((one, other) => other.shared - one.shared)[0]?.each ?? null;
}
