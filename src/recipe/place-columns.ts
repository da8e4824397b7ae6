import { heldBy } from './column-facts.js';
import type { ColumnFacts, TableFacts } from './examination.js';
import type { Ours } from './our-fields.js';
import {
  type Codes,
  codeKey,
  columnsOf,
  type FieldRule,
  type FieldRules,
  meaningOf,
  neededFields,
  placedColumns,
  type Recipe,
  type RowShape,
  type StatusMeaning,
  valuesOf,
} from './recipe.js';
import { codesToMap, ruleFor, suggestRecipe, termsIn } from './suggest.js';

/** What a person does to a draft: each makes the next one. Nothing that was placed is lost by placing something else. */

/** Places columns on a field, of all terms or of the one at `term`; codes that had a meaning there keep it. */
export function placeColumns(
  recipe: Recipe,
  facts: TableFacts,
  field: Ours,
  names: readonly string[],
  term?: number,
): Recipe {
  const columns = names.flatMap((name) => facts.columns.find((column) => column.name === name) ?? []);
  const [first] = columns;
  if (first === undefined) return placeRule(recipe, field, null, term);
  const before = term === undefined ? recipe.fields[field] : recipe.terms[term]?.fields?.[field];
  const rule = columns.length === 1 ? ruleFor(field, first) : sumOf(field, columns);
  const placed = placeRule(recipe, field, withMeanings(rule, valuesOf(before)), term);
  if (field !== 'term_label' || columns.length > 1) return placed;
  return withTerms(
    placed,
    (first.codes ?? []).map(({ code }) => code),
  );
}

/** Says of a field what no column says: one value for all, by level, none, or nothing yet. */
export function placeRule(recipe: Recipe, field: Ours, rule: FieldRule, term?: number): Recipe {
  const used = new Set(columnsOf(rule));
  const not_used = Object.fromEntries(Object.entries(recipe.not_used).filter(([name]) => !used.has(name)));
  const { confirmed, ...rest } = recipe;
  if (term === undefined) {
    // What is said of all terms is said of each that had a rule of its own.
    const terms = recipe.terms.map((each) => ({
      ...each,
      ...(each.fields && { fields: without(each.fields, field) }),
    }));
    return { ...rest, confirmed: false, not_used, terms, fields: { ...recipe.fields, [field]: rule } };
  }
  const terms = recipe.terms.map((each, at) =>
    at === term ? { ...each, fields: { ...each.fields, [field]: rule } } : each,
  );
  return { ...rest, confirmed: false, not_used, terms, fields: without(recipe.fields, field) };
}

/** Says that a column is not used, and keeps what it holds; it is taken from where it was placed. */
export function markNotUsed(recipe: Recipe, column: ColumnFacts): Recipe {
  const freed = unplaced(recipe, column.name);
  return { ...freed, not_used: { ...freed.not_used, [column.name]: heldBy(column) } };
}

/**
 * Says that a column decides whether a row counts, or its part of the term at `term`; each of its values is open until it has
 * a meaning.
 */
export function placeStatus(recipe: Recipe, { name, codes }: ColumnFacts, term?: number): Recipe {
  const rules = [...recipe.status, ...recipe.terms.flatMap(({ status = [] }) => status)];
  const before = rules.find(({ column }) => column === name);
  const values = (codes ?? []).map(({ code }): [string, StatusMeaning | null] => [
    code,
    meaningOf(before?.values, code) ?? null,
  ]);
  const rule = { column: name, values: Object.fromEntries(values) };
  const freed = unplaced(recipe, name);
  if (term === undefined) return { ...freed, status: [...freed.status, rule] };
  const terms = freed.terms.map((each, at) =>
    at === term ? { ...each, status: [...(each.status ?? []), rule] } : each,
  );
  return { ...freed, terms };
}

/** Takes a column from wherever it was placed. */
export function unplaced(recipe: Recipe, name: string): Recipe {
  const { [name]: _, ...not_used } = recipe.not_used;
  const freed = (rules: FieldRules): FieldRules =>
    Object.fromEntries(Object.entries(rules).map(([field, rule]) => [field, withoutColumn(rule, name)]));
  const status = recipe.status.filter(({ column }) => column !== name);
  const { fund } = recipe;
  return {
    ...recipe,
    confirmed: false,
    not_used,
    status,
    fields: freed(recipe.fields),
    terms: recipe.terms.map((term) => ({
      ...term,
      ...(term.fields && { fields: freed(term.fields) }),
      ...(term.status && { status: term.status.filter(({ column }) => column !== name) }),
    })),
    ...(fund && {
      fund: {
        ...fund,
        column: fund.column === name ? null : fund.column,
        paid: fund.paid === name ? null : fund.paid,
      },
    }),
  };
}

/** Says what a row is. What was placed stays where the shape has it, and the rest is suggested anew. */
export function chooseRows(recipe: Recipe, facts: TableFacts, rows: RowShape): Recipe {
  const suggested = suggestRecipe(facts, recipe.read, rows);
  const { all } = neededFields(rows);
  const kept = Object.fromEntries(
    Object.entries(recipe.fields).filter(
      ([field, rule]) => rule !== null && all.some((each) => each === field),
    ),
  );
  const { fund: _, ...rest } = recipe;
  const next: Recipe = {
    ...rest,
    rows,
    confirmed: false,
    fields: { ...suggested.fields, ...kept },
    ...(suggested.fund && { fund: suggested.fund }),
    terms:
      (rows === 'student') === (recipe.rows === 'student') && recipe.terms.length > 0
        ? recipe.terms
        : suggested.terms,
    not_terms: suggested.not_terms,
  };
  const placed = placedColumns(next);
  return {
    ...next,
    not_used: Object.fromEntries(Object.entries(next.not_used).filter(([name]) => !placed.has(name))),
  };
}

/** A recipe whose terms are these labels; those that it has keep their place and what was said of them. */
function withTerms(recipe: Recipe, labels: readonly string[]): Recipe {
  const keys = new Set(labels.map(codeKey));
  const kept = recipe.terms.filter(({ label }) => keys.has(codeKey(label)));
  const { terms, notTerms } = termsIn(labels);
  if (kept.length === 0) return { ...recipe, terms, not_terms: notTerms };
  const known = new Set([...kept.map(({ label }) => label), ...recipe.not_terms].map(codeKey));
  return { ...recipe, terms: [...kept, ...terms.filter(({ label }) => !known.has(codeKey(label)))] };
}

function sumOf(field: Ours, columns: readonly ColumnFacts[]): FieldRule {
  const codes = new Set(columns.flatMap((column) => codesToMap(field, column)));
  const names = columns.map(({ name }) => name);
  if (codes.size === 0) return { columns: names };
  return { columns: names, values: Object.fromEntries([...codes].map((code) => [code, null])) };
}

function withMeanings(rule: FieldRule, known: Codes | undefined): FieldRule {
  if (rule === null || rule === 'none' || !('values' in rule) || rule.values === undefined) return rule;
  const values = Object.entries(rule.values).map(([code, meaning]) => [
    code,
    meaningOf(known, code) ?? meaning,
  ]);
  return { ...rule, values: Object.fromEntries(values) };
}

function without(rules: FieldRules, field: Ours): FieldRules {
  return Object.fromEntries(Object.entries(rules).filter(([each]) => each !== field));
}

function withoutColumn(rule: FieldRule | undefined, name: string): FieldRule {
  if (rule === undefined || !columnsOf(rule).includes(name)) return rule ?? null;
  if (rule === null || rule === 'none' || !('columns' in rule)) return null;
  const [first, ...others] = rule.columns.filter((column) => column !== name);
  if (first === undefined) return null;
  const values = rule.values === undefined ? {} : { values: rule.values };
  return others.length === 0 ? { column: first, ...values } : { columns: [first, ...others], ...values };
}
