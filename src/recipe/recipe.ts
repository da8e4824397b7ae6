import * as z from 'zod/mini';
import { ApiError } from '../contract/errors.js';
import { FIELDS } from '../contract/field-list.js';
import { parseJsonText } from '../contract/json-text.js';
import { visibleName } from '../contract/name-forms.js';
import { DELIMITERS } from '../table/delimited-text.js';
import { ENCODINGS } from '../table/encodings.js';
import { SET_ASIDE_REASONS } from '../table/set-aside.js';
import { decimalText, ENGLISH, objectBy, oneOf, recordOf, sentenceOf } from './recipe-schema.js';

/** The names by which recipes know the columns of a header. */
export { columnNames } from '../table/column-names.js';

/** The version of the recipe file. */
export const RECIPE_FORMAT = 'prorata-recipe/3';

/** Our columns that say something of a student. */
export const STUDENT_FIELDS = [
  'student_id',
  'dependency_status',
  'degree_level',
  'grade_level',
  'subsidized_amount',
  'plus_denied',
  'is_legacy_borrower',
  'cost_of_attendance',
  'total_limit',
  'academic_year_terms',
] as const;

/** Our columns of what was paid, by loan. */
export const PAID_FIELDS = [
  'term_prior_disbursement_sub',
  'term_prior_disbursement_unsub',
  'term_prior_disbursement_grad_plus',
] as const;
export type PaidField = (typeof PAID_FIELDS)[number];

/** Our columns that say something of a term. */
export const TERM_FIELDS = [
  'term_label',
  'term_required',
  'term_ft_credits',
  'term_credits_enrolled',
  'term_actual_final_credits',
  ...PAID_FIELDS,
] as const;

/** Our columns, in the order of the documentation. All of them decide dollars, or whose dollars they are. */
export const OUR_FIELDS = [...STUDENT_FIELDS, ...TERM_FIELDS] as const;
export type Ours = (typeof OUR_FIELDS)[number];

/** The fields on which several columns may be placed: they are added up. Those of a term's label are joined. */
export const SEVERAL_COLUMNS: ReadonlySet<Ours> = new Set<Ours>([
  'term_label',
  'term_credits_enrolled',
  'term_actual_final_credits',
  ...PAID_FIELDS,
]);

/** What a field's cells hold, which decides what a code of it may mean. */
export type OursKind = 'text' | 'choice' | 'flag' | 'number';

/** The kind of one of our columns, and the words that a choice or a flag may have. */
export function kindOf(field: Ours): { readonly kind: OursKind; readonly words: readonly string[] } {
  const known = FIELDS.find(({ column }) => column === field);
  if (known === undefined || known.kind === 'text') return { kind: 'text', words: [] };
  if (known.kind === 'choice') return { kind: 'choice', words: known.options ?? [] };
  if (known.kind === 'flag') return { kind: 'flag', words: ['true', 'false'] };
  return { kind: 'number', words: [] };
}

const LEVELS = ['undergraduate', 'graduate', 'professional'] as const;
/** A level of a program, as a rule of full-time credits knows it. */
export type Level = (typeof LEVELS)[number];

const filled = z.string().check(z.minLength(1, 'Expected a text that is not empty.'));
const codes = recordOf(z.nullable(z.string()));
const byLevel = z.strictObject({
  undergraduate: z.optional(z.nullable(decimalText)),
  graduate: z.optional(z.nullable(decimalText)),
  professional: z.optional(z.nullable(decimalText)),
});

const valueRule = z.strictObject({ value: filled });
const columnRule = z.strictObject({
  column: filled,
  values: z.optional(codes),
  per: z.optional(z.nullable(z.enum(['year', 'term']))),
});
const columnsRule = z.strictObject({
  columns: z.array(filled).check(z.minLength(2, 'Expected two columns or more.')),
  values: z.optional(codes),
});
const levelRule = z.strictObject({ by_level: byLevel });

/**
 * Where the cells of one of our columns come from. `null` is open. `"none"` says that the file has nothing of it.
 * `value` is the same for all. `column` names a column of the file (see `columnNames`); `values` says what each of its
 * codes means, `''` being a blank cell, a meaning of `''` nothing said, and `null` open; codes are compared by
 * {@link codeKey}. A column of numbers needs `values` only for cells that are no number. `per` says for which time a need
 * is. `columns` are added up; those of a term's label are joined with a blank. `by_level` is of full-time credits alone.
 */
export type FieldRule =
  | null
  | 'none'
  | Readonly<z.infer<typeof valueRule>>
  | Readonly<z.infer<typeof columnRule>>
  | Readonly<z.infer<typeof columnsRule>>
  | Readonly<z.infer<typeof levelRule>>;

const ruleSchema = objectBy<FieldRule>(
  [
    ['column', columnRule],
    ['columns', columnsRule],
    ['value', valueRule],
    ['by_level', levelRule],
  ],
  z.nullable(
    z.literal(
      'none',
      'Expected {"column": …}, {"columns": […]}, {"value": …}, "none", or null while it is open.',
    ),
  ),
);

/** Rules by the column of ours that they fill. An absent one is open. */
export type FieldRules = Readonly<Partial<Record<Ours, FieldRule>>>;

function rulesSchema(fields: readonly Ours[]): z.ZodMiniType<FieldRules> {
  return recordOf(ruleSchema, fields);
}

/** What a row counts for by a value of a status column. */
export const STATUS_MEANINGS = ['counts', 'no_credits', 'leave_out', 'not_calculated'] as const;
/**
 * `no_credits` makes credits that are there 0, and never says anything of a blank; `leave_out` passes the row over;
 * `not_calculated` fails its student.
 */
export type StatusMeaning = (typeof STATUS_MEANINGS)[number];

const statusSchema = z.strictObject({
  column: filled,
  values: recordOf(z.nullable(oneOf(STATUS_MEANINGS))),
});
/** A column that says whether a row counts, with a meaning for each of its values. */
export type StatusRule = Readonly<z.infer<typeof statusSchema>>;

const termSchema = z.strictObject({
  label: filled,
  no_row: z.optional(z.nullable(z.enum(['not_enrolled', 'not_in_year']))),
  blank: z.optional(z.nullable(z.enum(['not_enrolled', 'full_time', 'not_in_year', 'not_calculated']))),
  fields: z.optional(rulesSchema(TERM_FIELDS)),
  status: z.optional(z.array(statusSchema)),
});
/**
 * A term of the file. `no_row` is for students without a row of it, `blank` for blank credits; both are questions of the
 * rows, absent where the rows do not ask. `fields` are rules of this term alone, which win over those of the recipe:
 * columns where a row is a student, values elsewhere. `status` is of this term's part of a row.
 */
export type TermRule = Readonly<z.infer<typeof termSchema>>;

const heldSchema = z.union(
  [
    z.enum(['blank', 'one value', 'own text', 'texts', 'numbers', 'mixed']),
    z.strictObject({ codes: z.array(z.string()) }),
  ],
  'Expected what the column held: "blank", "one value", "own text", "texts", "numbers", "mixed", or {"codes": […]}.',
);
/**
 * What a column that is not read held when a person said so: nothing, one value on all rows, a text of its own on each,
 * codes (`''` being a blank cell), numbers, more texts than codes, or numbers and texts.
 */
export type Held = Readonly<z.infer<typeof heldSchema>>;

const readSchema = z.strictObject({
  encoding: z.optional(z.enum(ENCODINGS)),
  delimiter: z.optional(z.enum(DELIMITERS)),
  header_row: z.optional(z.int().check(z.minimum(1))),
  /** The sheet of a workbook. */
  sheet: z.optional(z.string()),
  /** Kinds of rows that do belong to students and must not be set aside. */
  keep: z.optional(z.array(z.enum(SET_ASIDE_REASONS))),
});

const ROW_SHAPES = ['term', 'student', 'course', 'fund'] as const;
/** What a row of the file is: a student's term, a student with all terms, a course, or a payment of a fund. */
export type RowShape = (typeof ROW_SHAPES)[number];

const FUND_MEANINGS = ['sub', 'unsub', 'grad_plus', 'none'] as const;
/** The loan that a fund is; `none` for one that is not one of these loans. */
export type FundMeaning = (typeof FUND_MEANINGS)[number];

const fundSchema = z.strictObject({
  column: z.nullable(filled),
  paid: z.nullable(filled),
  values: recordOf(z.nullable(oneOf(FUND_MEANINGS))),
});
/** Where a row is a payment: the columns of the fund and of what was paid of it, and which loan each fund is. */
export type FundRule = Readonly<z.infer<typeof fundSchema>>;

const recipeSchema = z.strictObject({
  format: z.literal(RECIPE_FORMAT),
  name: z.optional(z.string()),
  confirmed: z.boolean(),
  read: z.optional(readSchema),
  rows: z.nullable(z.enum(ROW_SHAPES)),
  fields: rulesSchema(OUR_FIELDS),
  fund: z.optional(fundSchema),
  terms: z.array(termSchema),
  not_terms: z.array(z.string()),
  status: z.array(statusSchema),
  not_used: recordOf(heldSchema),
  decisions: recordOf(z.nullable(z.string())),
  /** Sentences about what is open, for people; not read. */
  open: z.optional(z.array(z.string())),
});

/**
 * How a table is made ours: what a person said of each of its columns, and of its rows. A draft and a finished recipe are
 * of one type: `null`, or an absence, is open, and nothing is calculated while anything is. `terms` are all terms of the
 * file in the order of the year; `not_terms` are labels of rows that are of no term; `decisions` are answers to questions
 * of the rows that have no place of their own.
 */
export interface Recipe {
  readonly format: typeof RECIPE_FORMAT;
  /** For people. */
  readonly name?: string | undefined;
  /** Whether a person has said that these are the columns. */
  readonly confirmed: boolean;
  readonly read?: ReadSettings | undefined;
  readonly rows: RowShape | null;
  readonly fields: FieldRules;
  readonly fund?: FundRule | undefined;
  readonly terms: readonly TermRule[];
  readonly not_terms: readonly string[];
  readonly status: readonly StatusRule[];
  /** By the column's name. */
  readonly not_used: Readonly<Record<string, Held>>;
  readonly decisions: Readonly<Record<string, string | null>>;
  readonly open?: readonly string[] | undefined;
}

/** How to read a file, for what should not be detected automatically. Rows are numbered as in a spreadsheet. */
export type ReadSettings = Readonly<z.infer<typeof readSchema>>;

/** A recipe that says nothing yet. */
export const BLANK_RECIPE: Recipe = {
  format: RECIPE_FORMAT,
  confirmed: false,
  rows: null,
  fields: {},
  terms: [],
  not_terms: [],
  status: [],
  not_used: {},
  decisions: {},
};

/** The form in which codes of cells and of recipes are compared: as a reader sees them, in any case. */
export function codeKey(cell: string): string {
  return visibleName(cell).toLowerCase();
}

/** What a code of a column means by its rule: `undefined` where the rule does not know it, `null` where that is open. */
export function meaningOf<Meaning>(
  values: Readonly<Record<string, Meaning>> | undefined,
  code: string,
): Meaning | undefined {
  if (values === undefined) return undefined;
  if (Object.hasOwn(values, code)) return values[code];
  const key = codeKey(code);
  return Object.entries(values).find(([each]) => codeKey(each) === key)?.[1];
}

/** The rule of a field, in a term's part of a row if the term has one of its own; `null` if it is open. */
export function ruleOf(recipe: Recipe, field: Ours, term?: TermRule): FieldRule {
  return term?.fields?.[field] ?? recipe.fields[field] ?? null;
}

/** The columns of the file that a rule reads. */
export function columnsOf(rule: FieldRule | undefined): readonly string[] {
  if (rule === null || rule === undefined || rule === 'none') return [];
  if ('column' in rule) return [rule.column];
  return 'columns' in rule ? rule.columns : [];
}

/** A place in a recipe: `['fields', 'grade_level', 'values', 'SO']`. */
export type Path = readonly (string | number)[];

/** A path as it is written: `fields.grade_level.values["SO"]`. */
export function pathText(path: Path): string {
  return path
    .map((key, at) => {
      if (typeof key === 'number') return `[${key}]`;
      if (!/^[a-z_]+$/.test(key)) return `[${JSON.stringify(key)}]`;
      return at === 0 ? key : `.${key}`;
    })
    .join('');
}

/** One thing that a recipe leaves open or has wrong: where, and what to do, in sentences for people. */
export interface OpenPlace {
  readonly path: Path;
  readonly message: string;
}

/** A recipe that cannot be read, or that does not fit a file. Its message names every place. */
export class RecipeError extends Error {
  override readonly name = 'RecipeError';

  constructor(
    beginning: string,
    readonly places: readonly OpenPlace[] = [],
  ) {
    super([beginning, ...places.map(({ path, message }) => `${pathText(path)}: ${message}`)].join('\n'));
  }
}

const NO_RECIPE =
  'This is not a recipe. Choose the file that was saved with the choices for a file, such as students-recipe.json.';

/**
 * Reads the text of a recipe file.
 *
 * @param mistakeIn finds the first mistake in a text that is not JSON, for whoever writes recipes by hand.
 * @throws RecipeError that names every wrong place by its path.
 */
export function parseRecipe(text: string, mistakeIn?: (json: string) => ApiError | null): Recipe {
  if (!text.includes('prorata-recipe/')) throw new RecipeError(NO_RECIPE);
  const given = jsonOf(text, mistakeIn);
  const format = typeof given === 'object' && given !== null && 'format' in given ? given.format : undefined;
  if (format !== RECIPE_FORMAT) {
    throw new RecipeError(
      `The recipe says "format": ${JSON.stringify(format) ?? 'nothing'}; expected "${RECIPE_FORMAT}". Place the columns again: choose the file without a recipe, and save a new one.`,
    );
  }
  const parsed = recipeSchema.safeParse(given, ENGLISH);
  if (!parsed.success) {
    throw new RecipeError(
      'The recipe cannot be used. Correct these places, or place the columns again.',
      parsed.error.issues.map(placeOf),
    );
  }
  const wrong = wrongMeanings(parsed.data);
  if (wrong.length > 0) throw new RecipeError('The recipe cannot be used. Correct these places.', wrong);
  return parsed.data;
}

/** The text of a recipe file. */
export function recipeText(recipe: Recipe): string {
  return `${JSON.stringify(recipe, null, 2)}\n`;
}

function placeOf(issue: z.core.$ZodIssue): OpenPlace {
  const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
  return { path, message: sentenceOf(issue) };
}

/** Rules that no field of their kind can have, with what is expected. */
export function wrongMeanings(recipe: Recipe): readonly OpenPlace[] {
  const own = recipe.terms.flatMap((term, at) => wrongRules(term.fields ?? {}, ['terms', at, 'fields']));
  return [...wrongRules(recipe.fields, ['fields']), ...own];
}

function wrongRules(rules: FieldRules, at: Path): readonly OpenPlace[] {
  return OUR_FIELDS.flatMap((field) => {
    const rule = rules[field];
    if (rule === null || rule === undefined || rule === 'none') return [];
    const path = [...at, field];
    if ('value' in rule) return wrongValue(field, rule.value, [...path, 'value']);
    if ('by_level' in rule) {
      if (field !== 'term_ft_credits')
        return [{ path, message: 'Only full-time credits may differ by level.' }];
      return Object.entries(rule.by_level).flatMap(([level, credits]) =>
        credits == null ? [] : wrongValue(field, credits, [...path, 'by_level', level]),
      );
    }
    if ('columns' in rule && !SEVERAL_COLUMNS.has(field))
      return [{ path, message: 'Only one column may be placed here. Write {"column": …}.' }];
    if ('columns' in rule && new Set(rule.columns).size < rule.columns.length)
      return [{ path, message: 'A column is listed twice, and would be added up twice. Keep it once.' }];
    if ('per' in rule && rule.per !== undefined && field !== 'subsidized_amount')
      return [{ path, message: '"per" is for the need alone. Remove it.' }];
    const values = 'values' in rule ? Object.entries(rule.values ?? {}) : [];
    return values.flatMap(([code, meaning]) =>
      meaning === null || (meaning === '' && maySayNothing(field))
        ? []
        : wrongValue(field, meaning, [...path, 'values', code]),
    );
  });
}

/** Whether a code may mean that nothing is said: not where the service would then take one of two for granted. */
export function maySayNothing(field: Ours): boolean {
  return kindOf(field).kind !== 'flag' && field !== 'degree_level';
}

function wrongValue(field: Ours, value: string, path: Path): readonly OpenPlace[] {
  const { kind, words } = kindOf(field);
  const expected =
    kind === 'number' ? 'a number such as 12 or 7.5' : words.map((word) => `"${word}"`).join(', ');
  const isRight =
    kind === 'text' || (kind === 'number' ? /^-?\d+(?:\.\d+)?$/.test(value) : words.includes(value));
  return isRight ? [] : [{ path, message: `"${value}" means nothing here. Expected ${expected}.` }];
}

function jsonOf(text: string, mistakeIn?: (json: string) => ApiError | null): unknown {
  try {
    return parseJsonText(text.replace(/^\uFEFF/, ''), mistakeIn);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const where = error.message
      .replace(/^The body/, 'It')
      .replace(/Send all of it.*$/s, 'The file may be cut off.');
    throw new RecipeError(`The recipe is no JSON file. ${where}`);
  }
}
