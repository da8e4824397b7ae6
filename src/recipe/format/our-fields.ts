import { columnLabel, PROFESSIONAL_HELP } from '../../contract/field-words.js';
import { folded } from '../../contract/name-forms.js';
import {
  DEGREE_LEVELS,
  DEPENDENCY_STATUSES,
  type FieldName,
  GRADE_LEVELS,
  type Term,
} from '../../engine/student.js';

/**
 * Our columns, which a person's file may fill. The page's main thread reads this list, because the contract's
 * list of fields would bring its schemas along; a test keeps the two lists equal.
 */

type OfStudent = 'student_id' | Exclude<FieldName, keyof Term>;
type OfTerm = 'term_ft_credits' | `term_${Exclude<keyof Term, 'notes' | 'full_time_credits'>}`;
/** A column of ours. All of them decide dollars, or whose dollars they are. */
export type Ours = OfStudent | OfTerm;
/** A field of a recipe, for columns of a file. A request field missing from `INFO` does not compile. */
export type Field = 'course' | 'fund' | 'payment_number' | 'fund_paid' | Ours;

/** What is known of a field, and what a person is told about it. */
interface FieldInfo {
  /** What its cells hold, which decides the meanings that a code may have. */
  readonly kind: 'text' | 'choice' | 'flag' | 'number';
  readonly words: readonly string[];
  /** Only for a field that is not one of our columns. */
  readonly label?: string;
  /** What belongs here and what does not, in one sentence. */
  readonly help: string;
  /** The sentence that "none" makes true; absent if "none" is not allowed. */
  readonly none?: string;
}

/**
 * The meanings of a status, and what each does to a row or its part of a term. `no_credits` sets filled
 * credits to 0 and leaves blank ones; a row left out still gives what is printed once to the rows below.
 */
export const STATUS_TEXTS = {
  counts: 'the row counts',
  no_credits: 'its credits are 0',
  leave_out: 'the row is left out',
  not_paid: 'its payments were not made, or were voided',
  paid_back: 'it takes back the payment of another row, and is subtracted',
  not_calculated: 'the student is not calculated',
} as const;
export type StatusMeaning = keyof typeof STATUS_TEXTS;
export const STATUS_MEANINGS = Object.keys(STATUS_TEXTS) as readonly StatusMeaning[];

/** Help for the status of rows, which is not a field. */
export const STATUS_HELP: Required<FieldInfo> = {
  kind: 'choice',
  words: STATUS_MEANINGS,
  label: 'Whether a row counts',
  help: 'Such as a registration status, a grade or an audit mark: whether it was dropped, withdrawn, audited or canceled. If several columns say it, one that removes a row wins.',
  none: 'Every row counts: no column says that a row does not.',
};

const TEXT = { kind: 'text', words: [] } as const;
const NUMBER = { kind: 'number', words: [] } as const;
const FLAG = { kind: 'flag', words: ['true', 'false'] } as const;
const choice = (...words: readonly string[]) => ({ kind: 'choice', words }) as const;

const RETURNED = 'A column of what was returned is subtracted.';

const paid = (loan: string): FieldInfo => ({
  ...NUMBER,
  help: `Gross dollars of ${loan} loans already paid for this term alone: not offered, not accepted, and not a total of several terms. ${RETURNED}`,
  none: `No ${loan} loans have been paid yet.`,
});

const INFO: Readonly<Record<Field, FieldInfo>> = {
  course: {
    ...TEXT,
    label: 'Course',
    help: 'The course and section number: a course with a row for each meeting can then count once.',
    none: 'No column has the course: each row counts.',
  },
  fund: {
    ...choice('sub', 'unsub', 'grad_plus', 'sub_returned', 'unsub_returned', 'grad_plus_returned', 'none'),
    label: 'Fund',
    help: 'The loan that was paid: Direct Subsidized, Direct Unsubsidized or Grad PLUS. Grants, work-study and Parent PLUS are none of these loans. A code of its own for returned money is subtracted.',
  },
  payment_number: {
    ...TEXT,
    label: 'Payment number',
    help: 'The number of the disbursement, which a return of it has too: a payment that is listed twice can then count once.',
    none: 'No column numbers the payments of a fund.',
  },
  fund_paid: {
    ...NUMBER,
    label: 'Amount paid',
    help: `Gross dollars of the fund already paid for this term alone: not offered, not accepted, and not a total of several terms. ${RETURNED}`,
    none: 'None of these loans have been paid yet.',
  },
  student_id: {
    ...TEXT,
    help: "The student's number in your system, the same on all rows of a student: not a social security number.",
    none: 'Each row is a student of its own.',
  },
  dependency_status: {
    ...choice(...DEPENDENCY_STATUSES),
    help: "Dependent or independent for federal student aid, after your office's corrections. Combine their column with it.",
  },
  degree_level: {
    ...choice(...DEGREE_LEVELS),
    help: `The level of the student's program. ${PROFESSIONAL_HELP}`,
  },
  grade_level: {
    ...choice(...GRADE_LEVELS),
    help: 'The year of study of undergraduates, as your office uses it for loan limits.',
    none: 'The file has no year of study: undergraduates are not calculated.',
  },
  subsidized_amount: {
    ...NUMBER,
    help: 'Dollars of subsidized loans that need allows for the year, before the reduction: not the whole need, and not what was offered or paid.',
    none: 'Nobody has need for a subsidized loan.',
  },
  plus_denied: {
    ...FLAG,
    help: 'Whether a parent of a dependent undergraduate cannot borrow a PLUS loan: denied, or other exceptional circumstances that your school documents. Not a loan that somebody declined, and not an approval.',
    none: 'No parent was denied a PLUS loan, and no other exceptional circumstances are documented.',
  },
  is_legacy_borrower: {
    ...FLAG,
    help: 'Whether the interim exception applies: a loan for this program before July 1, 2026, and enrolled in it on June 30, 2026, and since. An earlier loan alone is not enough. Two columns may say it together.',
    none: 'Nobody is a legacy borrower.',
  },
  cost_of_attendance: {
    ...NUMBER,
    help: 'The cost of attendance for the year less other financial assistance, which may be a column to subtract. It matters only for legacy graduate and professional borrowers.',
    none: 'The file has no cost of attendance: legacy graduate and professional borrowers are not calculated.',
  },
  total_limit: {
    ...NUMBER,
    help: 'The annual limit that your school has set for the program, on the loans of student and parents together. Not what is left of a limit.',
    none: 'No program has a limit of its own.',
  },
  academic_year_terms: {
    ...NUMBER,
    help: "How many terms the student's academic year has, if that is more than the file lists.",
    none: 'The listed terms are the whole academic year.',
  },
  term_label: { ...TEXT, help: 'The term of the row, such as Fall 2026: not the aid year.' },
  term_required: {
    ...FLAG,
    help: 'Whether the term counts toward the academic year of a student who does not enroll in it. No for a summer that is optional.',
    none: 'Every term counts toward the academic year.',
  },
  term_ft_credits: {
    ...NUMBER,
    help: "Credits that are full time in the term, by your school's rule: not the student's own credits.",
  },
  term_credits_enrolled: {
    ...NUMBER,
    help: 'Credits that count for aid, as of the day you pay: not earned, not cumulative, not billed.',
    none: 'The file has final credits alone.',
  },
  term_actual_final_credits: {
    ...NUMBER,
    help: 'Credits at the end of the term, where they are known; they replace those above. Not earned credits.',
    none: 'Final credits are not known yet.',
  },
  term_prior_disbursement_sub: paid('subsidized'),
  term_prior_disbursement_unsub: paid('unsubsidized'),
  term_prior_disbursement_grad_plus: paid('Grad PLUS'),
};

/** The fields of a recipe, in the order of the documentation. */
export const FIELDS_OF_RECIPE = Object.keys(INFO) as readonly Field[];
export const OUR_FIELDS = FIELDS_OF_RECIPE.filter((field): field is Ours => INFO[field].label === undefined);
const isOfTerm = (field: Ours): field is OfTerm => field.startsWith('term_');
export const TERM_FIELDS = OUR_FIELDS.filter(isOfTerm);
export const STUDENT_FIELDS = OUR_FIELDS.filter((field) => !isOfTerm(field));

/** Yearly dollar amounts, which a file may give per term. */
export const AMOUNTS_OF_YEAR = ['subsidized_amount', 'cost_of_attendance', 'total_limit'] as const;
export type AmountOfYear = (typeof AMOUNTS_OF_YEAR)[number];
export const YEARLY: ReadonlySet<Field | null> = new Set(AMOUNTS_OF_YEAR);

export const CREDIT_FIELDS = ['term_credits_enrolled', 'term_actual_final_credits'] as const;
export const CREDITS: ReadonlySet<Field | null> = new Set(CREDIT_FIELDS);

export const PAID_FIELDS = [
  'term_prior_disbursement_sub',
  'term_prior_disbursement_unsub',
  'term_prior_disbursement_grad_plus',
] as const;
export type PaidField = (typeof PAID_FIELDS)[number];
export const PAID: ReadonlySet<string> = new Set(PAID_FIELDS);

export const AMOUNTS_OF_TERM = [...CREDIT_FIELDS, ...PAID_FIELDS] as const;

/** The key of the decision whether an amount on several rows of a term is for each row or the whole term. */
export function partsKey(field: Ours): string {
  return PAID.has(field) ? 'paid_of_parts' : `credits_of_parts:${field}`;
}

const BY_NAME: ReadonlyMap<string, Ours> = new Map(OUR_FIELDS.map((field) => [folded(field), field]));

/** The column of ours with this name, in any case and with any separators; undefined if there is none. */
export function ourField(name: string): Ours | undefined {
  return BY_NAME.get(folded(name));
}

/** Whether a table has our names for the columns it needs, so that its cells mean what is documented. */
export function hasOurNames(names: readonly string[]): boolean {
  const own = new Set(names.map(ourField));
  const hasCredits = own.has('term_credits_enrolled') || own.has('term_actual_final_credits');
  return hasCredits && own.has('dependency_status') && own.has('term_label');
}

/** Whether a field takes several columns: numbers are added or subtracted, texts joined, choices combined. */
export function takesSeveralColumns(field: Field | null): boolean {
  return field !== null && !['student_id', 'academic_year_terms', 'term_ft_credits'].includes(field);
}

/** Whether several columns of a field are added up. */
export function isAdded(field: Field | null): boolean {
  return takesSeveralColumns(field) && helpOf(field).kind === 'number';
}

export const DOLLARS: ReadonlySet<Field | null> = new Set(['fund_paid', ...AMOUNTS_OF_YEAR, ...PAID_FIELDS]);

const HELP: ReadonlyMap<Field | null, FieldInfo & { readonly label: string }> = new Map(
  FIELDS_OF_RECIPE.map((field) => [field, { label: columnLabel(field), ...INFO[field] }]),
);

/** What is known of a field, in the words of an aid office. A null field is the status of rows. */
export function helpOf(field: Field | null): FieldInfo & { readonly label: string } {
  return HELP.get(field) ?? STATUS_HELP;
}

/** The meaning of a code by which the student is not calculated. */
export const FAILS = 'not_calculated';

/**
 * What a code may mean besides the words of its field: `''`, as a blank cell, or {@link FAILS}. For a blank
 * flag, the service would assume one of the two values; a payment is of a known loan or of none.
 */
export function otherMeanings(field: Field | null): readonly string[] {
  if (field === null || field === 'fund') return [];
  return { text: [''], flag: [FAILS], choice: ['', FAILS], number: ['', FAILS] }[helpOf(field).kind];
}
