import { type Edits, NO_EDITS } from '../../../guessing/apply.js';
import type { Recipe } from '../../../guessing/recipe.js';
import type { FailureGroup } from '../../../review/failure-groups.js';
import { leaveOut, mendRecipe, mendRows } from '../../../review/mend.js';
import type { Mend } from './outcome.js';

/** The rows of a group of failures, for its repair and for leaving them out. */
export type GroupRows = Pick<FailureGroup, 'column' | 'rows' | 'leftOut'>;

/** A recipe and the rows changed by hand, after repairs. */
export interface Mended {
  readonly recipe: Recipe;
  readonly edits: Edits;
}

/** Applies a plan's repairs in order; `rowsOf` looks up the rows of a group of failures. */
export function mended(
  recipe: Recipe,
  mends: readonly Mend[],
  rowsOf: (result: number, group: number) => GroupRows,
): Mended {
  return mends.reduce<Mended>((so, mend) => next(so, mend, rowsOf), { recipe, edits: NO_EDITS });
}

function next({ recipe, edits }: Mended, mend: Mend, rowsOf: Parameters<typeof mended>[2]): Mended {
  switch (mend.kind) {
    case 'values': {
      const values = Object.entries(mend.values);
      return {
        edits,
        recipe: values.reduce((so, [given, value]) => mendRecipe(so, mend.column, [given], value), recipe),
      };
    }
    case 'rows':
      return {
        recipe,
        edits: mend.cells.reduce((so, { rows, value }) => mendRows(so, mend.column, rows, value), edits),
      };
    case 'group': {
      const { column, rows } = rowsOf(mend.result, mend.group);
      return { recipe, edits: mendRows(edits, column, rows, mend.value) };
    }
    case 'leave out':
      return { recipe, edits: leaveOut(edits, rowsOf(mend.result, mend.group).leftOut) };
  }
}
