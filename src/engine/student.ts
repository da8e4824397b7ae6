import type { Dollars } from './dollars.js';
import type { Exact } from './exact.js';

export const DEPENDENCY_STATUSES = ['dependent', 'independent'] as const;
export type DependencyStatus = (typeof DEPENDENCY_STATUSES)[number];

export const DEGREE_LEVELS = ['undergraduate', 'graduate', 'professional'] as const;
export type DegreeLevel = (typeof DEGREE_LEVELS)[number];

export const GRADE_LEVELS = ['first_year', 'second_year', 'third_year_and_beyond'] as const;
export type GradeLevel = (typeof GRADE_LEVELS)[number];

/** The three loan types with a limit of their own, in the order of every result. */
export const LOAN_TYPES = ['sub', 'unsub', 'grad_plus'] as const;
export type LoanType = (typeof LOAN_TYPES)[number];

/** The loan types as named in sentences. */
export const LOAN_TYPE_NAMES: Readonly<Record<LoanType, string>> = {
  sub: 'subsidized',
  unsub: 'unsubsidized',
  grad_plus: 'Grad PLUS',
};

/** One value for each loan type. Dollars unless the name says otherwise. */
export type PerLoanType<T = Dollars> = Readonly<Record<LoanType, T>>;

/** The result of one step for each loan type. */
export function perLoanType<T>(step: (loanType: LoanType) => T): PerLoanType<T> {
  return { sub: step('sub'), unsub: step('unsub'), grad_plus: step('grad_plus') };
}

/** How many terms one academic year may list. */
export const MAX_TERMS = 4;

/** One term as the caller gave it. Terms are in chronological order. Null means "not given". */
export interface Term {
  readonly label: string;
  /** Whether the term belongs to the academic year even if the student does not enroll. */
  readonly required: boolean;
  readonly credits_enrolled: Exact | null;
  readonly full_time_credits: Exact | null;
  readonly actual_final_credits: Exact | null;
  readonly prior_disbursement_sub: Dollars | null;
  readonly prior_disbursement_unsub: Dollars | null;
  readonly prior_disbursement_grad_plus: Dollars | null;
  /** Sentences from the code that read the term, for example on an unknown field. Each becomes a warning. */
  readonly notes?: readonly string[];
}

/** One student, with every default applied. */
export interface Student {
  readonly dependency_status: DependencyStatus;
  readonly degree_level: DegreeLevel;
  readonly grade_level: GradeLevel | null;
  readonly is_legacy_borrower: boolean;
  readonly plus_denied: boolean;
  /** Dollars that the student's need allows as subsidized, within the annual limit. */
  readonly subsidized_amount: Exact;
  /** In dollars. */
  readonly cost_of_attendance: Exact | null;
  /** The program's own limit, in dollars. */
  readonly total_limit: Exact | null;
  /** Number of terms in the academic year, 2 to 4, if it has more than the listed terms. */
  readonly academic_year_terms: number | null;
  readonly terms: readonly Term[];
  /** Sentences from the code that read the student; each becomes a warning. */
  readonly notes?: readonly string[];
}

/** The name of a request field of the student or a term, except `terms`. */
export type FieldName = Exclude<keyof Student | keyof Term, 'terms' | 'notes'>;

/** The fields that hold exact quantities. A missing field does not compile. */
export const QUANTITIES: Readonly<Record<QuantitiesOf<Student> | QuantitiesOf<Term>, true>> = {
  subsidized_amount: true,
  cost_of_attendance: true,
  total_limit: true,
  credits_enrolled: true,
  full_time_credits: true,
  actual_final_credits: true,
};

type QuantitiesOf<T> = { [K in keyof T]-?: NonNullable<T[K]> extends Exact ? K : never }[keyof T];

/** A record whose refused fields are undefined. A rule that needs such a field adds no further refusal. */
export type Partly<T> = { readonly [K in keyof T]?: T[K] | undefined };

export type PartlyReadStudent = Omit<Partly<Student>, 'terms'> & {
  readonly terms?: readonly Partly<Term>[] | undefined;
};

export type EnrollmentStatus = 'Full-Time' | 'Part-Time' | 'Less Than Half-Time' | 'Not Enrolled';
