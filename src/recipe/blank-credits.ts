import type { ColumnRules } from './recipe.js';

/**
 * What empty credits of a term mean, as `blank` of a recipe: that the student does not enroll in it (0), though its full-time credits
 * count for the year; or nothing, so that it is asked.
 */
export type BlankCredits = '0' | '';

/** A term's rules with what its empty credits mean: said of the planned ones, or of the final ones where there are no others. */
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
