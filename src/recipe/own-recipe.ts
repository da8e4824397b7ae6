import {
  BLANK_RECIPE,
  columnNames,
  columnsOf,
  OUR_FIELDS,
  type Ours,
  ownField,
  type Recipe,
} from './recipe.js';

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

/**
 * Whether every column that a recipe reads has our name for what it is, so that its cells mean what is documented; what
 * every file in our names has must be there, or nobody would be asked what is missing.
 */
export function isOwnRecipe({ rows, fields, terms, status }: Recipe): boolean {
  if (rows !== 'term' || terms.length > 0 || status.length > 0) return false;
  const has = (field: Ours): boolean => columnsOf(fields[field]).length > 0;
  const hasCredits = has('term_credits_enrolled') || has('term_actual_final_credits');
  if (!hasCredits || !has('dependency_status') || !has('term_label')) return false;
  return OUR_FIELDS.every((field) => columnsOf(fields[field]).every((column) => ownField(column) === field));
}
