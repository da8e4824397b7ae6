import { REQUEST_COLUMNS } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { RECIPE_FORMAT, type Recipe } from './recipe.js';

/** The recipe of a file that is in our shape already: every column of ours from itself. For mending it, and for its failed rows. */
export function ownRecipe(header: readonly string[]): Recipe {
  const known = header.filter((name) => REQUEST_COLUMNS.includes(columnName(name)));
  return {
    format: RECIPE_FORMAT,
    shape: { rows: 'term' },
    columns: Object.fromEntries(known.map((name) => [columnName(name), { column: name }])),
  };
}
