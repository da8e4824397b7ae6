import type { ColumnRules } from './recipe.js';

/**
 * What empty credits of a term mean to a student's year, as `blank` of a recipe: that the student does not enroll in one of its
 * terms (0), whose full-time credits count all the same, or that it has no such term (nothing).
 */
export type BlankCredits = '0' | '';

/** What they probably mean: a summer is rarely a term of the year. */
export function blankCreditsOf(label: string): BlankCredits {
  return /^su/i.test(label) ? '' : '0';
}

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
