import * as z from 'zod';
import { DEGREE_LEVELS } from '../engine/limits.js';

/**
 * What moves the dollars of many students and no file says by itself: decided by a person, kept in the recipe, never preset.
 * A decision that is absent or null is open where the file raises it, and nothing is calculated meanwhile.
 */

/** Credits and the like in a recipe: plain decimal text above 0, so that nothing is lost. */
const decimalSchema = z
  .string()
  .regex(/^(?=.*[1-9])\d{1,9}(?:\.\d{1,6})?$/, 'Expected a number above 0 as text, such as "12".');

const yearTermsSchema = z.strictObject({
  /** How many terms the academic year has. Without effect where `missing` is `as_listed`. */
  terms: z.int().min(1).max(4),
  /**
   * What a student with fewer rows is: `not_enrolled` in the missing terms, and measured against the whole year; or `as_listed`: the
   * listed terms are the whole year of this student.
   */
  missing: z.literal(['not_enrolled', 'as_listed']),
  /** Which terms make the year, by label, where the file has more of them, such as a summer that only some attend. */
  labels: z.array(z.string().min(1)).min(1).max(4).optional(),
});

/** What blank credits of a term mean. `no_term`: the student's year does not have this term. */
export const BLANK_CREDITS = ['not_enrolled', 'full_time', 'leave_out', 'no_term'] as const;
const blankSchema = z.literal([...BLANK_CREDITS]);

/** What final credits of 0 are, where nearly everybody of a term has them. */
const ZERO_FINALS = ['not_known', 'not_enrolled'] as const;

/** Whose a row without an id is, where other rows have one. */
export const WITHOUT_ID = ['above', 'each_row', 'leave_out'] as const;
export type WithoutId = (typeof WITHOUT_ID)[number];

/** What a row with a code such as W is: it counts like others, or its credits are 0. */
export const ROW_STATUSES = ['counts', 'not_enrolled'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

/** The decisions of a recipe, by name. */
export const decisionsSchema = z.strictObject({
  /** What a student is, where no column has an id. A column given here joins `columns`. */
  student: z.union([z.literal('each_row'), z.strictObject({ column: z.string().min(1) })]).nullish(),
  /** Rows whose id is blank belong to the student `above`, are students of their own, or are left out. */
  rows_without_id: z.literal([...WITHOUT_ID]).nullish(),
  /** By column of theirs that nothing else is read from, what its codes say of a row. */
  row_status: z.record(z.string(), z.record(z.string(), z.literal([...ROW_STATUSES]).nullable())).nullish(),
  /** Columns of theirs that look like amounts paid: `none` says that nothing was paid by them; of columns that repeat an amount, `of_term`, or `of_year`, which is refused; of amounts that came back, `returned`, which is refused, says that they are still among those paid. */
  paid: z.record(z.string(), z.literal(['none', 'of_term', 'of_year', 'returned']).nullable()).nullish(),
  /** What labels are that do not look like terms of one academic year: the label of the term, or blank where rows are left out. */
  terms: z.record(z.string(), z.string()).nullish(),
  year_terms: yearTermsSchema.nullish(),
  /** One meaning for all terms, or one for each term by its label. */
  blank_credits: z.union([blankSchema, z.record(z.string(), blankSchema.nullable())]).nullish(),
  /** By term label, what planned credits of 0 are in a term that not everybody attends, such as a summer. */
  zero_credits: z.record(z.string(), z.literal(['not_enrolled', 'no_term']).nullable()).nullish(),
  /** Where rows are of several aid years: by the column that says it, the one whose rows are calculated; blank for all of them. */
  aid_year: z.record(z.string(), z.string().nullable()).nullish(),
  /** By term label, what final credits of 0 are where nearly everybody has them: `not_known` yet, or `not_enrolled`. */
  zero_final_credits: z.record(z.string(), z.literal([...ZERO_FINALS]).nullable()).nullish(),
  /** Credits that are full time in a term, by degree level, where no column says it. */
  full_time_credits: z.partialRecord(z.literal([...DEGREE_LEVELS]), decimalSchema.nullable()).nullish(),
  /** Where subsidized need is: a column (which joins `columns`), or what everybody has. */
  need: z.union([z.literal(['none', 'maximum']), z.strictObject({ column: z.string().min(1) })]).nullish(),
  need_above_maximum: z.literal(['maximum', 'fail']).nullish(),
  need_below_zero: z.literal(['none', 'fail']).nullish(),
  /** Whether need on the rows of several terms is the year's, or each term's. */
  need_period: z.literal(['year', 'term']).nullish(),
  /** What more than twice the full-time credits of a term are; `other`, such as clock hours, is not calculated. */
  many_credits: z.literal(['credits', 'other']).nullish(),
  /**
   * What rows of the same student and term are: `add_up` (courses; several payments of a fund), `add_up_once` (the same, and rows that are
   * equal in every cell count once), `last` (a correction), or `true_copies`
   * (rows that are equal in every cell count once; others are asked about).
   */
  repeated_terms: z.literal(['add_up', 'add_up_once', 'last', 'true_copies']).nullish(),
  /** Labels of terms as they follow each other in time. */
  term_order: z.array(z.string().min(1)).min(1).nullish(),
  /** Columns of ours that may be in the file, or that everybody is asked about: `none` says that the file has no such column. */
  columns: z.record(z.string(), z.literal('none').nullable()).nullish(),
});
export type Decisions = Readonly<z.infer<typeof decisionsSchema>>;
export type YearTerms = NonNullable<Decisions['year_terms']>;
export type BlankCreditsMeaning = (typeof BLANK_CREDITS)[number];

/** Written for a code of `values` or of `funds` that nobody has decided yet. */
export const UNDECIDED = '?';

/**
 * The names of decisions. `values:…` and `column:…` end with a column of ours: what one code of theirs means, and which column of theirs
 * it is. `row_status:…` ends with a column of theirs.
 */
export type DecisionName =
  | 'sheet'
  | 'student'
  | 'rows_without_id'
  | `row_status:${string}`
  | 'paid'
  | 'terms'
  | 'year_terms'
  | 'blank_credits'
  | 'zero_credits'
  | 'zero_final_credits'
  | 'aid_year'
  | 'full_time_credits'
  | 'need'
  | 'need_above_maximum'
  | 'need_below_zero'
  | 'need_period'
  | 'many_credits'
  | 'funds'
  | 'repeated_terms'
  | 'term_order'
  | `values:${string}`
  | `column:${string}`;

/** Plain data, as a recipe file has it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** One way to settle a decision. */
export interface Choice {
  /** Where in the recipe it is written. */
  readonly path: readonly string[];
  /** What is written there. */
  readonly value: Json;
  /** What it says, for people. */
  readonly label: string;
  /** What it does to one student of the file, in dollars; null where that cannot be worked out yet. */
  readonly effect: string | null;
}

/** A decision that a file raises. It can be sent from thread to thread. */
export interface Decision {
  readonly name: DecisionName;
  /** What it is about, where one name is asked of several: a code, a fund, the label of a term, a degree level. Else null. */
  readonly of: string | null;
  /** False where the recipe has settled it: listed so that it can be seen and changed. */
  readonly open: boolean;
  /** The question, for people. */
  readonly question: string;
  /** Why it is asked, with numbers of the whole file. */
  readonly why: string;
  /** How many students it concerns, of the whole file. */
  readonly students: number;
  /** Some rows that it is about, as a spreadsheet numbers them. */
  readonly rows: readonly number[];
  readonly choices: readonly Choice[];
  /** The place among the choices of what the recipe says; null where it is open, or says something that is not among them. */
  readonly chosen: number | null;
}
