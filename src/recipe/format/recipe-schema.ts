import * as z from 'zod/mini';
import { DEGREE_LEVELS } from '../../engine/student.js';
import { numberIn } from '../../table/column-facts.js';
import { nameKey } from '../../table/column-names.js';
import { DELIMITERS } from '../../table/delimited-text.js';
import { ENCODINGS } from '../../table/encodings.js';
import { SET_ASIDE_REASONS } from '../../table/set-aside.js';
import { plainAnswer } from './answers.js';
import {
  FAILS,
  FIELDS_OF_RECIPE,
  type Field,
  helpOf,
  isAdded,
  otherMeanings,
  STATUS_MEANINGS,
  TERM_FIELDS,
  takesSeveralColumns,
  YEARLY,
} from './our-fields.js';

/** The schema of a recipe file, and its types. `null` always means open. */

/** Messages that say what is expected; zod's own only say that something is wrong. */
export const ENGLISH = {
  error: (issue: z.core.$ZodRawIssue): string => {
    if (issue.code === 'invalid_type')
      return `Expected ${issue.expected === 'record' ? 'object' : issue.expected}.`;
    if (issue.code === 'invalid_key') return 'This means nothing here. Remove it.';
    if (issue.code === 'invalid_value')
      return `Expected ${issue.values.map((each) => JSON.stringify(each)).join(' or ')}.`;
    if (issue.code !== 'unrecognized_keys') return 'This means nothing here.';
    return `${issue.keys.map((key) => `"${key}"`).join(', ')} means nothing here. Remove it, or correct its name or place.`;
  },
};

const nonEmpty = z.string().check(z.minLength(1, 'Expected a text that is not empty.'));
const byText = <Value>(schema: z.ZodMiniType<Value>, error?: string) => z.record(z.string(), schema, error);

/** A word or number of a field, or one of the `others`, which messages do not name. */
function meaningSchema(field: Field, others: readonly string[] = []): z.ZodMiniType<string> {
  const { kind, words } = helpOf(field);
  const isNumber = kind === 'number';
  const expected = isNumber ? 'a number such as 12 or 7.5' : words.map((word) => `"${word}"`).join(', ');
  const isRight = (text: string): boolean =>
    kind === 'text' || (isNumber && /^-?\d+(?:\.\d+)?$/.test(text)) || [...words, ...others].includes(text);
  return z.string().check(
    z.refine(isRight, {
      error: ({ input }) => `"${String(input)}" means nothing here. Expected ${expected}.`,
    }),
  );
}

/** An answer to a question, with any prefix. */
function answerSchema(...answers: readonly string[]) {
  const expected = `Expected ${answers.map((answer) => `"${answer}"`).join(' or ')}.`;
  const isAnswer = (answer: string): boolean => answers.includes(plainAnswer(answer));
  return z.optional(z.nullable(z.string().check(z.refine(isAnswer, expected))));
}

interface RuleColumns {
  readonly column?: string;
  readonly columns?: readonly (string | undefined)[];
  readonly less?: readonly string[] | undefined;
  readonly instead?: readonly string[] | undefined;
}

const ROLES_NAME_COLUMNS = z.refine<RuleColumns>(
  ({ column, columns = [column], less = [], instead = [] }) =>
    [...less, ...instead].every((each) => columns.includes(each)) &&
    columns.some((each) => !instead.some((name) => name === each)),
  'Expected in "less" and "instead" names of columns that this rule reads, and not all of them in "instead".',
);

function roleSchema(field: Field) {
  return z.optional(
    isAdded(field)
      ? z.array(nonEmpty)
      : z.never('Only amounts and credits have this. Remove it. A choice may have several "columns".'),
  );
}

/** The kinds of rules that a field may have, each recognized by its key. */
function ruleKinds(field: Field) {
  const meaning = meaningSchema(field);
  const isRecoded = ([code, meaning]: readonly [string, string | null]): boolean =>
    helpOf(field).kind === 'number' && numberIn(code) !== null && meaning !== FAILS;
  const values = z.optional(
    byText(z.nullable(meaningSchema(field, otherMeanings(field)))).check(
      z.refine((all) => !Object.entries(all).some(isRecoded), 'A number means itself; a 0 is asked about.'),
    ),
  );
  const columnSettings = {
    values,
    /** Columns to subtract, such as aid from the cost. A single column has its sign turned. */
    less: roleSchema(field),
    /** Columns that replace all others where filled, as corrections do; the first filled one counts. */
    instead: roleSchema(field),
    /** Whether a yearly amount is given per year or per term. */
    per: YEARLY.has(field)
      ? answerSchema('year', 'term')
      : z.optional(z.never('Only yearly amounts have this. Remove it.')),
  };
  return {
    /**
     * A column of the file, by its name from `columnNames`. `values` are the meanings of codes: the code `''`
     * is a blank cell, the meaning `''` a blank. A column of numbers needs it only for other texts.
     */
    column: z.strictObject({ column: nonEmpty, ...columnSettings }).check(ROLES_NAME_COLUMNS),
    /** Numbers are added up, texts joined with a blank, and choices with a bar: `D | I`. */
    columns: takesSeveralColumns(field)
      ? z
          .strictObject({
            columns: z.array(nonEmpty).check(
              z.minLength(2, 'Expected two columns or more. For one, write {"column": …}.'),
              z.refine(
                (names) => new Set(names.map(nameKey)).size === names.length,
                'A column is listed twice, and would be added up twice. Keep it once.',
              ),
            ),
            ...columnSettings,
          })
          .check(ROLES_NAME_COLUMNS)
      : z.never('Only one column may be placed here. Write {"column": …}.'),
    /** One value for all. */
    value: z.strictObject({ value: meaning }),
    by_level:
      field === 'term_ft_credits'
        ? z.strictObject({
            by_level: z.partialRecord(z.enum(DEGREE_LEVELS), z.optional(z.nullable(meaning))),
          })
        : z.never('Only full-time credits may differ by level.'),
  };
}

type RuleKinds = ReturnType<typeof ruleKinds>;
/** Where the cells of a field come from; `none` means that the file does not have them. */
export type FieldRule = null | 'none' | DeepReadonly<z.infer<RuleKinds[keyof RuleKinds]>>;
/** Rules by the field that they fill. An absent one is open. */
export type FieldRules = Readonly<Partial<Record<Field, FieldRule>>>;

/** Chooses the schema by the rule's key, because zod's unions do not say where a mistake is. */
function ruleSchema(field: Field): z.ZodMiniType<FieldRule> {
  const rules: Readonly<Record<string, z.ZodMiniType<FieldRule>>> = ruleKinds(field);
  const none = z.literal(
    'none',
    'Expected {"column": …}, {"columns": […]}, {"value": …}, "none", or null while it is open.',
  );
  return z.pipe(
    z.unknown(),
    z.transform((given, { issues }): FieldRule => {
      const [, rule = z.nullable(none)] =
        typeof given === 'object' && given !== null
          ? (Object.entries(rules).find(([key]) => Object.hasOwn(given, key)) ?? [])
          : [];
      const parsed = rule.safeParse(given, ENGLISH);
      if (parsed.success) return parsed.data;
      for (const { message, path } of parsed.error.issues)
        issues.push({ code: 'custom', input: given, message, path: [...path] });
      return z.NEVER;
    }),
  );
}

function rulesSchema(fields: readonly Field[]): z.ZodMiniType<FieldRules> {
  return z.strictObject(Object.fromEntries(fields.map((field) => [field, z.optional(ruleSchema(field))])));
}

const statusSchema = z.strictObject({
  column: nonEmpty,
  values: byText(
    z.nullable(z.enum(STATUS_MEANINGS)),
    'Expected what each code means, such as {"W": "no_credits"}. Write {} to be asked for each code.',
  ),
});

/** A term of the file. Answers to questions that its rows do not raise are absent. */
const termSchema = z.strictObject({
  label: nonEmpty,
  /** What it means that a student has no row of the term. */
  no_row: answerSchema('not_enrolled', 'not_in_year', 'not_calculated'),
  /** What blank credits mean. */
  blank: answerSchema('not_enrolled', 'full_time', 'not_in_year', 'not_calculated'),
  /** Rules that override the recipe's: columns where terms are beside each other, values elsewhere. */
  fields: z.optional(rulesSchema([...TERM_FIELDS, 'fund_paid'])),
  /** Columns that say whether this term's part of a row counts. */
  status: z.optional(z.array(statusSchema)),
});

/**
 * What a column held when a person said what it is. `blank` includes 0. `copy` repeats the first column of
 * its name. `own text` differs on each row. `texts` are not kept as codes. Some of `signed numbers` are below
 * 0. `mixed` is numbers and texts. The code `''` is a blank cell. `mostly` is a code on two rows of three,
 * or blanks on three of four in a column that is not used.
 * `around` is the average of numbers above 0. `same_as` is a placed column with equal cells.
 */
const heldSchema = z.union(
  [
    z.enum(['blank', 'one value', 'copy', 'own text', 'texts', 'numbers', 'signed numbers', 'mixed']),
    z.strictObject({ codes: z.array(z.string()), mostly: z.optional(z.string()) }),
    z.strictObject({ mostly: z.string() }),
    z.strictObject({ around: z.number().check(z.positive()) }),
    z.strictObject({ same_as: nonEmpty }),
  ],
  'Expected what the column held: "blank", "one value", "copy", "own text", "texts", "numbers", "signed numbers", "mixed", {"codes": […]}, {"mostly": …}, {"around": …} or {"same_as": …}.',
);

/** The names of the decisions. Some are followed by a colon and a term, column or the like. */
export const DECISIONS: readonly string[] =
  `alike_ids alike_rows blank_final blank_part credits_of_parts dates differing_rows differs equal_rows hidden_rows high_credits left_out_payments
  need_above_maximum need_below_zero need_blank other_sheets paid_of_parts paid_so_far remarks
  rows_without_id rows_without_id_said same_credits taken_back term_order word_ids
  zero zero_credits zero_final zero_paid`.split(/\s+/);

const isDecision = (key: string): boolean => DECISIONS.includes(key.replace(/:.*/s, ''));

const readSchema = z.strictObject({
  encoding: z.optional(z.enum(ENCODINGS)),
  delimiter: z.optional(z.enum(DELIMITERS)),
  header_row: z.optional(z.int().check(z.minimum(1))),
  sheet: z.optional(z.string()),
  keep: z.optional(z.array(z.enum(SET_ASIDE_REASONS))),
});

/**
 * How a table is converted to ours: what a person said about each column and about the rows. A draft has the
 * same type as a finished recipe; nothing is calculated while anything is open.
 */
export const recipeSchema = z.strictObject({
  format: z.literal('prorata-recipe/3'),
  /** For people. */
  name: z.optional(z.string()),
  /** Whether a person has confirmed the columns. */
  confirmed: z.boolean(),
  read: z.optional(readSchema),
  /** What a row is. `fund` is one payment of a fund; `student` and `award` (one fund) have all terms. */
  rows: z.nullable(z.enum(['term', 'student', 'course', 'fund', 'award'])),
  fields: rulesSchema(FIELDS_OF_RECIPE),
  /** All terms of the file, in the order of the year. */
  terms: z.array(termSchema),
  /** Labels of rows that belong to no term. */
  not_terms: z.array(z.string()),
  /** Columns that say whether whole rows count; `[]`: every row counts. */
  status: z.nullable(z.array(statusSchema)),
  /** What each column that is not used held, by name. */
  not_used: byText(heldSchema),
  /** What the columns held, by name. Without an entry, only new codes and blank columns are noticed. */
  held: z.optional(byText(heldSchema)),
  /** Answers to questions that have no other place. */
  decisions: z.record(z.string().check(z.refine(isDecision)), z.nullable(z.string())),
  /** Sentences about what is open, for people; not read. */
  open: z.optional(z.array(z.string())),
});

type DeepReadonly<Value> = { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> };

export type Recipe = DeepReadonly<z.infer<typeof recipeSchema>>;
export type TermRule = DeepReadonly<z.infer<typeof termSchema>>;
export type StatusRule = DeepReadonly<z.infer<typeof statusSchema>>;
export type Held = Recipe['not_used'][string];
export type RowShape = NonNullable<Recipe['rows']>;
