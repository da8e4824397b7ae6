import { ApiError } from '../../contract/errors.js';
import { parseJsonText } from '../../contract/json-text.js';
import { RECIPE_FORMAT, type Recipe, RecipeError, valueAt } from './recipe.js';
import { ENGLISH, recipeSchema } from './recipe-schema.js';

/** Reads and writes recipe files. Errors name every wrong place by its path. */

const NO_RECIPE = 'This is not a recipe. Choose one that was saved for a file, such as students-recipe.json.';

/** Reads the text of a recipe file. @throws RecipeError that names every wrong place by its path. */
export function parseRecipe(text: string): Recipe {
  if (!text.includes('prorata-recipe/')) throw new RecipeError(NO_RECIPE);
  const given = jsonOf(text);
  const format = valueAt(given, ['format']);
  if (format !== RECIPE_FORMAT) {
    throw new RecipeError(
      `The recipe says "format": ${JSON.stringify(format) ?? 'nothing'}; expected "${RECIPE_FORMAT}". Place the columns again: choose the file without a recipe, and save a new one.`,
    );
  }
  const parsed = recipeSchema.safeParse(given, ENGLISH);
  if (parsed.success) return parsed.data;
  throw new RecipeError(
    'The recipe cannot be used. Correct these places, or place the columns again.',
    parsed.error.issues.map(({ path, message }) => ({
      path: path.map((key) => (typeof key === 'number' ? key : String(key))),
      message,
    })),
  );
}

/** The text of a recipe file. */
export function recipeText(recipe: Recipe): string {
  return `${JSON.stringify(recipe, null, 2)}\n`;
}

function jsonOf(text: string): unknown {
  try {
    return parseJsonText(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const where = error.message
      .replace(/^The body/, 'It')
      .replace(/Send all of it.*$/s, 'The file may be cut off.');
    throw new RecipeError(`The recipe is no JSON file. ${where}`);
  }
}
