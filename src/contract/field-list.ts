import { CURRENT_AWARD_YEAR } from '../engine/award-years.js';
import { toText } from '../engine/exact.js';
import { limitsFor } from '../engine/limits.js';
import {
  DEGREE_LEVELS,
  DEPENDENCY_STATUSES,
  GRADE_LEVELS,
  MAX_TERMS,
  type Student,
  type Term,
} from '../engine/student.js';
import { numberText } from '../engine/texts.js';
import { DEFAULT_FULL_TIME_CREDITS } from '../engine/working.js';
import { choice, count, credits, dollars, type FieldType, flag, text, wholeDollars } from './field-kinds.js';
import { PROFESSIONAL_HELP } from './field-words.js';

/**
 * The one list of fields: what a request may say about a student and a term. Parsing, the OpenAPI document,
 * the columns and their documentation are derived from this list. Rules between fields belong to the engine.
 */

const fullTimeCredits = toText(DEFAULT_FULL_TIME_CREDITS);
const costThreshold = numberText(limitsFor(CURRENT_AWARD_YEAR).legacy.total.amount);

const FEWEST_YEAR_TERMS = 2;

const STUDENT = {
  dependency_status: field(choice(DEPENDENCY_STATUSES), {
    description: 'Dependency status for federal student aid.',
  }),
  degree_level: field(choice(DEGREE_LEVELS), {
    description: `Level of the student's program. ${PROFESSIONAL_HELP}`,
    standIn: 'undergraduate',
  }),
  grade_level: field(choice(GRADE_LEVELS), {
    description: 'Year of study. Required for undergraduates; has no effect for others.',
    whenNull: 'undergraduates cannot be calculated without it',
  }),
  subsidized_amount: field(dollars('from 0'), {
    description:
      "Dollars that the student's need allows as subsidized loans for the year, before the reduction: 0 or more, and no more than the student's subsidized maximum.",
    standIn: '0',
  }),
  plus_denied: field(flag(), {
    description:
      'Whether a dependent undergraduate may borrow the additional unsubsidized amount because a parent cannot borrow a PLUS loan: denied, or other exceptional circumstances that the school documents (34 CFR 685.203(c)(1)(ii)). No for a parent who refuses to borrow or has reached the Parent PLUS limit, and when one parent is denied but another is approved.',
    standIn: false,
  }),
  is_legacy_borrower: field(flag(), {
    description:
      'Whether the interim exception applies: the student had a loan for this program before July 1, 2026, and was enrolled in it on June 30, 2026. It ends after three academic years or the length of the program, and when the student withdraws or ceases to be enrolled.',
    standIn: false,
  }),
  cost_of_attendance: field(dollars('any'), {
    description: `Cost of attendance less other financial assistance, in dollars for the academic year (34 CFR 685.203(j)). Required for legacy graduate and professional borrowers: what is above $${costThreshold} is left for Grad PLUS. Has no effect for others.`,
    whenNull: 'legacy graduate and professional borrowers cannot be calculated without it',
  }),
  total_limit: field(dollars('above 0'), {
    description:
      "The program's own annual limit in dollars, above 0. It covers the loans of the student and of the parents together; Parent PLUS is not calculated here.",
    whenNull: 'the statutory limit',
  }),
  academic_year_terms: field(count(FEWEST_YEAR_TERMS, MAX_TERMS), {
    description: `Number of terms in the academic year, ${FEWEST_YEAR_TERMS} to ${MAX_TERMS}, if it has more than are listed.`,
    whenNull: 'the listed terms are the whole academic year',
  }),
} satisfies Record<Exclude<keyof Student, 'terms' | 'notes'>, Definition>;

const TERM = {
  label: field(text(), {
    description: 'Name of the term, such as Fall 2026; returned as sent.',
  }),
  required: field(flag(), {
    description:
      'Whether the term counts toward the academic year even if the student does not enroll in it.',
    standIn: true,
  }),
  full_time_credits: field(credits('above 0'), {
    column: 'term_ft_credits',
    description: 'Full-time credits for this term, above 0.',
    whenNull: fullTimeCredits,
  }),
  credits_enrolled: field(credits('from 0'), {
    description: 'Planned credits, 0 or more.',
    whenNull: 'full-time enrollment is assumed, with a warning',
  }),
  actual_final_credits: field(credits('from 0'), {
    description: 'Final credits, 0 or more, once they are known; they replace the planned ones.',
    whenNull: 'not known yet',
  }),
  prior_disbursement_sub: paid('subsidized'),
  prior_disbursement_unsub: paid('unsubsidized'),
  prior_disbursement_grad_plus: paid('Grad PLUS'),
} satisfies Record<Exclude<keyof Term, 'notes'>, Definition>;

function paid(loanType: string): Definition {
  return field(wholeDollars(), {
    description: `Whole dollars of ${loanType} loans already disbursed for the term, 0 or more.`,
    whenNull: 'not paid yet (0 means the same until the final credits are known)',
  });
}

/** A field's entry in the list. A field with neither `standIn` nor `whenNull` is required. */
interface About {
  readonly description: string;
  /** The field's CSV column, if it differs from the field's name. */
  readonly column?: string;
  /** The JSON value assumed if none is given. */
  readonly standIn?: string | boolean;
  /** What null, an absent field or a blank cell means, for fields that may be null. */
  readonly whenNull?: string;
}

type Definition = FieldType & About;

function field(type: FieldType, about: About): Definition {
  return { ...type, ...about };
}

export interface Field extends FieldType {
  readonly name: string;
  readonly index: number;
  readonly column: string;
  readonly isOfTerm: boolean;
  readonly description: string;
  /** The default as JSON; undefined for a required field. */
  readonly standIn: string | boolean | null | undefined;
  /** The default as parsed. */
  readonly whenAbsent: unknown;
  readonly whenNull: string | undefined;
}

function fieldsOf(
  definitions: Readonly<Record<string, Definition>>,
  prefix: string,
  firstIndex: number,
): readonly Field[] {
  return Object.entries(definitions).map(([name, { read, standIn: given, whenNull, ...others }], nth) => {
    const standIn = whenNull === undefined ? given : null;
    const whenAbsent = standIn === undefined || standIn === null ? standIn : read(standIn);
    return {
      name,
      index: firstIndex + nth,
      column: prefix + name,
      isOfTerm: prefix !== '',
      // Every property is set: a chunk takes 7% less time when all field objects have the same shape.
      options: undefined,
      range: undefined,
      bound: undefined,
      ...others,
      standIn,
      whenAbsent,
      whenNull,
      read: (value) => {
        if (value === undefined && whenAbsent !== undefined) return whenAbsent;
        return value === null && whenNull !== undefined ? null : read(value);
      },
    };
  });
}

export const STUDENT_FIELDS: readonly Field[] = fieldsOf(STUDENT, '', 0);

export const TERM_FIELDS: readonly Field[] = fieldsOf(TERM, 'term_', STUDENT_FIELDS.length);

export const FIELDS: readonly Field[] = [...STUDENT_FIELDS, ...TERM_FIELDS];

/** @throws RangeError when no field has this JSON name. */
export function fieldNamed(name: string): Field {
  const field = FIELDS.find((each) => each.name === name);
  if (field === undefined) throw new RangeError(`There is no field "${name}".`);
  return field;
}

/** JSON Schema of a field's values, including null if the field may be null. */
export function valueSchema(
  { forms, description, whenNull }: Field,
  mayBeNull: boolean = whenNull !== undefined,
): Readonly<Record<string, unknown>> {
  if (mayBeNull) {
    return { anyOf: [...forms, { type: 'null' }], description: `${description} Null: ${whenNull}.` };
  }
  return { ...(forms.length === 1 ? forms[0] : { anyOf: forms }), description };
}

/** The column that tells which rows are of one student. Not a request field: only CSV files have it. */
export const STUDENT_ID_COLUMN = 'student_id';

export const REQUEST_COLUMNS: readonly string[] = [STUDENT_ID_COLUMN, ...FIELDS.map(({ column }) => column)];

export const REQUIRED_COLUMNS: readonly string[] = FIELDS.filter(
  ({ whenAbsent }) => whenAbsent === undefined,
).map(({ column }) => column);

/** A file must have at least one of these, or every student would be taken as full time. */
export const CREDIT_COLUMNS: readonly string[] = [
  fieldNamed('credits_enrolled').column,
  fieldNamed('actual_final_credits').column,
];
