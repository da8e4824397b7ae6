import * as z from 'zod/mini';
import { toText } from '../engine/exact.js';
import { DEFAULT_FULL_TIME_CREDITS } from '../engine/figures.js';
import { CURRENT_AWARD_YEAR, limitsFor } from '../engine/limits.js';
import {
  DEGREE_LEVELS,
  DEPENDENCY_STATUSES,
  GRADE_LEVELS,
  MAX_TERMS,
  type Student,
  type Term,
} from '../engine/student.js';
import {
  type CountRange,
  choice,
  count,
  credits,
  dollars,
  type FieldType,
  flag,
  text,
  wholeDollars,
} from './field-kinds.js';
import { PROFESSIONAL_HELP } from './field-labels.js';

/**
 * The one list of fields: what a request may say about a student and a term, in JSON and in a CSV file. Parsing,
 * validation, the OpenAPI document, the columns and their documentation are all derived from it. Rules between fields
 * belong to the engine.
 */

/** How many terms a request may give for the academic year. */
const YEAR_TERMS: CountRange = { from: 2, to: MAX_TERMS };

const fullTimeCredits = toText(DEFAULT_FULL_TIME_CREDITS);
const costThreshold = limitsFor(CURRENT_AWARD_YEAR).legacy.total.toLocaleString('en-US');

const STUDENT = {
  dependency_status: field('dependency_status', choice(DEPENDENCY_STATUSES), {
    description: 'Dependency status for federal student aid.',
  }),
  degree_level: field('degree_level', choice(DEGREE_LEVELS), {
    description: `Level of the student's program. ${PROFESSIONAL_HELP}`,
    whenAbsent: 'undergraduate',
  }),
  grade_level: field('grade_level', choice(GRADE_LEVELS), {
    description: 'Year of study. Required for undergraduates; has no effect for others.',
    whenNull: 'undergraduates cannot be calculated without it',
  }),
  subsidized_amount: field('subsidized_amount', dollars('from 0'), {
    description:
      "Dollars that the student's need allows as subsidized loans for the year, before the reduction: 0 or more, and no more than the student's subsidized maximum.",
    whenAbsent: '0',
  }),
  plus_denied: field('plus_denied', flag(), {
    description:
      'Whether a dependent undergraduate may borrow the additional unsubsidized amount because a parent cannot borrow a PLUS loan: denied, or other exceptional circumstances that the school documents (34 CFR 685.203(c)(1)(ii)). No for a parent who refuses to borrow or has reached the Parent PLUS limit, and when one parent is denied but another is approved.',
    whenAbsent: false,
  }),
  is_legacy_borrower: field('is_legacy_borrower', flag(), {
    description:
      'Whether the interim exception applies: the student had a loan for this program before July 1, 2026, and was enrolled in it on June 30, 2026. It ends after three academic years or the length of the program, and when the student withdraws or ceases to be enrolled.',
    whenAbsent: false,
  }),
  cost_of_attendance: field('cost_of_attendance', dollars('any'), {
    description: `Cost of attendance less other financial assistance, in dollars for the academic year (34 CFR 685.203(j)). Required for legacy graduate and professional borrowers: what is above $${costThreshold} is left for Grad PLUS. Has no effect for others.`,
    whenNull: 'legacy graduate and professional borrowers cannot be calculated without it',
  }),
  total_limit: field('total_limit', dollars('above 0'), {
    description:
      "The program's own annual limit in dollars, above 0. It covers the loans of the student and of the parents together; Parent PLUS is not calculated here.",
    whenNull: 'the statutory limit',
  }),
  academic_year_terms: field('academic_year_terms', count(YEAR_TERMS), {
    description: `Number of terms in the academic year, ${YEAR_TERMS.from} to ${YEAR_TERMS.to}, if it has more than are listed.`,
    whenNull: 'the listed terms are the whole academic year',
  }),
} satisfies Record<Exclude<keyof Student, 'terms' | 'notes'>, Definition>;

const TERM = {
  label: field('term_label', text(), {
    description: 'Name of the term, such as Fall 2026; returned as sent.',
  }),
  required: field('term_required', flag(), {
    description:
      'Whether the term counts toward the academic year even if the student does not enroll in it.',
    whenAbsent: true,
  }),
  full_time_credits: field('term_ft_credits', credits('above 0'), {
    description: 'Full-time credits for this term, above 0.',
    whenNull: fullTimeCredits,
  }),
  credits_enrolled: field('term_credits_enrolled', credits('from 0'), {
    description: 'Planned credits, 0 or more.',
    whenNull: 'full-time enrollment is assumed, with a warning',
  }),
  actual_final_credits: field('term_actual_final_credits', credits('from 0'), {
    description: 'Final credits, 0 or more, once they are known; they replace the planned ones.',
    whenNull: 'not known yet',
  }),
  prior_disbursement_sub: priorDisbursement('term_prior_disbursement_sub', 'subsidized'),
  prior_disbursement_unsub: priorDisbursement('term_prior_disbursement_unsub', 'unsubsidized'),
  prior_disbursement_grad_plus: priorDisbursement('term_prior_disbursement_grad_plus', 'Grad PLUS'),
} satisfies Record<Exclude<keyof Term, 'notes'>, Definition>;

function priorDisbursement(column: string, loanType: string): Definition {
  return field(column, wholeDollars(), {
    description: `Whole dollars of ${loanType} loans already disbursed for the term, 0 or more.`,
    whenNull: 'not paid yet (0 means the same until the final credits are known)',
  });
}

/** One field of a request and everything known about it. */
export interface Field extends FieldType {
  /** Its name in JSON. */
  readonly name: string;
  /** Its place in {@link FIELDS}. */
  readonly index: number;
  /** The column of a CSV file that holds it. */
  readonly column: string;
  readonly description: string;
  /** What null, an absent field or a blank cell means, for fields that may be null. */
  readonly whenNull: string | undefined;
  /** The value used when nothing is given; undefined if that is refused. */
  readonly whenAbsent: unknown;
}

type Definition = Omit<Field, 'name' | 'index'>;

interface About {
  readonly description: string;
  /** The default for a field that is left out, as JSON. A field with neither this nor `whenNull` is required. */
  readonly whenAbsent?: string | boolean;
  readonly whenNull?: string;
}

function field(column: string, type: FieldType, { description, whenAbsent, whenNull }: About): Definition {
  const isNullable = whenNull !== undefined;
  const standIn = isNullable ? null : whenAbsent;
  const forms = type.forms && { anyOf: isNullable ? [...type.forms, { type: 'null' }] : type.forms };
  const taken = isNullable ? z.nullable(type.schema) : type.schema;
  // A clone inherits what its kind has registered.
  const schema = (standIn === undefined ? taken : z.prefault(taken, standIn))
    .clone()
    .register(z.globalRegistry, {
      description: isNullable ? `${description} Null: ${whenNull}.` : description,
      ...forms,
    });
  return {
    // Every property is set: a chunk takes 7% less time when all field objects have the same shape.
    options: undefined,
    range: undefined,
    bound: undefined,
    forms: undefined,
    ...type,
    schema,
    column,
    description,
    whenNull,
    whenAbsent: standIn === undefined ? undefined : schema.parse(standIn),
  };
}

function fieldsOf(definitions: Readonly<Record<string, Definition>>, firstIndex: number): readonly Field[] {
  return Object.entries(definitions).map(([name, definition], nth) => ({
    name,
    index: firstIndex + nth,
    ...definition,
  }));
}

/** The fields of a student, without `terms`. */
export const STUDENT_FIELDS: readonly Field[] = fieldsOf(STUDENT, 0);

/** The fields of a term. */
export const TERM_FIELDS: readonly Field[] = fieldsOf(TERM, STUDENT_FIELDS.length);

/** Every field, in the order of the documentation. */
export const FIELDS: readonly Field[] = [...STUDENT_FIELDS, ...TERM_FIELDS];

/** @throws RangeError when no field has this JSON name. */
export function fieldNamed(name: string): Field {
  const field = FIELDS.find((each) => each.name === name);
  if (field === undefined) throw new RangeError(`There is no field "${name}".`);
  return field;
}

/** The column that says which rows belong to one student. Only CSV files have it, so it is not a request field. */
export const STUDENT_ID_COLUMN = 'student_id';

/** Every column that a request file may have, in the order of the documentation. */
export const REQUEST_COLUMNS: readonly string[] = [STUDENT_ID_COLUMN, ...FIELDS.map(({ column }) => column)];

/** Columns that every file must have: those of the required fields. */
export const REQUIRED_COLUMNS: readonly string[] = FIELDS.filter(
  ({ whenAbsent }) => whenAbsent === undefined,
).map(({ column }) => column);

/** A file must have at least one of these, or every student would be taken as full time. */
export const CREDIT_COLUMNS: readonly string[] = [
  fieldNamed('credits_enrolled').column,
  fieldNamed('actual_final_credits').column,
];
