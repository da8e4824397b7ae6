import * as z from 'zod';
import { toText } from '../engine/exact.js';
import { CURRENT_AWARD_YEAR, limitsFor } from '../engine/limits.js';
import { DEFAULT_FULL_TIME_CREDITS } from '../engine/resolved-term.js';
import { MAX_TERMS } from '../engine/student.js';
import {
  choice,
  count,
  credits,
  dollars,
  type FieldKind,
  type FieldType,
  flag,
  text,
  wholeDollars,
} from './field-kinds.js';

/**
 * The one list of fields: what a request may say of a student and of a term, in JSON and in a CSV file. Reading, refusing,
 * the OpenAPI document, the columns and their documentation all come from it. Rules between fields are the engine's.
 */

/** Terms of an academic year that a request may name. */
export const MIN_YEAR_TERMS = 2;

const fullTimeCredits = toText(DEFAULT_FULL_TIME_CREDITS);
const costThreshold = limitsFor(CURRENT_AWARD_YEAR).legacy.total.toLocaleString('en-US');

const TERM = {
  label: field(text(), {
    column: 'term_label',
    description: 'What the term is called, such as Fall 2026; returned as sent.',
  }),
  required: field(flag(), {
    column: 'term_required',
    whenAbsent: true,
    description: 'Whether the term belongs to the academic year even when the student does not enroll in it.',
  }),
  full_time_credits: field(credits('above 0'), {
    column: 'term_ft_credits',
    description: 'Credits that are full time for this term, above 0.',
    whenNull: fullTimeCredits,
  }),
  credits_enrolled: field(credits('from 0'), {
    column: 'term_credits_enrolled',
    description: 'Planned credits, 0 or more.',
    whenNull: 'full-time enrollment is assumed, with a warning',
  }),
  actual_final_credits: field(credits('from 0'), {
    column: 'term_actual_final_credits',
    description: 'Credits in the end, 0 or more, once they are known; they replace the planned ones.',
    whenNull: 'not known yet',
  }),
  prior_disbursement_sub: priorDisbursement('term_prior_disbursement_sub', 'subsidized'),
  prior_disbursement_unsub: priorDisbursement('term_prior_disbursement_unsub', 'unsubsidized'),
  prior_disbursement_grad_plus: priorDisbursement('term_prior_disbursement_grad_plus', 'Grad PLUS'),
};

const STUDENT = {
  dependency_status: field(choice(['dependent', 'independent']), {
    column: 'dependency_status',
    description: 'Whether the student is a dependent of their parents for federal student aid.',
  }),
  degree_level: field(choice(['undergraduate', 'graduate', 'professional']), {
    column: 'degree_level',
    whenAbsent: 'undergraduate',
    description: 'Level of the program that the student attends.',
  }),
  grade_level: field(choice(['first_year', 'second_year', 'third_year_and_beyond']), {
    column: 'grade_level',
    description: 'Year of study. Needed for undergraduates; without effect for others.',
    whenNull: 'none, an error for undergraduates',
  }),
  subsidized_amount: field(dollars('from 0'), {
    column: 'subsidized_amount',
    whenAbsent: '0',
    description:
      "Dollars of the annual limit that the student's need lets them borrow subsidized: 0 or more, and not above the subsidized maximum of the student.",
  }),
  plus_denied: field(flag(), {
    column: 'plus_denied',
    whenAbsent: false,
    description: "Whether a dependent undergraduate's parent was denied a PLUS loan.",
  }),
  is_legacy_borrower: field(flag(), {
    column: 'is_legacy_borrower',
    whenAbsent: false,
    description: 'Whether the interim exception for borrowers with a loan from before July 2026 applies.',
  }),
  cost_of_attendance: field(dollars('any'), {
    column: 'cost_of_attendance',
    description: `Dollars for the academic year. Needed, and above ${costThreshold}, for legacy graduate and professional borrowers; without effect for others.`,
    whenNull: 'none, an error for legacy graduate and professional borrowers',
  }),
  total_limit: field(dollars('above 0'), {
    column: 'total_limit',
    description: "A program's own annual limit in dollars, above 0.",
    whenNull: 'the statutory limit',
  }),
  academic_year_terms: field(count(MIN_YEAR_TERMS, MAX_TERMS), {
    column: 'academic_year_terms',
    description: `Number of terms of the academic year, ${MIN_YEAR_TERMS} to ${MAX_TERMS}, when it has more than are listed.`,
    whenNull: 'the listed terms are the year',
  }),
};

function priorDisbursement(column: string, loanType: string): Unplaced {
  return field(wholeDollars(), {
    column,
    description: `Whole dollars of ${loanType} loan already disbursed for the term, 0 or more.`,
    whenNull: 'nothing yet; 0 says the same on a term whose final credits are not known',
  });
}

/** One field of a request, with all that is known of it. */
export interface Field {
  /** Its name in JSON. */
  readonly name: string;
  /** Its place in {@link FIELDS}. */
  readonly index: number;
  readonly kind: FieldKind;
  /** The column of a CSV file that holds it. */
  readonly column: string;
  readonly description: string;
  /** What a choice may say. */
  readonly options?: readonly string[] | undefined;
  /** Whether 0 is refused as well as what is below it: for numbers. */
  readonly isAboveZero: boolean;
  /** What null means, and with it a field or a cell that is not filled: for fields that may be null. */
  readonly whenNull: string | undefined;
  /** What the field is where nothing is given; undefined where that is refused. */
  readonly whenAbsent: unknown;
  /** Reads a JSON value, or refuses it with a sentence. */
  readonly schema: z.ZodType;
}

/** A field that gets its name and place from the list that it stands in. */
type Unplaced = (name: string, index: number) => Field;

interface About {
  readonly column: string;
  readonly description: string;
  /** What stands in for a field that is left out, as JSON; one with neither this nor `whenNull` must be given. */
  readonly whenAbsent?: string | boolean;
  readonly whenNull?: string;
}

function field(type: FieldType, { column, description, whenAbsent, whenNull }: About): Unplaced {
  const { kind, options, isAboveZero = false, forms } = type;
  const isNullable = whenNull !== undefined;
  const standIn = isNullable ? null : whenAbsent;
  const taken = isNullable ? type.schema.nullable() : type.schema;
  const schema = (standIn === undefined ? taken : taken.prefault(standIn)).meta({
    description: isNullable ? `${description} Null: ${whenNull}.` : description,
    ...(forms === undefined ? {} : { anyOf: isNullable ? [...forms, { type: 'null' }] : forms }),
  });
  // Always with every property: what reads millions of cells is faster where all fields have one shape.
  return (name, index) => ({
    name,
    index,
    kind,
    column,
    description,
    options,
    isAboveZero,
    whenNull,
    whenAbsent: standIn === undefined ? undefined : schema.parse(undefined),
    schema,
  });
}

function placed(fields: Readonly<Record<string, Unplaced>>, firstIndex: number): readonly Field[] {
  return Object.entries(fields).map(([name, place], nth) => place(name, firstIndex + nth));
}

function schemasOf(fields: readonly Field[]): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
}

/** The fields of a student but `terms`. */
export const STUDENT_FIELDS: readonly Field[] = placed(STUDENT, 0);

/** The fields of a term. */
export const TERM_FIELDS: readonly Field[] = placed(TERM, STUDENT_FIELDS.length);

/** Every field, in the order of the documentation. */
export const FIELDS: readonly Field[] = [...STUDENT_FIELDS, ...TERM_FIELDS];

/** One element of `terms`. */
export const termSchema = z.object(schemasOf(TERM_FIELDS));

/** The body of `POST /v1/calculate`. Parsing it gives the engine's student, every default applied. */
export const calculationRequestSchema = z.object({
  ...schemasOf(STUDENT_FIELDS),
  terms: z
    .array(termSchema)
    .meta({ minItems: 1, maxItems: MAX_TERMS })
    .describe(`The terms of the loan period in chronological order, 1 to ${MAX_TERMS}.`),
});

/** @throws RangeError when no field has this JSON name. */
export function fieldNamed(name: string): Field {
  const field = FIELDS.find((each) => each.name === name);
  if (field === undefined) throw new RangeError(`There is no field "${name}".`);
  return field;
}

/** The column that says which rows are one student: of a CSV file alone, so no field of the request. */
export const STUDENT_ID_COLUMN = 'student_id';

/** Every column that a request file may have, in the order of the documentation. */
export const REQUEST_COLUMNS: readonly string[] = [STUDENT_ID_COLUMN, ...FIELDS.map(({ column }) => column)];

/** Columns that every file must have: those of the fields that are refused when nothing is given. */
export const REQUIRED_COLUMNS: readonly string[] = FIELDS.filter(
  ({ whenAbsent }) => whenAbsent === undefined,
).map(({ column }) => column);

/** A file must have one of these at least, or everybody would be taken for a full-time student. */
export const CREDIT_COLUMNS: readonly string[] = [
  fieldNamed('credits_enrolled').column,
  fieldNamed('actual_final_credits').column,
];
