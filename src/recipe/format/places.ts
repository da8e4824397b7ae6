import type { ColumnFacts, TableFacts } from '../../table/column-facts.js';
import { columnsOf, hasTermColumns, isFundShape, valuesOf } from './column-rules.js';
import { FAILS, type Field, helpOf, PAID, STUDENT_FIELDS, TERM_FIELDS } from './our-fields.js';
import { type FieldRule, isOurRecipe, type Path, type Recipe, type RowShape } from './recipe.js';

/** The places of a recipe that read columns. */

/** A rule and its path. A null field is the status of rows. */
export interface Place<Of extends Field | null = Field | null> {
  readonly field: Of;
  readonly rule: FieldRule;
  readonly path: Path;
}

/** The index of the term that a path is about; undefined for all terms. */
export function termIndexIn([first, at]: Path): number | undefined {
  return first === 'terms' ? Number(at) : undefined;
}

/** Fields of rows that are only a part of a term: what tells such rows apart, and what was paid. */
const PART_FIELDS: Readonly<Partial<Record<RowShape, readonly Field[]>>> = {
  fund: ['fund', 'payment_number', 'fund_paid'],
  award: ['fund'],
  course: ['course'],
};

/** The fields of rows of this shape. `perTerm` are those for which a term may have a rule of its own. */
export function neededFields(rows: RowShape | null) {
  const all: readonly Field[] = [...STUDENT_FIELDS, ...(PART_FIELDS[rows ?? 'term'] ?? [])];
  const ofTerm: readonly Field[] = TERM_FIELDS.filter((field) => !isFundShape(rows) || !PAID.has(field));
  if (!hasTermColumns(rows)) return { all: [...all, ...ofTerm], perTerm: [] };
  const perTerm: readonly Field[] = ofTerm.filter((field) => field !== 'term_label');
  return { all, perTerm: rows === 'award' ? ['fund_paid' as const, ...perTerm] : perTerm };
}

/** Whether a rule gives every student one of these words. Codes that it does not list are open elsewhere. */
function saysOnly(rule: FieldRule | undefined, ...words: readonly (string | null)[]): boolean {
  if (typeof rule === 'object' && rule !== null && 'value' in rule) return words.includes(rule.value);
  const said = Object.values(valuesOf(rule) ?? {}).filter((each) => each !== FAILS);
  return said.length > 0 && said.every((each) => words.includes(each));
}

const UNDERGRADUATE_FIELDS = [
  'grade_level',
  'subsidized_amount',
  'plus_denied',
  'term_prior_disbursement_sub',
] as const;

/** The fields that affect no dollars, given what the recipe says of others. */
function fieldsWithoutEffect(recipe: Recipe): readonly Field[] {
  const { degree_level, is_legacy_borrower: legacy } = recipe.fields;
  // A file in our names may have codes that the recipe does not list.
  if (isOurRecipe(recipe)) return [];
  if (saysOnly(degree_level, 'undergraduate'))
    return ['is_legacy_borrower', 'cost_of_attendance', 'term_prior_disbursement_grad_plus'];
  return [
    ...(saysOnly(degree_level, 'graduate', 'professional') ? UNDERGRADUATE_FIELDS : []),
    ...(legacy === 'none' || saysOnly(legacy, 'false') ? (['cost_of_attendance'] as const) : []),
  ];
}

/** The fields that a recipe must settle. A field with rules by term has a place for each of these terms. */
export function placedFields(recipe: Recipe): readonly Place<Field>[] {
  const { rows, fields, terms } = recipe;
  const { all, perTerm } = neededFields(rows);
  const without = fieldsWithoutEffect(recipe);
  const placed = [...all, ...perTerm].flatMap((field): readonly Place<Field>[] => {
    const rule = fields[field] ?? null;
    const common = { field, rule, path: ['fields', field] };
    if (terms.every((term) => term.fields?.[field] === undefined)) return [common];
    const ofTerms = terms.flatMap((term, at) => {
      const own = term.fields?.[field];
      // A term without a rule of its own has that of all terms.
      if (own === undefined && rule !== null) return [];
      return [{ field, rule: own ?? rule, path: ['terms', at, 'fields', field] }];
    });
    return rule === null ? ofTerms : [common, ...ofTerms];
  });
  return placed.filter(({ field, rule }) => !without.includes(field) || (rule ?? 'none') !== 'none');
}

/** Every place at which a recipe may read columns. */
export function placesOf(recipe: Recipe): readonly Place[] {
  const { status, terms } = recipe;
  const ofRows = (status ?? []).map((rule, nth) => ({ field: null, rule, path: ['status', nth] }));
  const ofTerms = terms.flatMap((term, at) =>
    (term.status ?? []).map((rule, nth) => ({ field: null, rule, path: ['terms', at, 'status', nth] })),
  );
  const open = { field: null, rule: null, path: ['status'] };
  const isOpen = status === null && ofTerms.length === 0;
  return [...placedFields(recipe), ...(isOpen ? [open] : [...ofRows, ...ofTerms])];
}

/** The columns with these names that the file has. */
export function columnsIn(
  { columns }: Pick<TableFacts, 'columns'>,
  names: readonly string[],
): readonly ColumnFacts[] {
  return names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}

/** Whether several columns of a rule are read as one text: each combination has a meaning, or is a label. */
export function areReadTogether(field: Field | null, rule: FieldRule): boolean {
  return columnsOf(rule).length > 1 && helpOf(field).kind !== 'number';
}

/** The name of several columns that are read as one text. */
export function joinedName(field: Field | null, columns: readonly string[]): string {
  return columns.join(helpOf(field).kind === 'text' ? ' ' : ' | ');
}

/** The facts of what a rule reads: its columns, or their joined texts as far as these are known. */
export function readAs(
  facts: TableFacts,
  { field, rule }: Pick<Place, 'field' | 'rule'>,
): readonly ColumnFacts[] {
  const names = columnsOf(rule);
  if (!areReadTogether(field, rule)) return columnsIn(facts, names);
  return columnsIn({ columns: facts.joined ?? [] }, [joinedName(field, names)]);
}

/** The places at which a recipe reads a column. */
export function placesWith(recipe: Recipe, name: string): readonly Place[] {
  return placesOf(recipe).filter(({ rule }) => columnsOf(rule).includes(name));
}

/** The columns that a recipe reads. */
export function placedColumns(recipe: Recipe): ReadonlySet<string> {
  return new Set(placesOf(recipe).flatMap(({ rule }) => columnsOf(rule)));
}

/** The sentence that "none" makes true; null if "none" is not allowed. */
export function noneText(field: Field, { rows }: Recipe): string | null {
  return field === 'student_id' && rows !== 'student' ? null : (helpOf(field).none ?? null);
}

/** Removes placed columns from `not_used`. */
export function pruneNotUsed(recipe: Recipe): Recipe {
  const placed = placedColumns(recipe);
  const unused = Object.entries(recipe.not_used).filter(([name]) => !placed.has(name));
  return { ...recipe, not_used: Object.fromEntries(unused) };
}
