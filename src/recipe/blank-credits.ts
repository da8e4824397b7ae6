import type { ColumnRules } from './recipe.js';

/**
 * What blank credits of a term mean, as `blank` in a recipe: the student does not enroll in it (0), but its full-time
 * credits count for the year; or nothing, so that a question is asked.
 */
export type BlankCredits = '0' | '';

/**
 * The rules of a term with the meaning of its blank credits: applied to the planned ones, or to the final ones if there
 * are no others.
 */
export function withBlankCredits(
  rules: ColumnRules,
  creditColumns: readonly string[],
  blank: BlankCredits,
): ColumnRules {
  const column = creditColumns.find((each) => rules[each] !== undefined);
  const rule = rules[column ?? ''];
  if (column === undefined || rule === undefined || 'constant' in rule) return rules;
  const { blank: _, ...plain } = rule;
  return { ...rules, [column]: blank === '' ? plain : { ...plain, blank } };
}
