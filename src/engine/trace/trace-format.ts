import * as z from 'zod';
import { LOAN_TYPES } from '../student.js';

/**
 * The format `trace/1`: why an answer is what it is, as a flat list of steps in the order of the rules. Steps
 * name the steps that their inputs come from, so that a tree can be drawn.
 */

const text = z.string();
const texts = z.array(text);
const textOrNull = text.nullable();
const day = z.iso.date();
/** 0-based. */
export const termIndex = z.int().min(0).nullable();
const value = z
  .union([text, z.number(), z.boolean(), z.null()])
  .describe(
    'Credits, and dollars that may have cents, as exact decimal text; whole dollars, percents, counts and indexes as numbers. Null: nothing was given, or there is nothing.',
  );
const unit = z
  .enum(['credits', 'dollars', 'percent', 'terms', 'index', 'yes or no', 'word'])
  .describe('Unit of the value; an index is the 0-based place of a term.');
const section = text
  .regex(/^\d+(\.\d+)?$/)
  .describe('Number of the rule in the rules document, and its anchor there.');

const inputSchema = z.object({
  name: text.describe('What it is, with the label of its term where each term has one.'),
  value,
  unit,
  from: text
    .regex(/^(step|input):./)
    .describe('`step:` and the id of an earlier step, or `input:` and the path of a field of the request.'),
});

const parameterSchema = z.object({
  name: text,
  value: text.describe('Exact decimal text.'),
  unit,
  effective: day.describe(
    'First day on which the amount applies; for an assumed amount, the first day of the award year.',
  ),
  source: text.describe('The provision that sets it.'),
});

const sourceSchema = z.object({
  kind: z
    .enum(['statute', 'rule', 'ED', 'handbook', 'practice', 'choice'])
    .describe(
      '`ED`: examples of the Department. `choice`: sources are silent or disagree, and `cite` is the reason.',
    ),
  cite: text.describe('The provision with its paragraph, the example or question, or the reason.'),
  read: z
    .enum(['verbatim', 'excerpt', 'third party', 'restated'])
    .nullable()
    .describe(
      "How it was read: word for word, in excerpts, as transcribed by a third party, or restated from third parties' descriptions; null for a practice or a choice.",
    ),
});

/** One element of `steps`. */
export const traceStepSchema = z.object({
  id: text.describe(
    'The rule, then the index of the term and the loan type if the step is for one: `equal_amount.0.sub`.',
  ),
  section,
  title: text,
  for: z
    .object({
      loan: z.enum(LOAN_TYPES).nullable(),
      term: termIndex.describe('0-based index.'),
    })
    .describe('The loan type and the term that the step is for; both null for the year as a whole.'),
  applies: z.boolean().describe('False: the rule has nothing to do for this student, and `worked` says why.'),
  inputs: z.array(inputSchema),
  parameters: z.array(parameterSchema).describe('Dated amounts of the rules.'),
  formula: text.describe('The rule in words, the same for every student.'),
  worked: text.describe("The arithmetic with this student's figures."),
  rounding: textOrNull,
  decided_by: textOrNull.describe(
    'The side of a minimum, maximum or cap that gave the result; null where there is none, or the cap is not reached.',
  ),
  result: z.object({
    field: textOrNull.describe(
      'Path of the figure in the answer, such as `terms.0.equal.subsidized`; null for an intermediate step.',
    ),
    value,
    unit,
  }),
  sources: z.array(sourceSchema).min(1),
  table: z
    .array(z.object({ row: text, subsidized_maximum: z.int(), total: z.int(), chosen: z.boolean() }))
    .optional()
    .describe(
      'All rows of the table that the limit was chosen from, in whole dollars; only in the step that chooses.',
    ),
});

/** Why an answer is what it is: the member `trace` of an answer, if the request asked for it. */
export const traceSchema = z.object({
  format: z.literal('trace/1'),
  rules: z.object({
    award_year: text,
    version: text.describe('Raised by every change that can change a figure.'),
    policy_read_on: day.describe(
      'Day as of which the rules state law and guidance, as third parties described them.',
    ),
    not_read: texts.describe(
      'Official texts that were not read and may change a figure. Check them before you award.',
    ),
  }),
  digest: text
    .regex(/^[0-9a-f]{64}$/)
    .describe(
      'SHA-256 of the student as read, the award year and the version of the rules: ties a printed sheet to an award.',
    ),
  decisive: texts
    .max(10)
    .describe('Ids of the steps that decided the most for this student, in the order of `steps`.'),
  steps: z
    .array(traceStepSchema)
    .describe('In the order of the rules. Every figure of the answer is the result of exactly one step.'),
  warnings: z
    .array(
      z.object({
        text,
        term: termIndex.describe('0-based index; null for the student.'),
        steps: texts.describe('Ids of the steps that it follows from.'),
      }),
    )
    .describe('The warnings of the answer, each with its steps.'),
  assumed: z
    .array(z.object({ input: text.describe('Path of the field.'), value: text, section }))
    .describe('What was assumed for fields that were not given.'),
  not_considered: z
    .array(z.object({ id: text, section, text: text.describe('What it is, in words.') }))
    .describe('Rules of the loan program that this calculation does not cover.'),
});

/** The type of a schema's data, readonly at every depth. */
export type Frozen<T> = T extends readonly (infer Element)[]
  ? readonly Frozen<Element>[]
  : { readonly [Member in keyof T]: Frozen<T[Member]> };

export type Trace = Frozen<z.infer<typeof traceSchema>>;
export type TraceWarning = Trace['warnings'][number];
export type TraceAssumption = Trace['assumed'][number];
export type TraceStep = Trace['steps'][number];
export type TraceInput = TraceStep['inputs'][number];
export type TraceParameter = TraceStep['parameters'][number];
export type TraceSource = TraceStep['sources'][number];
export type TraceUnit = TraceInput['unit'];
export type TraceValue = TraceInput['value'];
