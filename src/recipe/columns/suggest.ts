import { type ColumnFacts, factsOf, type TableFacts, type TableToRead } from '../../table/column-facts.js';
import type { Steps } from '../../table/steps.js';
import { codeKey, hasTermColumns } from '../format/column-rules.js';
import { CREDITS, type Field, hasOurNames, helpOf, PAID_FIELDS } from '../format/our-fields.js';
import { neededFields, pruneNotUsed } from '../format/places.js';
import { BLANK_RECIPE, type FieldRule, ourRecipe, type Recipe, type RowShape } from '../format/recipe.js';
import { ruleFor } from './codes.js';
import { withHeld } from './column-changes.js';
import { looksLikeSsn } from './held-columns.js';
import { isFallAndSpring, isNoTerm, orderByLabels, termInName } from './term-labels.js';
import { suggestedField } from './usual-names.js';

/**
 * The recipe that names suggest for a table. It is a draft that a person sees before it counts. What names do
 * not suggest is open; the data alone shows which columns are harmless.
 */

/** In a file with a row for each term, at most one row in this many repeats a student and term. */
const REPEATED_SHARE = 20;

/** Takes the facts of a table and those that suggest what a row is. @throws what reading rows throws. */
export function* readFacts(table: TableToRead): Steps<TableFacts> {
  const columns = table.header.map((name, index) => ({ name, index }));
  const keys = (['student_id', 'term_label'] as const).flatMap((field) => bestNamed(columns, field) ?? []);
  return yield* factsOf(table, keys.length < 2 ? [] : keys.map(({ index }) => index));
}

/** Drafts a recipe. `read` is how the table was read; `shape` is what a row is, if a person chose it. */
export function suggestRecipe(facts: TableFacts, read?: Recipe['read'], shape?: RowShape): Recipe {
  const rows = shape ?? suggestedRows(facts);
  const labels = namedColumn(facts, 'term_label')?.codes ?? null;
  const terms = hasTermColumns(rows) ? { terms: termsInNames(facts, rows), not_terms: [] } : termsIn(labels);
  // A graduate's child is also called a legacy, so such a column is only offered.
  const rules = neededFields(rows)
    .all.filter((field) => field !== 'is_legacy_borrower')
    .map((field) => [field, suggestedRule(facts, field)] as const);
  // A fall and a spring are usually a whole year; other terms may belong to a year with more of them.
  const isUsual = isFallAndSpring(terms.terms.map(({ label }) => label));
  const draft: Recipe = {
    ...BLANK_RECIPE,
    ...(read && { read }),
    rows,
    fields: {
      ...(isUsual && { academic_year_terms: 'none', term_required: 'none' }),
      ...Object.fromEntries(rules.filter(([, rule]) => rule !== null)),
    },
    ...terms,
  };
  const names = facts.columns.map(({ name }) => name);
  const own = shape === undefined && hasOurNames(names) ? { ...draft, ...ourRecipe(names) } : draft;
  return withHeld({ ...own, confirmed: false }, facts);
}

/** Sets what a row is. Rules stay where the shape has their field, and the rest is suggested anew. */
export function chooseRows(recipe: Recipe, facts: TableFacts, rows: RowShape): Recipe {
  const suggested = suggestRecipe(facts, recipe.read, rows);
  const needed: ReadonlySet<string> = new Set(neededFields(rows).all);
  const kept = Object.entries(recipe.fields).flatMap(([field, rule]) => {
    if (rule === null || !needed.has(field)) return [];
    // In rows of another shape, whether an amount is per year or per term is asked anew.
    return [[field, typeof rule === 'object' && 'per' in rule ? { ...rule, per: null } : rule]];
  });
  const keepsTerms = hasTermColumns(rows) === hasTermColumns(recipe.rows) && recipe.terms.length > 0;
  return pruneNotUsed({
    ...recipe,
    rows,
    fields: { ...suggested.fields, ...Object.fromEntries(kept) },
    terms: keepsTerms ? recipe.terms : suggested.terms,
    not_terms: suggested.not_terms,
  });
}

/** The column whose name most clearly suggests a field. */
function bestNamed<Column extends Pick<ColumnFacts, 'name'>>(columns: readonly Column[], wanted: Field) {
  const rankOf = ({ name }: Column): number => suggestedField(name)?.rank ?? 0;
  const found = columns.filter(({ name }) => suggestedField(name)?.field === wanted);
  return found.toSorted((one, other) => rankOf(one) - rankOf(other))[0];
}

/** The most clearly named column whose cells fit the field. */
function namedColumn({ columns }: TableFacts, wanted: Field): ColumnFacts | undefined {
  const able = columns.filter((column) => canBe(wanted, column));
  return bestNamed(able, wanted);
}

/** Credits are in halves, and averages of grades are not. A text may be a code among them. */
const HALVES = /^(?:\D.*|\d{1,2}(?:[.,](?:00?|50?))?)$/s;

/** Whether the first cells of a column may be credits. */
export function mayBeCredits({ samples }: ColumnFacts): boolean {
  return samples.every((text) => HALVES.test(text));
}

/** Whether a column's cells do not contradict a field. */
function canBe(wanted: Field, column: ColumnFacts): boolean {
  if (wanted === 'student_id') return !looksLikeSsn(column);
  if (column.kind === 'blank' || (CREDITS.has(wanted) && !mayBeCredits(column))) return false;
  const { kind } = helpOf(wanted);
  if (kind === 'number') return column.numbers * 2 > column.rows - column.blanks;
  return kind === 'text' || column.codes !== null;
}

function suggestedRows(facts: TableFacts): RowShape | null {
  const has = (field: Field): boolean => namedColumn(facts, field) !== undefined;
  const ofFunds = has('fund') ? termsInNames(facts, 'award') : [];
  if (ofFunds.some(({ fields }) => fields?.fund_paid !== undefined)) return 'award';
  if (termsInNames(facts, 'student').length > 0) return 'student';
  if (has('fund') && has('fund_paid') && !PAID_FIELDS.some(has)) return 'fund';
  if (facts.repeated === null) return null;
  if (facts.repeated * REPEATED_SHARE <= facts.rows) return 'term';
  return has('course') ? 'course' : null;
}

/** The rule that names suggest for a field; null if they suggest none. */
export function suggestedRule(facts: TableFacts, field: Field): FieldRule {
  const column = namedColumn(facts, field);
  return column === undefined ? null : ruleFor(field, [column]);
}

/**
 * Sorts labels into terms and labels of no term. Terms are in order of time, or of the rows if labels do not
 * show it, and keep what was said about them. A blank label stays open.
 */
export function termsIn(
  codes: ColumnFacts['codes'],
  earlier: Pick<Recipe, 'terms' | 'not_terms'> = BLANK_RECIPE,
): Pick<Recipe, 'terms' | 'not_terms'> {
  const none = new Set(earlier.not_terms.map(codeKey));
  const known = new Map(earlier.terms.map((term) => [codeKey(term.label), term]));
  const isNone = (label: string): boolean => isNoTerm(label) || none.has(codeKey(label));
  const inRows = (codes ?? []).toSorted((one, other) => (one.firstRow ?? 0) - (other.firstRow ?? 0));
  const labels = inRows.map(({ code }) => code);
  const terms = labels.filter((label) => codeKey(label) !== '' && !isNone(label));
  return {
    terms: (orderByLabels(terms) ?? terms).map((label) => known.get(codeKey(label)) ?? { label }),
    not_terms: labels.filter(isNone),
  };
}

/** Terms in columns such as `Fall Credits` and `Spring Credits`; none unless two share a field. */
function termsInNames({ columns }: TableFacts, rows: RowShape | null): Recipe['terms'] {
  const { perTerm } = neededFields(rows);
  const found = columns.flatMap((column) => {
    const { term, rest } = termInName(column.name) ?? { term: '', rest: '' };
    const field = perTerm.find((each) => each === suggestedField(rest)?.field);
    return field !== undefined && canBe(field, column) ? { column, field, term } : [];
  });
  const isRepeated = found.some((one) =>
    found.some((other) => one.field === other.field && one.term !== other.term),
  );
  const labels = isRepeated ? [...new Set(found.map(({ term }) => term))] : [];
  return (orderByLabels(labels) ?? labels).map((label) => {
    // Reversed, so that the first of two columns of one field is suggested.
    const own = found.filter(({ term }) => term === label).toReversed();
    return {
      label,
      fields: Object.fromEntries(own.map(({ field, column }) => [field, ruleFor(field, [column])])),
    };
  });
}
