import * as z from 'zod/mini';
import { ApiError } from '../contract/errors.js';
import { parseJsonText } from '../contract/json-text.js';
import { DELIMITERS } from '../table/delimited-text.js';
import { ENCODINGS } from '../table/encodings.js';
import { SET_ASIDE_REASONS } from '../table/set-aside.js';
import { kindOf, maySayNothing, OUR_FIELDS, type Ours, SEVERAL_COLUMNS, TERM_FIELDS } from './our-fields.js';
import {
  type FieldRule,
  type FieldRules,
  FUND_MEANINGS,
  type OpenPlace,
  RECIPE_FORMAT,
  type Recipe,
  RecipeError,
  ROW_SHAPES,
  STATUS_MEANINGS,
} from './recipe.js';

/** The file that holds a recipe: read here, with every wrong place by its path, and written. */

/** What is expected; without it zod says only that something is wrong. */
const ENGLISH = {
  error: (issue: z.core.$ZodRawIssue): string => {
    if (issue.code === 'invalid_type')
      return `Expected ${issue.expected === 'record' ? 'object' : issue.expected}.`;
    if (issue.code === 'invalid_value')
      return `Expected ${issue.values.map((each) => JSON.stringify(each)).join(' or ')}.`;
    if (issue.code !== 'unrecognized_keys') return 'This means nothing here.';
    return `${issue.keys.map((key) => `"${key}"`).join(', ')} means nothing here. Remove it, or correct its name.`;
  },
};

const filled = z.string().check(z.minLength(1, 'Expected a text that is not empty.'));
const open = <Value>(schema: z.ZodMiniType<Value>) => z.nullable(schema);
const byText = <Value>(schema: z.ZodMiniType<Value>) => z.record(z.string(), schema);
const never = (message: string) => z.custom<never>(() => false, message);
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `Expected ${words.map((word) => `"${word}"`).join(', ')}, or null while it is open.`);

/** What a cell of a field may mean. */
function meaningSchema(field: Ours): z.ZodMiniType<string> {
  const { kind, words } = kindOf(field);
  const expected =
    kind === 'number' ? 'a number such as 12 or 7.5' : words.map((word) => `"${word}"`).join(', ');
  const isRight = (text: string): boolean =>
    kind === 'text' || (kind === 'number' ? /^-?\d+(?:\.\d+)?$/.test(text) : words.includes(text));
  return z.string().check(
    z.refine(isRight, {
      error: ({ input }) => `"${String(input)}" means nothing here. Expected ${expected}.`,
    }),
  );
}

/** The rule of a field: one of several objects, each known by a key of its own, for zod's unions do not say where a mistake is. */
function ruleSchema(field: Ours): z.ZodMiniType<FieldRule> {
  const meaning = meaningSchema(field);
  const values = z.optional(byText(open(maySayNothing(field) ? z.union([z.literal(''), meaning]) : meaning)));
  const credits = z.optional(open(meaning));
  const variants: Readonly<Record<string, z.ZodMiniType<FieldRule>>> = {
    column: z.strictObject({
      column: filled,
      values,
      per: z.optional(
        field === 'subsidized_amount'
          ? open(z.enum(['year', 'term']))
          : never('"per" is for the need alone. Remove it.'),
      ),
    }),
    columns: SEVERAL_COLUMNS.has(field)
      ? z.strictObject({
          columns: z.array(filled).check(
            z.minLength(2, 'Expected two columns or more.'),
            z.refine(
              (names) => new Set(names).size === names.length,
              'A column is listed twice, and would be added up twice. Keep it once.',
            ),
          ),
          values,
        })
      : never('Only one column may be placed here. Write {"column": …}.'),
    value: z.strictObject({ value: meaning }),
    by_level:
      field === 'term_ft_credits'
        ? z.strictObject({
            by_level: z.strictObject({ undergraduate: credits, graduate: credits, professional: credits }),
          })
        : never('Only full-time credits may differ by level.'),
  };
  const none = z.literal(
    'none',
    'Expected {"column": …}, {"columns": […]}, {"value": …}, "none", or null while it is open.',
  );
  return z.pipe(
    z.unknown(),
    z.transform((given, { issues }): FieldRule => {
      const [, variant = open(none)] =
        typeof given === 'object' && given !== null
          ? (Object.entries(variants).find(([key]) => Object.hasOwn(given, key)) ?? [])
          : [];
      const parsed = variant.safeParse(given, ENGLISH);
      if (parsed.success) return parsed.data;
      for (const { message, path } of parsed.error.issues)
        issues.push({ code: 'custom', input: given, message, path: [...path] });
      return z.NEVER;
    }),
  );
}

function rulesSchema(fields: readonly Ours[]): z.ZodMiniType<FieldRules> {
  return z.strictObject(Object.fromEntries(fields.map((field) => [field, z.optional(ruleSchema(field))])));
}

const statusSchema = z.strictObject({
  column: filled,
  values: byText(open(oneOf(STATUS_MEANINGS))),
});
const termSchema = z.strictObject({
  label: filled,
  no_row: z.optional(open(z.enum(['not_enrolled', 'not_in_year']))),
  blank: z.optional(open(z.enum(['not_enrolled', 'full_time', 'not_in_year', 'not_calculated']))),
  fields: z.optional(rulesSchema(TERM_FIELDS)),
  status: z.optional(z.array(statusSchema)),
});
const heldSchema = z.union(
  [
    z.enum(['blank', 'one value', 'own text', 'texts', 'numbers', 'mixed']),
    z.strictObject({ codes: z.array(z.string()) }),
  ],
  'Expected what the column held: "blank", "one value", "own text", "texts", "numbers", "mixed", or {"codes": […]}.',
);
const readSchema = z.strictObject({
  encoding: z.optional(z.enum(ENCODINGS)),
  delimiter: z.optional(z.enum(DELIMITERS)),
  header_row: z.optional(z.int().check(z.minimum(1))),
  /** The sheet of a workbook. */
  sheet: z.optional(z.string()),
  /** Kinds of rows that do belong to students and must not be set aside. */
  keep: z.optional(z.array(z.enum(SET_ASIDE_REASONS))),
  /** What rows are whose numbers alone say that they may be totals. */
  sums: z.optional(open(oneOf(['leave_out', 'read']))),
});

const fundSchema = z.strictObject({
  column: open(filled),
  paid: open(filled),
  values: byText(open(oneOf(FUND_MEANINGS))),
});
const recipeSchema: z.ZodMiniType<Recipe> = z.strictObject({
  format: z.literal(RECIPE_FORMAT),
  name: z.optional(z.string()),
  confirmed: z.boolean(),
  read: z.optional(readSchema),
  rows: open(z.enum(ROW_SHAPES)),
  fields: rulesSchema(OUR_FIELDS),
  fund: z.optional(fundSchema),
  terms: z.array(termSchema),
  not_terms: z.array(z.string()),
  status: z.array(statusSchema),
  not_used: byText(heldSchema),
  decisions: byText(open(z.string())),
  /** Sentences about what is open, for people; not read. */
  open: z.optional(z.array(z.string())),
});

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
  if (parsed.success) return parsed.data;
  throw new RecipeError(
    'The recipe cannot be used. Correct these places, or place the columns again.',
    parsed.error.issues.map(placeOf),
  );
}

/** What no recipe can say, with what is expected. */
export function wrongPlaces(recipe: Recipe): readonly OpenPlace[] {
  return recipeSchema.safeParse(recipe, ENGLISH).error?.issues.map(placeOf) ?? [];
}

/** The text of a recipe file. */
export function recipeText(recipe: Recipe): string {
  return `${JSON.stringify(recipe, null, 2)}\n`;
}

function placeOf({ path, message }: z.core.$ZodIssue): OpenPlace {
  return { path: path.map((key) => (typeof key === 'number' ? key : String(key))), message };
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
