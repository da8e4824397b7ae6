import * as z from 'zod/mini';
import { ApiError } from '../contract/errors.js';
import { parseJsonText } from '../contract/json-text.js';
import { DELIMITERS } from '../table/delimited-text.js';
import { ENCODINGS } from '../table/encodings.js';
import { SET_ASIDE_REASONS } from '../table/set-aside.js';
import {
  type FieldRule,
  type FieldRules,
  FUND_MEANINGS,
  type OpenPlace,
  OUR_FIELDS,
  type Ours,
  RECIPE_FORMAT,
  type Recipe,
  RecipeError,
  ROW_SHAPES,
  STATUS_MEANINGS,
  TERM_FIELDS,
  wrongMeanings,
} from './recipe.js';
import { decimalText, ENGLISH, objectBy, oneOf, recordOf, sentenceOf } from './recipe-schema.js';

/** The file that holds a recipe: read here, with every wrong place by its path, and written. */

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

function rulesSchema(fields: readonly Ours[]): z.ZodMiniType<FieldRules> {
  return recordOf(ruleSchema, fields);
}

const statusSchema = z.strictObject({
  column: filled,
  values: recordOf(z.nullable(oneOf(STATUS_MEANINGS))),
});
const termSchema = z.strictObject({
  label: filled,
  no_row: z.optional(z.nullable(z.enum(['not_enrolled', 'not_in_year']))),
  blank: z.optional(z.nullable(z.enum(['not_enrolled', 'full_time', 'not_in_year', 'not_calculated']))),
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
});

const fundSchema = z.strictObject({
  column: z.nullable(filled),
  paid: z.nullable(filled),
  values: recordOf(z.nullable(oneOf(FUND_MEANINGS))),
});
const recipeSchema: z.ZodMiniType<Recipe> = z.strictObject({
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
