import { valueAt } from '../../../recipe/format/recipe.js';

/**
 * Recipes that files were calculated with, kept in this browser for next month. They hold nothing of a file but names of
 * columns, and codes.
 */

const MOST_KEPT = 20;

export interface KeptRecipe {
  /** The file that it was last used for, and its columns that are read. */
  readonly name: string;
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
  const placed = valueAt(value, ['placed']);
  return (
    ['name', 'text'].every((key) => isText(valueAt(value, [key]))) &&
    Array.isArray(placed) &&
    placed.every(isText)
  );
}

/** The recipes with a new one in front. It replaces one that reads the same columns. */
export function withKept(kept: readonly KeptRecipe[], latest: KeptRecipe): readonly KeptRecipe[] {
  const columnsOf = ({ placed }: KeptRecipe): string => String(placed.toSorted());
  const others = kept.filter((each) => columnsOf(each) !== columnsOf(latest));
  return [latest, ...others].slice(0, MOST_KEPT);
}

/** The kept recipe of whose columns a file has the largest share, the latest of equals; null if no file has half of them. */
export function keptFor(kept: readonly KeptRecipe[], columns: readonly string[]): KeptRecipe | null {
  const shareOf = ({ placed }: KeptRecipe): number =>
    placed.filter((name) => columns.includes(name)).length / placed.length;
  const fitting = kept.filter((each) => shareOf(each) >= 1 / 2);
  return fitting.sort((one, other) => shareOf(other) - shareOf(one))[0] ?? null;
}
