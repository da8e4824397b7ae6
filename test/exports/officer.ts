import { parseRecipe, type Recipe } from '../../src/recipe/recipe.js';
import type { OfficerAnswers } from './raw-export.js';

/** A proposed recipe with what an officer decides over it, written down and read again as a recipe file is. */
export function decided(recipe: Recipe, { decisions, columns, funds }: OfficerAnswers): Recipe {
  const { shape } = recipe;
  return parseRecipe(
    JSON.stringify({
      ...recipe,
      shape: shape.rows === 'fund' && funds !== undefined ? { ...shape, funds } : shape,
      columns: { ...recipe.columns, ...columns },
      decisions: { ...recipe.decisions, ...decisions },
    }),
  );
}
