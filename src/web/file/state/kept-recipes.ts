import { valueAt } from '../../../recipe/format/recipe.js';

/** Recipes of calculated files, kept in this browser for next month: only column names and codes. */

const MOST_KEPT = 20;

export interface KeptRecipe {
  /** The last file that used the recipe, and the columns that it reads. */
  readonly name: string;
  readonly placed: readonly string[];
  /** The text of a recipe file, which the worker checks before use. */
  readonly text: string;
}

/** The recipes in a stored text, latest first; anything else, as of another version, is skipped. */
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

/** Puts a recipe first, and removes any other that reads the same columns. */
export function withKept(kept: readonly KeptRecipe[], latest: KeptRecipe): readonly KeptRecipe[] {
  const columnsOf = ({ placed }: KeptRecipe): string => String(placed.toSorted());
  const others = kept.filter((each) => columnsOf(each) !== columnsOf(latest));
  return [latest, ...others].slice(0, MOST_KEPT);
}

/** The latest recipe with the largest share of its columns in the file; null if below one half. */
export function keptFor(kept: readonly KeptRecipe[], columns: readonly string[]): KeptRecipe | null {
  const shareOf = ({ placed }: KeptRecipe): number =>
    placed.filter((name) => columns.includes(name)).length / placed.length;
  const fitting = kept.filter((each) => shareOf(each) >= 1 / 2);
  return fitting.sort((one, other) => shareOf(other) - shareOf(one))[0] ?? null;
}
