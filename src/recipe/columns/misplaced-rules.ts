import { hasTermColumns, isPerTerm, statusTexts } from '../format/column-rules.js';
import { AMOUNTS_OF_YEAR, FIELDS_OF_RECIPE } from '../format/our-fields.js';
import { neededFields } from '../format/places.js';
import type { FieldRules, OpenPlace, Recipe } from '../format/recipe.js';

/** What a recipe written by hand may say that nothing reads. */

const STRAY = 'Remove this: rows of this kind do not have it.';
const OF_NO_TERM =
  'The row has several terms: write this in "status" of the terms that it is about, or say "not_calculated".';

/** Rules that nothing reads in rows of this shape, and statuses that do not say which term they are for. */
export function misplacedRules(recipe: Recipe): readonly OpenPlace[] {
  const { rows, fields, terms, status } = recipe;
  const { all, perTerm } = neededFields(rows);
  const others = FIELDS_OF_RECIPE.filter((field) => ![...all, ...perTerm].includes(field));
  const strayIn = (rules: FieldRules = {}) => others.filter((field) => (rules[field] ?? 'none') !== 'none');
  const areBeside = hasTermColumns(rows);
  const found: OpenPlace[] = [];
  const add = (message: string, ...path: OpenPlace['path']): unknown => found.push({ path, message });
  for (const field of strayIn(fields)) add(STRAY, 'fields', field);
  for (const [at, term] of terms.entries())
    for (const field of strayIn(term.fields)) add(STRAY, 'terms', at, 'fields', field);
  for (const [at, { status = [] }] of terms.entries())
    if (!areBeside && status.length > 0) add(STRAY, 'terms', at, 'status');
  if (!areBeside) return found;
  for (const field of AMOUNTS_OF_YEAR) if (isPerTerm(fields[field])) add(STRAY, 'fields', field, 'per');
  const ofRows = statusTexts(recipe, ['status']);
  for (const [at, { values }] of (status ?? []).entries())
    for (const [code, meaning] of Object.entries(values))
      if (meaning !== null && !Object.hasOwn(ofRows, meaning)) add(OF_NO_TERM, 'status', at, 'values', code);
  return found;
}
