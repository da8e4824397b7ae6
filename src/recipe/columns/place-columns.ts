import type { ColumnFacts, TableFacts } from '../../table/column-facts.js';
import {
  blankOf,
  type ColumnRoles,
  codeKey,
  columnsOf,
  meaningOf,
  roleOf,
  ruleOf,
  ruleOfColumns,
  statusRules,
  valuesOf,
  zeroOf,
} from '../format/column-rules.js';
import { FIELDS_OF_RECIPE, type Field, isAdded } from '../format/our-fields.js';
import { areReadTogether, columnsIn, neededFields, pruneNotUsed } from '../format/places.js';
import { type FieldRule, type FieldRules, type Recipe, type TermRule, withAnswer } from '../format/recipe.js';
import { datedCodes, ruleFor } from './codes.js';
import { heldPlaced, heldUnused } from './held-columns.js';
import { termsIn } from './suggest.js';
import { orderByLabels, termInName } from './term-labels.js';

/** Makes a new recipe from what a person does to a draft. Placing one thing keeps what was placed before. */

/**
 * Places columns on a field, of all terms or of the one at `termIndex`. Codes keep their meanings, and
 * columns how they are read; `more` are further columns that are not added.
 */
export function placeColumns(
  recipe: Recipe,
  facts: TableFacts,
  field: Field,
  names: readonly string[],
  termIndex?: number,
  more: ColumnRoles = {},
): Recipe {
  const columns = columnsIn(facts, names);
  const [first, ...others] = columns;
  if (first === undefined) return placeRule(recipe, field, null, termIndex);
  const { fields } = termIndex === undefined ? recipe : (recipe.terms[termIndex] ?? {});
  const placed = placeRule(recipe, field, ruleFor(field, columns, fields?.[field], more), termIndex);
  if (field !== 'term_label' || others.length > 0) return placed;
  return { ...placed, ...termsIn(first.codes, placed) };
}

/**
 * Places a column on a field instead of those there. If the file lacks one of them, the new column replaces
 * only the missing ones, and is read as a single missing one was.
 */
export function replaceColumns(
  recipe: Recipe,
  facts: TableFacts,
  field: Field,
  name: string,
  termIndex?: number,
): Recipe {
  const rule = (termIndex === undefined ? recipe : recipe.terms[termIndex])?.fields?.[field];
  const here = columnsIn(facts, columnsOf(rule)).map((column) => column.name);
  const [lost, ...others] = columnsOf(rule).filter((column) => !here.includes(column));
  if (lost === undefined) return placeColumns(recipe, facts, field, [name], termIndex);
  const { less, instead } = roleOf(rule);
  const roleOfLost = (columns: readonly string[]): readonly string[] =>
    others.length === 0 && columns.includes(lost) ? [name] : [];
  const more = { less: roleOfLost(less), instead: roleOfLost(instead) };
  return placeColumns(recipe, facts, field, [...here, name], termIndex, more);
}

/** Sets the rule of a field, for all terms or for the one at `termIndex`. */
export function placeRule(recipe: Recipe, field: Field, rule: FieldRule, termIndex?: number): Recipe {
  const without = ({ [field]: _, ...others }: FieldRules): FieldRules => others;
  // A rule for all terms replaces those of single terms.
  const terms = recipe.terms.map((each, at) => {
    if (termIndex === undefined) return { ...each, ...(each.fields && { fields: without(each.fields) }) };
    return at === termIndex ? { ...each, fields: { ...each.fields, [field]: rule } } : each;
  });
  const fields = termIndex === undefined ? { ...recipe.fields, [field]: rule } : without(recipe.fields);
  return pruneNotUsed({ ...recipe, terms, fields });
}

/** Fields that often have a value for a single term, such as an optional summer. */
export const TERM_VALUES: readonly Field[] = ['term_required', 'term_ft_credits'];

/** The term in a column's name, if it is not listed yet; else null. */
export function newTermIn({ terms }: Recipe, column: string): string | null {
  const term = termInName(column)?.term ?? null;
  return term !== null && terms.every(({ label }) => codeKey(label) !== codeKey(term)) ? term : null;
}

/** A label for a term that has none yet. */
export function newLabel({ terms }: Recipe): string {
  for (let nth = terms.length + 1; ; nth++)
    if (terms.every(({ label }) => label !== `Term ${nth}`)) return `Term ${nth}`;
}

/**
 * Adds a term: in its place in the year if labels show it, else last. Rules for all terms then apply to the
 * earlier terms only: whether a term counts, full-time credits, and columns of credits and payments.
 */
export function withTerm(recipe: Recipe, label: string): Recipe {
  const { terms } = recipe;
  const order = orderByLabels([...terms.map((term) => term.label), label]);
  const isSaid = (field: Field): boolean =>
    recipe.fields[field] != null && columnsOf(recipe.fields[field]).length > 0 === isAdded(field);
  let apart = recipe;
  for (const field of [...TERM_VALUES, ...neededFields(recipe.rows).perTerm.filter(isAdded)].filter(isSaid))
    for (const [at, term] of terms.entries())
      apart = placeRule(apart, field, ruleOf(recipe, field, term), at);
  return { ...apart, terms: apart.terms.toSpliced(order?.indexOf(label) ?? terms.length, 0, { label }) };
}

/** Accepts and keeps what a placed column holds. */
export function acceptHeld(recipe: Recipe, facts: TableFacts, column: ColumnFacts): Recipe {
  return withAnswer(recipe, ['held', column.name], heldPlaced(recipe, facts, column));
}

/** Marks a column as not used, keeps what it holds, and removes it from every rule. */
export function markNotUsed(recipe: Recipe, facts: TableFacts, column: ColumnFacts): Recipe {
  const { name } = column;
  return withAnswer(unplaced(recipe, name), ['not_used', name], heldUnused(recipe, facts, column));
}

/** Makes a column a status of rows, or of one term. New values are open; dates of a year are one value. */
export function placeStatus(recipe: Recipe, column: ColumnFacts, termIndex?: number): Recipe {
  const { name } = column;
  const before = statusRules(recipe).find(({ column }) => column === name);
  const codes = datedCodes(column, null, before?.values);
  const values = codes.map(({ code }) => [code, meaningOf(before?.values, code) ?? null]);
  const rule = { column: name, values: Object.fromEntries(values) };
  const withRule = <Of extends Recipe | TermRule>(of: Of): Of => ({
    ...of,
    status: [...(of.status ?? []), rule],
  });
  const freed = unplaced(recipe, name);
  if (termIndex === undefined) return withRule(freed);
  return { ...freed, terms: freed.terms.map((each, at) => (at === termIndex ? withRule(each) : each)) };
}

/** Removes every status, so that every row counts. */
export function countEveryRow(recipe: Recipe): Recipe {
  const freed = statusRules(recipe).reduce((so, { column }) => unplaced(so, column), recipe);
  return { ...freed, status: [] };
}

/** Removes a column from all rules and statuses. Without the last status, whether rows count is open. */
export function unplaced(recipe: Recipe, name: string): Recipe {
  const { [name]: _, ...not_used } = recipe.not_used;
  const freed = <Of extends Recipe | TermRule>(of: Of): Of => ({
    ...of,
    ...(of.fields && { fields: rulesWithout(of.fields, name) }),
    ...(of.status && { status: of.status.filter(({ column }) => column !== name) }),
  });
  const made = { ...freed(recipe), terms: recipe.terms.map(freed), not_used };
  const isLast = statusRules(recipe).length > 0 && statusRules(made).length === 0;
  return isLast ? { ...made, status: null } : made;
}

function rulesWithout(fields: FieldRules, name: string): FieldRules {
  const said = FIELDS_OF_RECIPE.filter((field) => fields[field] !== undefined);
  return Object.fromEntries(said.map((field) => [field, ruleWithout(field, fields[field] ?? null, name)]));
}

function ruleWithout(field: Field, rule: FieldRule, name: string): FieldRule {
  const before = columnsOf(rule);
  const names = before.filter((each) => each !== name);
  if (names.length === before.length) return rule;
  // The meanings were those of combinations with this column.
  if (areReadTogether(field, rule)) return ruleOfColumns(names, {});
  // What a blank part of a sum meant does not hold for a column alone.
  const droppedCodes = [...(names.length < 2 ? before : [name]).map(blankOf), zeroOf(name)];
  const said = Object.entries(valuesOf(rule) ?? {}).filter(([code]) => !droppedCodes.includes(code));
  return ruleOfColumns(names, { values: Object.fromEntries(said), ...roleOf(rule) });
}
