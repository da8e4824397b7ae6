import { parseRecipe, type Recipe } from '../../src/guessing/recipe.js';
import type { OfficerAnswers } from './raw-export.js';

/** A proposed recipe with what an officer decides over it, written down and read again as a recipe file is. */
export function decided(recipe: Recipe, { decisions, columns, funds, terms }: OfficerAnswers): Recipe {
  return parseRecipe(
    JSON.stringify({
      ...recipe,
      shape: decidedShape(recipe, funds, terms),
      columns: { ...recipe.columns, ...columns },
      decisions: { ...recipe.decisions, ...decisions },
    }),
  );
}

function decidedShape(
  { shape }: Recipe,
  funds: OfficerAnswers['funds'],
  terms: OfficerAnswers['terms'] = {},
): unknown {
  if (shape.rows === 'fund' && funds !== undefined) return { ...shape, funds };
  if (shape.rows !== 'student') return shape;
  return {
    ...shape,
    terms: shape.terms.map((term) => ({ ...term, columns: { ...term.columns, ...terms[term.label] } })),
  };
}
