/** Recipes that this browser keeps, so that a file with the same columns need not be matched again. No student's data is in them. */

const STORE = 'prorata-recipes';
const MOST_KEPT = 20;

/** A recipe that is kept: for files with these columns, as the text of a recipe file. */
export interface SavedRecipe {
  readonly columns: string;
  readonly text: string;
  /** Whether its columns have not been used yet. */
  readonly isDraft?: boolean;
}

/** The columns of a header as recipes are found by; the column of errors that failed rows have does not count. */
export function columnsKey(header: readonly string[]): string {
  return header.filter((name) => name.toLowerCase() !== 'error').join(', ');
}

/** All that are kept, the latest first; none where the browser keeps nothing. */
export function savedRecipes(): readonly SavedRecipe[] {
  const text = storage()?.getItem(STORE) ?? '[]';
  try {
    const kept: unknown = JSON.parse(text);
    return Array.isArray(kept) ? kept.filter(isSaved) : [];
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
  try {
    storage()?.setItem(STORE, JSON.stringify(recipes));
  } catch {
    // Full, or switched off: then nothing is kept, and the file is matched again.
  }
}

/** Null where the browser is set to keep nothing. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function isSaved(value: unknown): value is SavedRecipe {
  return (
    typeof value === 'object' &&
    value !== null &&
    'columns' in value &&
    typeof value.columns === 'string' &&
    'text' in value &&
    typeof value.text === 'string' &&
    (!('isDraft' in value) || typeof value.isDraft === 'boolean')
  );
}
