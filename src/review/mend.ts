import type { Edits } from '../guessing/apply.js';
import type { CellRule, ColumnRules, Recipe } from '../guessing/recipe.js';

/**
 * The recipe with a group mended for good: `value` is written wherever the column of theirs says one of `given`, and, when
 * `given` is empty, wherever it is blank. A column that the recipe does not fill yet gets the value on every row.
 */
export function mendRecipe(recipe: Recipe, column: string, given: readonly string[], value: string): Recipe {
  const { shape, columns } = recipe;
  const isOfTerms =
    shape.rows === 'student' && shape.terms.some((term) => term.columns[column] !== undefined);
  if (!isOfTerms) return { ...recipe, columns: withMended(columns, column, given, value) };
  const terms = shape.terms.map((term) => ({
    ...term,
    columns: withMended(term.columns, column, given, value),
  }));
  return { ...recipe, shape: { ...shape, terms } };
}

function withMended(
  rules: ColumnRules,
  column: string,
  given: readonly string[],
  value: string,
): ColumnRules {
  return { ...rules, [column]: mended(rules[column], given, value) };
}

function mended(rule: CellRule | undefined, given: readonly string[], value: string): CellRule {
  if (rule === undefined || 'constant' in rule) return { constant: value };
  if (given.length === 0) return { ...rule, blank: value };
  return { ...rule, values: { ...rule.values, ...Object.fromEntries(given.map((each) => [each, value])) } };
}

/** The edits that mend a group only on these rows of ours. */
export function mendRows(edits: Edits, column: string, rows: readonly number[], value: string): Edits {
  const byRow = new Map([...(edits.cells.get(column) ?? []), ...rows.map((row) => [row, value] as const)]);
  return { ...edits, cells: new Map([...edits.cells, [column, byRow]]) };
}

/** The edits that leave out these rows of ours. */
export function leaveOut(edits: Edits, rows: readonly number[]): Edits {
  return { ...edits, leftOut: new Set([...edits.leftOut, ...rows]) };
}
