import { STUDENT_ID_COLUMN } from '../../../contract/field-list.js';
import { columnName } from '../../../contract/header.js';
import type { Recipe } from '../../../guessing/recipe.js';

/** What is asked about in any case where no column is read for it. */
const ASKED_ANYWAY: readonly string[] = [STUDENT_ID_COLUMN, 'subsidized_amount'];

/**
 * A recipe without the columns that a file lacks today, and their names. Which column each is now has to be decided, so nothing is read
 * differently in silence. Where nothing would be left, or columns of a term or a fund are lacking, the recipe stays as it is: the file is
 * another export.
 */
export function withoutLost(
  recipe: Recipe,
  header: readonly string[],
): { readonly recipe: Recipe; readonly lost: readonly string[] } {
  const names = new Set(header.map(columnName));
  const rules = Object.entries(recipe.columns);
  const left = rules.filter(
    ([, rule]) => rule === undefined || !('column' in rule) || names.has(columnName(rule.column)),
  );
  const lost = rules.filter((each) => !left.includes(each));
  if (left.length === 0 || lost.length === 0) return { recipe, lost: [] };
  const asked = lost.flatMap(([ours]) => (ASKED_ANYWAY.includes(ours) ? [] : [[ours, null] as const]));
  const { decisions } = recipe;
  return {
    recipe: {
      ...recipe,
      columns: Object.fromEntries(left),
      decisions: { ...decisions, columns: { ...decisions.columns, ...Object.fromEntries(asked) } },
    },
    lost: lost.flatMap(([, rule]) => (rule !== undefined && 'column' in rule ? [rule.column] : [])),
  };
}
