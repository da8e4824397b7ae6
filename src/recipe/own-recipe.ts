import { BLANK_RECIPE, columnNames, columnsOf, OUR_FIELDS, ownField, type Recipe } from './recipe.js';

/**
 * The recipe for a file in our own names: every column from itself, and everything else said not to be there. Cells mean
 * what the documentation of the columns says, so that the rows ask nothing.
 */
export function ownRecipe(header: readonly string[]): Recipe {
  const names = columnNames(header);
  const fields = OUR_FIELDS.map((field) => {
    const column = names.find((name) => ownField(name) === field);
    return [field, column === undefined ? 'none' : { column }];
  });
  return { ...BLANK_RECIPE, confirmed: true, rows: 'term', fields: Object.fromEntries(fields) };
}

/** Whether every column that a recipe reads has our name for what it is, so that its cells mean what is documented. */
export function isOwnRecipe({ rows, fields, terms, status }: Recipe): boolean {
  if (rows !== 'term' || terms.length > 0 || status.length > 0) return false;
  return OUR_FIELDS.every((field) => columnsOf(fields[field]).every((column) => ownField(column) === field));
}
