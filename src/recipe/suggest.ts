import { isSpreadsheetError } from '../contract/cell-value.js';
import { folded } from '../contract/name-forms.js';
import { factsOf, heldBy, isHarmless } from './column-facts.js';
import type { ColumnFacts, Steps, TableFacts, TableToRead } from './examination.js';
import { asksOfBlanks, DOLLAR_FIELDS, kindOf, OUR_FIELDS, type Ours, PAID_FIELDS } from './our-fields.js';
import {
  BLANK_RECIPE,
  codeKey,
  ERROR_COLUMN,
  type FieldRule,
  type FieldRules,
  neededFields,
  ownRecipe,
  placedColumns,
  type ReadSettings,
  type Recipe,
  type RowShape,
  type TermRule,
} from './recipe.js';
import { isNoTerm, orderByLabels, termInName } from './term-labels.js';
import { usualFund, usualMeaning } from './usual-codes.js';
import { hasOwnNames, type NamedFor, namedFor } from './usual-names.js';

/**
 * The recipe that names suggest for a table. It is a draft: what it says is seen by a person before it counts, what names
 * do not say is open, and the data alone shows which columns are harmless.
 */

/** Of a file with a row for each term, at most one row in this many comes twice. */
const REPEATED_SHARE = 20;

/** Takes the facts of a table, with those that suggest what a row is. @throws what reading its rows throws. */
export function* readFacts(table: TableToRead): Steps<TableFacts> {
  const names = table.header;
  const places = (['student_id', 'term_label'] as const).map((field) => bestNamed(names, field));
  return yield* factsOf(table, places.includes(-1) ? [] : places);
}

/** The draft of a recipe for a table. `read` is how the table was read; `said` what a row is, where a person has said so. */
export function suggestRecipe(facts: TableFacts, read?: ReadSettings, said?: RowShape): Recipe {
  const rows = said ?? suggestedRows(facts);
  const terms = rows === 'student' ? termsBeside(facts) : suggestedTerms(facts);
  const needed = neededFields(rows).all;
  const entries = needed
    .filter((field) => !ONLY_SUGGESTED.has(field))
    .map((field) => [field, suggestedRule(facts, field)] as const);
  const draft: Recipe = {
    ...BLANK_RECIPE,
    ...(read === undefined ? {} : { read }),
    rows,
    fields: { ...usualYear(terms.terms), ...Object.fromEntries(entries.filter(([, rule]) => rule !== null)) },
    ...(rows === 'fund' ? { fund: suggestedFund(facts) } : {}),
    terms: terms.terms,
    not_terms: terms.notTerms,
  };
  const names = facts.columns.map(({ name }) => name);
  const own = said === undefined && hasOwnNames(names) ? { ...draft, ...ownRecipe(names) } : draft;
  return { ...own, confirmed: false, not_used: heldByHarmless(own, facts) };
}

/** A child of a graduate is a legacy, too: such a column is offered, and a person says that it is this. */
const ONLY_SUGGESTED: ReadonlySet<Ours> = new Set<Ours>(['is_legacy_borrower']);

/** What goes without saying of a year of two terms; a file of one term, or of more, may be of another year. */
function usualYear({ length }: readonly TermRule[]): FieldRules {
  return length === 2 ? { academic_year_terms: 'none', term_required: 'none' } : {};
}

/**
 * An earlier recipe for a new file: all of it stays, and what the file has that it does not know is open, as `openPlaces`
 * finds it. It stays confirmed, so that a file with nothing new needs no answer at all; new columns that the data shows to be
 * harmless are noted with the others, and so is that of the reasons why rows failed.
 */
export function recall(earlier: Recipe, facts: TableFacts): Recipe {
  const last = facts.columns.at(-1);
  const isReasons = last?.name.toLowerCase() === ERROR_COLUMN && !placedColumns(earlier).has(last.name);
  const reasons = isReasons ? { [last.name]: heldBy(last) } : {};
  return { ...earlier, not_used: { ...heldByHarmless(earlier, facts), ...reasons, ...earlier.not_used } };
}

/** What the columns that are not read hold where the data shows that they are harmless. */
function heldByHarmless(recipe: Recipe, facts: TableFacts): Recipe['not_used'] {
  const placed = placedColumns(recipe);
  const harmless = facts.columns.filter((column) => !placed.has(column.name) && isHarmless(column));
  return Object.fromEntries(harmless.map((column) => [column.name, heldBy(column)]));
}

/** The index of the column whose name suggests something most; -1 if there is none. */
function bestNamed(names: readonly string[], wanted: NamedFor): number {
  const found = names
    .map((name, index) => ({ index, named: namedFor(name) }))
    .filter(({ named }) => named?.for === wanted)
    .toSorted((one, other) => (one.named?.rank ?? 0) - (other.named?.rank ?? 0));
  return found[0]?.index ?? -1;
}

function namedColumn({ columns }: TableFacts, wanted: NamedFor): ColumnFacts | undefined {
  const names = columns.map((column) => (canBe(wanted, column) ? column.name : ''));
  return columns[bestNamed(names, wanted)];
}

/** Whether a column's cells do not contradict that it is this. */
function canBe(wanted: NamedFor, column: ColumnFacts): boolean {
  if (wanted === 'student_id') return !column.isSocialSecurity;
  const field = OUR_FIELDS.find((each) => each === wanted);
  if (field === undefined || column.kind === 'blank') return true;
  const { kind } = kindOf(field);
  if (kind === 'number') return column.numbers * 2 > column.rows - column.blanks;
  return kind === 'text' || column.codes !== null;
}

function suggestedRows(facts: TableFacts): RowShape | null {
  if (termsBeside(facts).terms.length > 0) return 'student';
  const isPaid = PAID_FIELDS.some((field) => namedColumn(facts, field) !== undefined);
  const hasFund = namedColumn(facts, 'fund') !== undefined && namedColumn(facts, 'fund_paid') !== undefined;
  if (hasFund && !isPaid) return 'fund';
  if (facts.repeated === null) return null;
  if (facts.repeated * REPEATED_SHARE <= facts.rows) return 'term';
  return namedColumn(facts, 'course') === undefined ? null : 'course';
}

/** The rule that names suggest for a field; null if they suggest none. Codes that are not usual are open in it. */
export function suggestedRule(facts: TableFacts, field: Ours): FieldRule {
  const column = namedColumn(facts, field);
  return column === undefined ? null : ruleFor(field, column);
}

/** The rule of a field for a column, with the meanings that are usual where the column's name suggests the field. */
export function ruleFor(field: Ours, column: ColumnFacts): FieldRule {
  const codes = codesToMap(field, column);
  if (codes.length === 0) return { column: column.name };
  const values = codes.map((code) => [code, suggestedMeaning(field, column, code)] as const);
  return { column: column.name, values: Object.fromEntries(values) };
}

/** The texts of a column that need a meaning as cells of a field; for one with too many of them none is listed. */
export function codesToMap(field: Ours, column: ColumnFacts): readonly string[] {
  const { kind } = kindOf(field);
  if (kind === 'text') return [];
  const words = kind === 'number' ? column.words : column.codes;
  const filled = (words ?? []).flatMap(({ code }) =>
    // The error of a formula is no code: its student is not calculated until the cell is corrected.
    code === '' || isPrintedZero(field, code) || isSpreadsheetError(code) ? [] : [code],
  );
  const points = DOLLAR_FIELDS.has(field) ? (column.points ?? []).map(({ code }) => code) : [];
  const blank = column.blanks > 0 && asksOfBlanks(field) ? [''] : [];
  return [...filled, ...points, ...blank];
}

/** How spreadsheets print zero dollars. */
function isPrintedZero(field: Ours, code: string): boolean {
  return /^\$?\s*-$/.test(code) && DOLLAR_FIELDS.has(field);
}

/** The usual meaning of a code in a column whose name suggests the field; null if it must be said. */
export function suggestedMeaning(
  field: Ours,
  { name }: Pick<ColumnFacts, 'name'>,
  code: string,
): string | null {
  const named = namedFor(name);
  if (code === '' && (field === 'dependency_status' || field === 'grade_level')) return '';
  if (named?.for !== field) return null;
  const own = kindOf(field).words.find((word) => folded(word) === folded(code));
  // A level called Professional is the Department's only where the column is ours.
  if (own === 'professional' && named.rank > 0) return null;
  return own ?? usualMeaning(field, code);
}

function suggestedFund(facts: TableFacts): NonNullable<Recipe['fund']> {
  const column = namedColumn(facts, 'fund');
  const codes = (column?.codes ?? []).map(({ code }) => [code, usualFund(code)] as const);
  return {
    column: column?.name ?? null,
    paid: namedColumn(facts, 'fund_paid')?.name ?? null,
    values: Object.fromEntries(codes),
  };
}

interface SuggestedTerms {
  readonly terms: readonly TermRule[];
  readonly notTerms: readonly string[];
}

/** The terms of the column whose name suggests it. */
function suggestedTerms(facts: TableFacts): SuggestedTerms {
  return termsIn((namedColumn(facts, 'term_label')?.codes ?? []).map(({ code }) => code));
}

/** Labels as terms in the order of time, as far as they tell it, and those that can be none. A blank is open. */
export function termsIn(texts: readonly string[]): SuggestedTerms {
  const labels = texts.filter((text) => codeKey(text) !== '');
  const terms = labels.filter((label) => !isNoTerm(label));
  return {
    terms: (orderByLabels(terms) ?? terms).map((label) => ({ label })),
    notTerms: labels.filter((label) => isNoTerm(label)),
  };
}

/** Terms in columns beside each other, such as `Fall Credits` and `Spring Credits`; none unless two have the same field. */
function termsBeside({ columns }: TableFacts): SuggestedTerms {
  const { perTerm } = neededFields('student');
  const found = columns.flatMap((column) => {
    const parts = termInName(column.name);
    const field = parts === null ? undefined : perTerm.find((each) => each === namedFor(parts.rest)?.for);
    return parts === null || field === undefined || !canBe(field, column)
      ? []
      : [{ column, field, ...parts }];
  });
  const isRepeated = found.some((one) =>
    found.some((other) => one.field === other.field && one.term !== other.term),
  );
  if (!isRepeated) return { terms: [], notTerms: [] };
  const written = [...new Set(found.map(({ term }) => term))];
  const labels = orderByLabels(written) ?? written;
  const terms = labels.map((label) => {
    const own = found.filter(({ term }) => term === label).toReversed();
    const fields: FieldRules = Object.fromEntries(
      own.map(({ field, column }) => [field, ruleFor(field, column)]),
    );
    return { label, fields };
  });
  return { terms, notTerms: [] };
}
