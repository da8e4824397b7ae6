import * as z from 'zod/mini';
import { columnName } from '../contract/header.js';
import { DEGREE_LEVELS } from '../engine/limits.js';
import { recordOf } from './record-of.js';

/**
 * Facts that change the dollars of many students and that no file states by itself: decided by a person, kept in the
 * recipe, never preset. A decision that is absent or null is open if the file raises it, and nothing is calculated
 * until it is made.
 */

const ABOVE_ZERO = /^(?=.*[1-9])\d{1,9}(?:\.\d{1,6})?$/;

/** Credits and other numbers in a recipe: plain decimal text above 0, so that nothing is lost. */
const decimalSchema = z
  .string()
  .check(z.refine((text) => ABOVE_ZERO.test(text), 'Expected a number above 0 as text, such as "12".'));

const filled = z.string().check(z.minLength(1));

const yearTermsSchema = z.strictObject({
  /** How many terms the academic year has. Ignored if `missing` is `as_listed`. */
  terms: z.int().check(z.minimum(1), z.maximum(4)),
  /**
   * How to treat a student with fewer rows. `not_enrolled`: not enrolled in the missing terms, and measured against the
   * whole year. `as_listed`: the listed terms are the student's whole year. `fail`: the missing rows say nothing of
   * enrollment, so the student fails.
   */
  missing: z.literal(['not_enrolled', 'as_listed', 'fail']),
  /** The labels of the terms that make up the year, if the file has more, such as a summer that only some attend. */
  labels: z.optional(z.array(filled).check(z.minLength(1), z.maxLength(4))),
});

/** What blank credits of a term mean. `no_term`: the student's year does not have this term. */
const blankSchema = z.literal(['not_enrolled', 'full_time', 'leave_out', 'no_term']);

/** What a row with a code such as W is: it counts like any other, or its credits are 0. */
const statusSchema = z.literal(['counts', 'not_enrolled']);

/** What was decided of each of several columns or terms, by its name in the file; null for what is open. */
function byName<Meaning>(meaning: z.ZodMiniType<Meaning>) {
  return z.nullish(recordOf(z.nullable(meaning)));
}

/** The decisions of a recipe, by name. */
export const decisionsSchema = z.strictObject({
  /** What a student is, if no column has an id. A column given here is added to `columns`. */
  student: z.nullish(z.union([z.literal('each_row'), z.strictObject({ column: filled })])),
  /** Rows with a blank id belong to the student `above`, are separate students, or are left out. */
  rows_without_id: z.nullish(z.literal(['above', 'each_row', 'leave_out'])),
  /** Rows that the sheet hides, as a filter does, are read like the others or left out. */
  hidden_rows: z.nullish(z.literal(['read', 'leave_out'])),
  /** For each column that is not otherwise read, what its codes say about a row. */
  row_status: z.nullish(recordOf(recordOf(z.nullable(statusSchema)))),
  /**
   * For each column of credits that a student withdrew from or audits: `subtract` them from those of the row, or `none`
   * if these are already without them.
   */
  withdrawn_credits: byName(z.literal(['subtract', 'none'])),
  /** Whether student ids that differ only by capitals, leading zeros and the like are one student. */
  alike_ids: z.nullish(z.literal(['same', 'different'])),
  /**
   * Columns that look like amounts paid. `none`: they record no payments. For columns that repeat an amount: `of_term`,
   * or `of_year`, which is refused. For returned amounts: `returned`, which says that they are still included in those
   * paid, and is refused. For a yes or no on each row of a fund, which says what was paid: `if_yes` or `if_no`.
   * `rearrange`: they say what was paid, but not as one amount for each loan and term, which is
   * refused.
   */
  paid: byName(z.literal(['none', 'of_term', 'of_year', 'returned', 'rearrange', 'if_yes', 'if_no'])),
  /**
   * What labels mean that do not look like terms of one academic year: the label of the term, or blank if the rows are
   * left out.
   */
  terms: z.nullish(recordOf(z.string())),
  year_terms: z.nullish(yearTermsSchema),
  /** One meaning for all terms, or one per term by its label. */
  blank_credits: z.nullish(z.union([blankSchema, recordOf(z.nullable(blankSchema))])),
  /**
   * By term label, what planned credits of 0 mean in a term that not every student attends, such as a summer, or that
   * nobody is registered for yet: `full_time` then counts them as full time.
   */
  zero_credits: byName(z.literal(['not_enrolled', 'no_term', 'full_time'])),
  /**
   * If rows belong to several aid years, or are of several kinds: the one to calculate, by the column that gives it;
   * blank for all of them.
   */
  aid_year: byName(z.string()),
  /**
   * By term label, what final credits of 0 mean if nearly every student has them: `not_known` yet, or `not_enrolled`.
   */
  zero_final_credits: byName(z.literal(['not_known', 'not_enrolled'])),
  /**
   * By term label, what final credits without planned ones mean: students are `enrolled` in them and the term is not
   * over, or they are final, and were planned `as_planned` or on `full_time`.
   */
  unplanned_credits: byName(z.literal(['enrolled', 'as_planned', 'full_time'])),
  /**
   * By term label, what 0 paid means for students with final credits who may be paid: `not_yet`, or the term is
   * `settled` and they get nothing more for it.
   */
  zero_paid: byName(z.literal(['not_yet', 'settled'])),
  /**
   * Whether terms whose labels are of another year are calculated with the limits of the award year that was chosen;
   * `refuse` refuses the file.
   */
  other_award_year: z.nullish(z.literal(['refuse', 'calculate'])),
  /** By the text of a line above some students: they are read like the others, or the file is refused. */
  titled_rows: byName(z.literal(['read', 'refuse'])),
  /** Whether what other sheets say of students, such as what was paid, is left out; `refuse` refuses the file. */
  /** Full-time credits of a term, by degree level, if no column gives them. */
  full_time_credits: z.nullish(recordOf(z.nullable(decimalSchema), DEGREE_LEVELS)),
  /** The same for terms that may have others, such as a summer, by degree level and term label. */
  full_time_in_term: z.nullish(recordOf(recordOf(z.nullable(decimalSchema)), DEGREE_LEVELS)),
  /** Where subsidized need comes from: a column (added to `columns`), or one value for all students. */
  need: z.nullish(z.union([z.literal(['none', 'maximum']), z.strictObject({ column: filled })])),
  /**
   * For each column that says yes or no about subsidized need: `only` students with a yes have any, or it is `ignored`.
   */
  need_flag: byName(z.literal(['only', 'ignored'])),
  /**
   * For each column that nothing is read from though its name says that it may decide something: it is `ignored`, or it
   * `decides` what may be borrowed, and the file is refused.
   */
  unread_columns: byName(z.literal(['ignored', 'decides'])),
  need_above_maximum: z.nullish(z.literal(['maximum', 'fail'])),
  need_below_zero: z.nullish(z.literal(['none', 'fail'])),
  /** Whether need on the rows of several terms is for the year or for each term. */
  need_period: z.nullish(z.literal(['year', 'term'])),
  /**
   * What a column of limits holds: the program's own limit of the `year` before any reduction; amounts that were worked
   * out for each student, so that the column is `ignored`; or a limit of each `term`, which is refused.
   */
  limit_period: z.nullish(z.literal(['year', 'term', 'ignored'])),
  /**
   * What more than twice the full-time credits of a term mean; `other`, such as clock hours, is not calculated. Of credits
   * that are the same in all terms of each student, `other` says that they are those of the year, which is refused.
   */
  many_credits: z.nullish(z.literal(['credits', 'other'])),
  /** Whether full-time credits of 20 and more are those of a `term`, or of the `year`, which is refused. */
  full_time_period: z.nullish(z.literal(['term', 'year'])),
  /**
   * What rows of the same student and term are: `add_up` (courses; several payments of a fund), `add_up_once` (the
   * same, but rows equal in every cell count once), `last` (a correction), or `true_copies` (rows equal in every cell
   * count once; others are asked about).
   */
  repeated_terms: z.nullish(z.literal(['add_up', 'add_up_once', 'last', 'true_copies'])),
  /** Labels of terms in chronological order. */
  term_order: z.nullish(z.array(filled).check(z.minLength(1))),
  /**
   * Columns of ours that may be in the file, or that are always asked about: `none` says that the file has no such
   * column.
   */
  columns: z.nullish(recordOf(z.nullable(z.literal('none')))),
});
export type Decisions = Readonly<z.infer<typeof decisionsSchema>>;
export type YearTerms = NonNullable<Decisions['year_terms']>;
/** What was decided about a column of the file, whose name may be written with other capitals or blanks. */
export function saidOfColumn<Said>(
  decided: Readonly<Record<string, Said>> | null | undefined,
  column: string,
): Said | undefined {
  const found = Object.entries(decided ?? {}).find(([name]) => columnName(name) === columnName(column));
  return found?.[1];
}

export type BlankCreditsMeaning = z.infer<typeof blankSchema>;
export type RowStatus = z.infer<typeof statusSchema>;

/** Written for a code of `values` or `funds` that nobody has decided yet. */
export const UNDECIDED = '?';

/**
 * The names of decisions. `values:…` and `column:…` end with one of our columns: what one of the file's codes means,
 * and which column of the file it is. `row_status:…` ends with a column of the file.
 */
export type DecisionName =
  | Exclude<keyof Decisions, 'row_status' | 'columns'>
  | 'sheet'
  | 'funds'
  | `row_status:${string}`
  | `values:${string}`
  | `column:${string}`;

/** Plain data, as in a recipe file. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** One way to settle a decision. */
export interface Choice {
  /** Where it is written in the recipe. */
  readonly path: readonly string[];
  /** What is written there. */
  readonly value: Json;
  readonly label: string;
  /** Its effect on one student of the file, in dollars; null if that cannot be calculated yet. */
  readonly effect: string | null;
}

/** A decision that a file raises. It can be sent from thread to thread. */
export interface Decision {
  readonly name: DecisionName;
  /**
   * The subject, if one name is asked about several: a code, a fund, the label of a term, a degree level. Otherwise
   * null.
   */
  readonly of: string | null;
  /** False if the recipe has settled it; it is then listed so that it can be seen and changed. */
  readonly open: boolean;
  /** Whether other questions wait for its answer, which settles them or says what they are about. */
  readonly isAwaited: boolean;
  readonly question: string;
  /** Why it is asked, with numbers from the whole file. */
  readonly why: string;
  /** How many students of the whole file it concerns. */
  readonly students: number;
  /** Some rows that it concerns, as a spreadsheet numbers them. */
  readonly rows: readonly number[];
  readonly choices: readonly Choice[];
  /**
   * The index of the choice that the recipe has made; null if it is open, or the recipe says something that is not
   * among the choices.
   */
  readonly chosen: number | null;
}
