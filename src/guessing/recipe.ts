import * as z from 'zod/mini';
import { ApiError } from '../contract/errors.js';
import { REQUEST_COLUMNS, STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { parseJsonText } from '../contract/json-text.js';
import { DELIMITERS } from '../table/delimited-text.js';
import { ENCODINGS } from '../table/encodings.js';
import { SET_ASIDE_REASONS } from '../table/set-aside.js';
import { TableError } from '../table/table-error.js';
import { decisionsSchema, UNDECIDED } from './decisions.js';
import { ENGLISH, recordOf } from './record-of.js';

/** The columns of what was paid, by loan. */
export const PAID_COLUMNS: readonly string[] = REQUEST_COLUMNS.filter((column) =>
  column.startsWith('term_prior_disbursement_'),
);

/** The version of the recipe file. */
export const RECIPE_FORMAT = 'prorata-recipe/2';
/** The earlier version without decisions, which is also read. All decisions are then open. */
const FORMER_FORMAT = 'prorata-recipe/1';

const filled = z.string().check(z.minLength(1));

const cellRuleSchema = z.union(
  [
    z.strictObject({ constant: z.string() }),
    z.strictObject({
      column: filled,
      values: z.optional(recordOf(z.string())),
      blank: z.optional(z.string()),
    }),
  ],
  { error: 'Expected {"column": …}, with "values" and "blank" where they are needed, or {"constant": …}.' },
);

/**
 * Where one of our cells comes from: the same text on every row, or a column of the file (by its name). `values` says
 * what to write for a value of the file, compared trimmed and without case; any other value is unchanged. `blank` is
 * written for an empty cell.
 */
export type CellRule = Readonly<z.infer<typeof cellRuleSchema>>;

/** Rules by the column of ours that they fill. */
export type ColumnRules = Readonly<Partial<Record<string, CellRule>>>;

const columnRulesSchema: z.ZodMiniType<ColumnRules> = recordOf(cellRuleSchema, REQUEST_COLUMNS);

const shapeSchema = z.discriminatedUnion('rows', [
  z.strictObject({ rows: z.literal('term') }),
  z.strictObject({
    rows: z.literal('course'),
    /** The column that distinguishes courses, if there is one. */
    course: z.optional(filled),
  }),
  z.strictObject({
    rows: z.literal('student'),
    terms: z.array(z.strictObject({ label: filled, columns: columnRulesSchema })).check(z.minLength(1)),
  }),
  z.strictObject({
    rows: z.literal('fund'),
    /** The column that names the fund. */
    fund: filled,
    /** The column of what was paid of it. */
    paid: filled,
    /**
     * Our column for the amount of a fund; null for a fund that is not one of these loans, `?` for an undecided one.
     */
    funds: recordOf(
      z.literal([...PAID_COLUMNS, UNDECIDED, null], `Expected one of ${PAID_COLUMNS.join(', ')}, or null.`),
    ),
  }),
]);

/**
 * What a row of the file is: one term of a student, as in our format; a student, with columns for each term (a term
 * whose columns are all blank is left out, unless a rule says what blank means there); one course of a student's term
 * (credits of the same student and term are added up); or one fund of a student's term (rows of the same student and
 * term become one).
 */
export type Shape = Readonly<z.infer<typeof shapeSchema>>;

/** Whether a row says all of a term of a student, or of several terms, and not of a part such as a course. */
export function isWhole({ rows }: Shape): boolean {
  return rows === 'term' || rows === 'student';
}

/** The terms whose columns stand beside each other in a row; none if each row is of one term. */
export function termsIn(shape: Shape): Extract<Shape, { rows: 'student' }>['terms'] {
  return shape.rows === 'student' ? shape.terms : [];
}

/** What every recipe file of any version contains. */
const MARK = 'prorata-recipe/';
const NO_RECIPE =
  'This is not a recipe. Choose the file that was saved with the choices for a file, such as students-recipe.json.';

/** The recipe file: how a table is converted to our format. */
const recipeSchema = z.strictObject({
  format: z.pipe(
    z.literal(
      [RECIPE_FORMAT, FORMER_FORMAT],
      `The recipe is of another version; expected "${RECIPE_FORMAT}". Make the choices again, and save them as a recipe.`,
    ),
    z.transform((): typeof RECIPE_FORMAT => RECIPE_FORMAT),
  ),
  /** For people. */
  name: z.optional(z.string()),
  read: z.optional(
    z.strictObject({
      encoding: z.optional(z.enum(ENCODINGS)),
      delimiter: z.optional(z.enum(DELIMITERS)),
      header_row: z.optional(z.int().check(z.minimum(1))),
      /** The sheet of a workbook. */
      sheet: z.optional(z.string()),
      /** Kinds of rows that do belong to students and must not be set aside. */
      keep: z.optional(z.array(z.enum(SET_ASIDE_REASONS))),
    }),
  ),
  shape: shapeSchema,
  columns: columnRulesSchema,
  decisions: z.prefault(decisionsSchema, {}),
  /** Sentences about open decisions, for people; not read. */
  open: z.optional(z.array(z.string())),
});
export type Recipe = Readonly<z.infer<typeof recipeSchema>>;

/** The file's column that one of ours is read from; null for one that is the same on every row, or not read. */
export function columnRead(rules: ColumnRules, ours: string): string | null {
  const rule = rules[ours];
  return rule !== undefined && 'column' in rule ? rule.column : null;
}

/** The file's columns that any of ours are read from, for all rows and for a term: of all terms if it is null. */
export function columnsRead(
  { shape, columns }: Pick<Recipe, 'shape' | 'columns'>,
  ours: readonly string[],
  term: string | null = null,
): readonly string[] {
  const own = termsIn(shape)
    .filter(({ label }) => label === (term ?? label))
    .map((each) => each.columns);
  return [columns, ...own].flatMap((rules) => ours.flatMap((each) => columnRead(rules, each) ?? []));
}

/** Whether every column has our name, so that its cells mean what the documentation of the columns says. */
export function isContractRecipe({ shape, columns }: Recipe): boolean {
  return (
    shape.rows === 'term' &&
    Object.entries(columns).every(
      ([ours, rule]) => rule !== undefined && ('constant' in rule || columnName(rule.column) === ours),
    )
  );
}

/**
 * The recipe for a file already in our format: every column is read from itself. Used for mending it, and for its
 * failed rows.
 */
export function ownRecipe(header: readonly string[]): Recipe {
  const known = header.filter((name) => REQUEST_COLUMNS.includes(columnName(name)));
  return {
    format: RECIPE_FORMAT,
    shape: { rows: 'term' },
    columns: Object.fromEntries(known.map((name) => [columnName(name), { column: name }])),
    decisions: {},
  };
}

/**
 * Reads the text of a recipe file.
 *
 * @param mistakeIn finds the first mistake in a text that is not JSON, for whoever writes recipes by hand.
 * @throws TableError that says where in the recipe and what is wrong.
 */
export function parseRecipe(text: string, mistakeIn?: (json: string) => ApiError | null): Recipe {
  if (!text.includes(MARK)) throw refusalOf([NO_RECIPE]);
  return readRecipe(jsonOf(text, mistakeIn));
}

/** Reads a parsed recipe file. @throws TableError that says where in the recipe and what is wrong. */
export function readRecipe(value: unknown): Recipe {
  const parsed = recipeSchema.safeParse(value, ENGLISH);
  if (parsed.success) return withColumns(parsed.data);
  const isOther = parsed.error.issues.some(({ path }) => path[0] === 'format');
  const issues = parsed.error.issues.filter(({ path }) => !isOther || path[0] === 'format');
  const sentences = issues.map((issue) => `${[...issue.path, ''].join(': ')}${sentenceOf(issue)}`);
  throw refusalOf(['The recipe cannot be used.', ...sentences]);
}

/** Adds decisions that name a column to the column rules, so that columns are looked up in one place only. */
function withColumns(recipe: Recipe): Recipe {
  const { student, need } = recipe.decisions;
  const named: [string, CellRule][] = [];
  if (typeof student === 'object' && student !== null) named.push([STUDENT_ID_COLUMN, student]);
  if (typeof need === 'object' && need !== null) named.push(['subsidized_amount', need]);
  return named.length === 0
    ? recipe
    : { ...recipe, columns: { ...recipe.columns, ...Object.fromEntries(named) } };
}

function refusalOf(sentences: readonly string[]): TableError {
  return new TableError(sentences.map((message) => ({ message, row: null, column: null })));
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return issue.message;
  return `${issue.keys.map((key) => `"${key}"`).join(', ')} means nothing here.`;
}

function jsonOf(text: string, mistakeIn?: (json: string) => ApiError | null): unknown {
  try {
    return parseJsonText(text.replace(/^\uFEFF/, ''), mistakeIn);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const where = error.message
      .replace(/^The body/, 'It')
      .replace(/Send all of it.*$/s, 'The file may be cut off.');
    throw refusalOf(['The recipe is no JSON file.', where]);
  }
}
